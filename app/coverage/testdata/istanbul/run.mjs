// Counts the scripts of a folder with Istanbul, and runs them all: run.mjs <folder> <counts.json>. The scripts are overwritten.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import instrument from "istanbul-lib-instrument";

globalThis.self = globalThis; // as in browsers, and in fwrun
const [folder, into] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js") && !/node_modules|\.test\.js$/.test(name)).sort();
for (const name of files) {
  const path = join(folder, name);
  const instrumenter = instrument.createInstrumenter({ esModules: true, compact: false });
  writeFileSync(path, instrumenter.instrumentSync(readFileSync(path, "utf8"), path));
}
for (const name of files) await import(pathToFileURL(join(folder, name)));
const { drive } = await import(pathToFileURL(join(folder, "drive.js")));
drive();
writeFileSync(into, JSON.stringify(globalThis.__coverage__));
