// What the page carries, unpacked.

const at = (id) => document.getElementById(id);

// Five letters for four bytes; the last few letters are short of some.
const LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%:()*+-;,=.?@^_`{|}~";
const DIGITS = new Map([...LETTERS].map((letter, digit) => [letter, digit]));

const bytesOf = (text) => {
  const whole = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4)), short = (5 - text.length % 5) % 5;
  const letters = text + "~".repeat(short);
  for (let i = 0; i < letters.length; i += 5) {
    let number = 0;
    for (let k = i; k < i + 5; k++) number = number * 85 + DIGITS.get(letters[k]);
    whole.setUint32(i / 5 * 4, number);
  }
  return whole.buffer.slice(0, whole.byteLength - short);
};

// No more than this many bytes, and one: a page of some other origin can hold a thousand times its size. A browser
// inflates all of a piece that it is given before anybody can stop it, so the pieces are small: one becomes 4 MiB at most.
const PIECE = 4096;

const inflated = async (text, most = Infinity) => {
  const packed = bytesOf(text);
  let at = 0;
  const reader = new ReadableStream({
    pull: (to) => at < packed.byteLength ? to.enqueue(packed.slice(at, at += PIECE)) : to.close(),
  }).pipeThrough(new DecompressionStream("deflate")).getReader();
  const parts = [];
  let held = 0;
  while (held <= most) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    held += value.length;
  }
  if (held > most) reader.cancel().catch(() => {});
  return new Uint8Array(await new Blob(parts).slice(0, Math.min(held, most + 1)).arrayBuffer());
};

const textOf = async (packed) => new TextDecoder().decode(await inflated(packed));
const unpack = async (text) => JSON.parse(await textOf(text));
