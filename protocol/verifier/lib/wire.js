// The encoding of all messages: msgpack without maps, floats and extensions, each value in its shortest form (SPEC 2.1 to 2.3).
//
// Integers are numbers where these are exact, else BigInts; byte strings are Uint8Arrays, texts are strings.

import { concat, exact, u32, u64, utf8 } from "./bytes.js";
import { Malformed, need } from "./malformed.js";

export const LONGEST = 65536;
const DEEPEST = 12;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
const DECODER = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The value that a message encodes; throws Malformed where SPEC 2 forbids it. */
export function unpack(bytes, longest = LONGEST) {
  need(bytes.length <= longest, "a message is too long");
  const reader = new Reader(bytes);
  const value = reader.value(0);
  need(reader.at === bytes.length, "bytes follow a message");
  return value;
}

/** The bytes that encode a value of the kinds above. */
export function pack(value) {
  const parts = [];
  write(value, parts);
  return concat(parts);
}

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }

  take(count) {
    const from = this.at;
    need(count <= this.bytes.length - from, "a message is cut off");
    this.at = from + count;
    return from;
  }

  value(depth) {
    const head = this.view.getUint8(this.take(1));
    if (head < 0x80) return head;
    if (head >= 0xe0) return head - 0x100;
    if (head >= 0xa0 && head < 0xc0) return this.text(head & 0x1f);
    if (head >= 0x90 && head < 0xa0) return this.array(head & 0x0f, depth);
    const read = HEADS[head];
    if (read === undefined) throw new Malformed("a message holds a map, a float or an extension");
    return read(this, depth);
  }

  size(bytes, least) {
    const from = this.take(bytes);
    const size = bytes === 1 ? this.view.getUint8(from) : bytes === 2 ? this.view.getUint16(from) : this.view.getUint32(from);
    need(size >= least, "a length is not in its shortest form");
    return size;
  }

  text(size) {
    const from = this.take(size);
    let text;
    try {
      text = DECODER.decode(this.bytes.subarray(from, from + size));
    } catch {
      throw new Malformed("a text is not UTF-8");
    }
    need(!CONTROL.test(text), "a text holds a control character");
    return text;
  }

  binary(size) {
    const from = this.take(size);
    return this.bytes.subarray(from, from + size);
  }

  array(size, depth) {
    need(depth < DEEPEST, "arrays are nested too deep");
    need(size <= this.bytes.length - this.at, "a message is cut off");
    const items = [];
    for (let count = 0; count < size; count++) items.push(this.value(depth + 1));
    return Object.freeze(items);
  }

  /** An integer of the given width in bits; what is within `low` to `high` has a shorter form. */
  integer(read, width, low, high) {
    const value = read.call(this.view, this.take(width));
    need(value < low || value > high, "an integer is not in its shortest form");
    return exact(value);
  }
}

const { getUint8, getUint16, getUint32, getBigUint64, getInt8, getInt16, getInt32, getBigInt64 } = DataView.prototype;

const HEADS = {
  0xc0: () => null,
  0xc2: () => false,
  0xc3: () => true,
  0xc4: (reader) => reader.binary(reader.size(1, 0)),
  0xc5: (reader) => reader.binary(reader.size(2, 0x100)),
  0xc6: (reader) => reader.binary(reader.size(4, 0x10000)),
  0xcc: (reader) => reader.integer(getUint8, 1, 0, 0x7f),
  0xcd: (reader) => reader.integer(getUint16, 2, 0, 0xff),
  0xce: (reader) => reader.integer(getUint32, 4, 0, 0xffff),
  0xcf: (reader) => reader.integer(getBigUint64, 8, 0, 0xffffffff),
  0xd0: (reader) => reader.integer(getInt8, 1, -0x20, Infinity),
  0xd1: (reader) => reader.integer(getInt16, 2, -0x80, Infinity),
  0xd2: (reader) => reader.integer(getInt32, 4, -0x8000, Infinity),
  0xd3: (reader) => reader.integer(getBigInt64, 8, -0x80000000, Infinity),
  0xd9: (reader) => reader.text(reader.size(1, 0x20)),
  0xda: (reader) => reader.text(reader.size(2, 0x100)),
  0xdb: (reader) => reader.text(reader.size(4, 0x10000)),
  0xdc: (reader, depth) => reader.array(reader.size(2, 0x10), depth),
  0xdd: (reader, depth) => reader.array(reader.size(4, 0x10000), depth),
};

function write(value, parts) {
  if (value === null) parts.push(Uint8Array.of(0xc0));
  else if (typeof value === "boolean") parts.push(Uint8Array.of(value ? 0xc3 : 0xc2));
  else if (typeof value === "string") writeText(utf8(value), parts);
  else if (value instanceof Uint8Array) parts.push(head(value.length, [0xc4, 0xc5, 0xc6]), value);
  else if (Array.isArray(value)) {
    parts.push(value.length < 0x10 ? Uint8Array.of(0x90 + value.length) : head(value.length, [undefined, 0xdc, 0xdd]));
    for (const item of value) write(item, parts);
  } else parts.push(integer(value));
}

function writeText(bytes, parts) {
  parts.push(bytes.length < 0x20 ? Uint8Array.of(0xa0 + bytes.length) : head(bytes.length, [0xd9, 0xda, 0xdb]), bytes);
}

/** The head of something of a size, by the codes for sizes of one, two and four bytes; arrays have none of one byte. */
function head(size, [one, two, four]) {
  if (size < 0x100 && one !== undefined) return Uint8Array.of(one, size);
  if (size < 0x10000) return Uint8Array.of(two, size >> 8, size);
  return concat([Uint8Array.of(four), u32(size)]);
}

function integer(value) {
  if (value >= -0x20 && value < 0x80) return Uint8Array.of(Number(value));
  if (value >= 0) {
    if (value < 0x100) return Uint8Array.of(0xcc, Number(value));
    if (value < 0x10000) return Uint8Array.of(0xcd, Number(value) >> 8, Number(value));
    if (value < 0x100000000) return concat([Uint8Array.of(0xce), u32(Number(value))]);
    return concat([Uint8Array.of(0xcf), u64(value)]);
  }
  if (value >= -0x80) return Uint8Array.of(0xd0, Number(value));
  if (value >= -0x8000) return Uint8Array.of(0xd1, Number(value) >> 8, Number(value));
  if (value >= -0x80000000) return concat([Uint8Array.of(0xd2), u32(Number(value))]);
  return concat([Uint8Array.of(0xd3), u64(BigInt.asUintN(64, BigInt(value)))]);
}
