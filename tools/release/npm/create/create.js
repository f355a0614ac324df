#!/usr/bin/env node
"use strict";
// npm create fwrun <folder> [-- --ts]: creates an application as `fwrun new` does, and a package.json with fwrun in it.

const fs = require("fs");
const path = require("path");
const { spawnSync } = require("child_process");
const { program } = require("fwrun/launcher.js");
const { version } = require("./package.json");

function main(args) {
  let file;
  try {
    file = program();
  } catch (error) {
    process.stderr.write(`create-fwrun: ${error.message}\n`);
    return 1;
  }
  const made = spawnSync(file, ["new", ...args], { stdio: "inherit" });
  if (made.error) {
    process.stderr.write(`create-fwrun: ${file} cannot be run: ${made.error.message}\n`);
    return 1;
  }
  const folder = args.find((arg) => !arg.startsWith("-"));
  if (made.status !== 0 || folder === undefined || args.some((arg) => arg === "--help" || arg === "-h")) return made.status ?? 1;
  describe(folder);
  return 0;
}

/** Writes package.json, unless there is one. */
function describe(folder) {
  const about = {
    name: nameOf(path.basename(path.resolve(folder))),
    private: true,
    type: "module",
    scripts: { dev: "fwrun .", start: "fwrun serve . --watch=false", test: "fwrun test .", check: "fwrun check ." },
    dependencies: { fwrun: `^${version}` },
  };
  try {
    fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(about, null, 2) + "\n", { flag: "wx" });
  } catch (error) {
    process.stderr.write(`create-fwrun: package.json was not written: ${error.message}\n`);
    return;
  }
  process.stdout.write(`wrote ${folder}/package.json\n\nWith npm:\n  cd ${folder} && npm install\n  npm run dev\n`);
}

/** Returns a name that npm accepts. */
function nameOf(folder) {
  const name = folder.toLowerCase().replace(/[^a-z0-9._-]+/g, "-").replace(/^[._-]+|[._-]+$/g, "");
  return name.slice(0, 214) || "app";
}

process.exitCode = main(process.argv.slice(2));
