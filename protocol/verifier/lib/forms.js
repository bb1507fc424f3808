// Forms of decoded values: each says of a value whether it has the form. A boolean is never an integer (SPEC 2.6).

import { utf8 } from "./bytes.js";

export const isInteger = (value) => typeof value === "number" || typeof value === "bigint";

export const integer = (low, high) => (value) => isInteger(value) && value >= low && value <= high;

export const bytes = (low, high = low) => (value) => value instanceof Uint8Array && value.length >= low && value.length <= high;

/** A text of 1 to n bytes in UTF-8. */
export const text = (n) => (value) => typeof value === "string" && value.length > 0 && value.length <= n && utf8(value).length <= n;

export const exactly = (...values) => (value) => values.includes(value);

export const either = (...forms) => (value) => forms.some((form) => form(value));

/** An array with just these forms, one after the other. */
export const array = (...forms) => (value) =>
  Array.isArray(value) && value.length === forms.length && forms.every((form, at) => form(value[at]));

/** An array of any number of the same up to `most`. */
export const many = (form, most = Infinity) => (value) => Array.isArray(value) && value.length <= most && value.every(form);

export const nil = (value) => value === null;
export const anyInteger = isInteger;
export const anyArray = (value) => Array.isArray(value);
export const anyBytes = (value) => value instanceof Uint8Array;
export const boolean = (value) => typeof value === "boolean";
export const digest = bytes(32);
export const seat = integer(0, 63);
export const round = integer(0, 2 ** 32 - 1);
