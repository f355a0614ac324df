"use strict";
// Finds the program for this platform, and runs it as if it stood where this script stands: with its input and output, its signals, its exit
// code. Where Node can, the process becomes the program.

const version = require("./package.json").version;

/** The path of the program. It throws an Error whose message says what to do if there is none, or a part of one. */
function program() {
  const own = process.env.FWRUN_BINARY;
  if (own) return own;
  const platform = `${process.platform}-${process.arch}`;
  const size = require("./platforms.json")[platform];
  if (size === undefined) {
    throw new Error(
      `there is no package for ${platform}: there are packages for Linux, macOS and Windows, each for x64 and arm64.\n` +
        `  → build it with Go, go install github.com/fwrun/fwrun/cmd/fwrun@v${version}, and let FWRUN_BINARY name the file`,
    );
  }
  const file = find(platform);
  const found = require("fs").statSync(file).size;
  if (found !== size) {
    throw new Error(
      `${file} is damaged: it has ${found} bytes instead of ${size}.\n  → remove node_modules, and install again; npm cache verify finds what is damaged in the cache`,
    );
  }
  return file;
}

function find(platform) {
  const name = `@fwrun/${platform}`;
  try {
    return require.resolve(`${name}/bin/fwrun${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    throw new Error(
      `the package ${name} is not installed. It is an optional dependency of fwrun.\n` +
        `  → install it without --omit=optional, on the machine that runs it: a node_modules of another platform has another package`,
    );
  }
}

/** Runs the program with arguments; the process ends as the program does. */
function run(args) {
  let file;
  try {
    file = program();
  } catch (error) {
    fail(error.message);
    return;
  }
  if (process.execve && process.platform !== "win32") {
    process.execve(file, [file, ...args], process.env);
  }
  // Listened for before there is a program: a signal that comes earlier than that ends this process, and no program is left alone.
  let child;
  const signals = process.platform === "win32" ? [] : ["SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2", "SIGINT"];
  for (const signal of signals) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the program, too, to which a second one means: do not finish what is in hand.
      if (signal !== "SIGINT" || !onTerminal()) child.kill(signal);
    });
  }
  if (process.platform === "win32") process.on("SIGINT", () => {});
  child = require("child_process").spawn(file, args, { stdio: "inherit" });
  child.on("error", (error) => fail(`${file} cannot be run: ${error.message}.\n  → remove node_modules, and install again`));
  child.on("exit", (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function onTerminal() {
  return process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
}

function fail(message) {
  process.stderr.write(`fwrun: ${message}\n`);
  process.exitCode = 1;
}

module.exports = { program, run };
