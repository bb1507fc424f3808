// Texts that others wrote, for whoever reads them.

// A joiner between what is seen and can be joined, or behind the sign that takes a vowel away (the viramas of India, as in Hindi);
// the flag of a part of a country. All of these are formatting characters, and change nothing but themselves.
const KEPT =
  /(?<=[^\p{C}\p{Z}\p{ASCII}\p{CWCM}])[\u200c\u200d](?=[^\p{C}\p{Z}\p{ASCII}\p{CWCM}])/u.source +
  /|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d](?= |$)/u.source +
  /|\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{2,6}\u{e007f}/u.source;
const FOUND = new RegExp(`(${KEPT})|[\\p{C}\\p{Z}]`, "gu");

/** The text with numbers for what hides, or could change the terminal. */
export const shown = (text) =>
  text.replace(FOUND, (sign, kept) => kept ?? (sign === " " ? sign : `\\u{${sign.codePointAt(0).toString(16)}}`));
