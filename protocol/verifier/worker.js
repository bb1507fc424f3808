// What a page runs in a worker: it is sent the bytes of files, and says how far it is and then what they prove.

import { sha256 } from "@noble/hashes/sha2.js";

import { hex, utf8 } from "./lib/bytes.js";
import { verifyAll } from "./lib/verify.js";

/** `files` are bytes, `program` the text that is run here; its hash is what people compare. */
globalThis.onmessage = ({ data: { files, program } }) => {
  globalThis.postMessage({ program: hex(sha256(utf8(program))) });
  const progress = (done) => globalThis.postMessage({ done });
  globalThis.postMessage({ verdicts: verifyAll(files, { progress }) });
};
