#!/usr/bin/env node
// node bundle.js [FILE]: the worker with all that it needs in one script, as pages carry it; always the same bytes.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const PACKAGES = ["@noble/curves", "@noble/hashes"];
const licences = new Set(PACKAGES.map((name) => readFileSync(here(`node_modules/${name}/LICENSE`), "utf8").trim()));
if (licences.size > 1) throw new Error("the packages have different licences now: name each with its own");
const HEAD = `/*!
The verifier of p2pgames (MIT License), built from protocol/verifier by "npm run bundle". In it are:

${PACKAGES.join(" and ")}

${[...licences].join("")}
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
