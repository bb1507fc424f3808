#!/usr/bin/env node
// node bundle.js [FILE]: the worker with all that it needs in one script, as pages carry it; always the same bytes.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const licence = (name) => `${name}\n\n${readFileSync(here(`node_modules/${name}/LICENSE`), "utf8").trim()}`;
const HEAD = `/*!
The verifier of p2pgames (MIT License), built from protocol/verifier by "npm run bundle". In it are:

${["@noble/curves", "@noble/hashes"].map(licence).join("\n\n")}
*/`;

await build({
  entryPoints: [here("worker.js")],
  outfile: process.argv[2] ?? here("../../cli/p2pgames_cli/web/verifier.js"),
  absWorkingDir: here("."),
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "ascii",
  legalComments: "none",
  banner: { js: HEAD },
});
