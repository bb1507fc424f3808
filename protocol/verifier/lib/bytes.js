// Byte strings, and what they are made of (SPEC 2.4).

const ENCODER = new TextEncoder();

/** The bytes of a text in UTF-8. */
export const utf8 = (text) => ENCODER.encode(text);

/** n in eight bytes, big-endian; n is from 0 to 2^64-1. */
export function u64(n) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(n));
  return bytes;
}

/** n in four bytes, big-endian. */
export function u32(n) {
  return Uint8Array.of(n >>> 24, n >>> 16, n >>> 8, n);
}

/** The number that the four bytes at an offset are, big-endian. */
export function readU32(bytes, at) {
  return ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;
}

/** All parts, one after the other. */
export function concat(parts) {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Below, at or above 0, as a stands before, at or after b, bytewise. */
export function compare(a, b) {
  const shared = Math.min(a.length, b.length);
  for (let at = 0; at < shared; at++) if (a[at] !== b[at]) return a[at] - b[at];
  return a.length - b.length;
}

/** Whether both hold the same bytes. */
export const equal = (a, b) => a.length === b.length && compare(a, b) === 0;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** In small hexadecimal digits: for people, and as a key of a Map. */
export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += HEX[byte];
  return text;
}

/** The bytes that hexadecimal digits say. */
export function unhex(text) {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** The number that bytes are, lowest byte first. */
export function littleEndian(bytes) {
  return bytes.length === 0 ? 0n : BigInt("0x" + hex(Uint8Array.from(bytes).reverse()));
}

/** A number from 0 to 2^256-1 in 32 bytes, lowest byte first. */
export function toLittleEndian(number) {
  return unhex(number.toString(16).padStart(64, "0")).reverse();
}

/** An integer as a number where that is exact, else as a BigInt. */
export function exact(integer) {
  return integer >= Number.MIN_SAFE_INTEGER && integer <= Number.MAX_SAFE_INTEGER ? Number(integer) : integer;
}
