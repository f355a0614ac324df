// Counts the files of a folder with Istanbul, runs main.js in it, and writes the reports of Istanbul for that: reports.mjs <folder> <into>
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import coverage from "istanbul-lib-coverage";
import instrument from "istanbul-lib-instrument";
import report from "istanbul-lib-report";
import reports from "istanbul-reports";

const [folder, into] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".js")).sort();
const modules = {}, heads = {}, context = vm.createContext({ modules, console: { log() {} } });
for (const name of files) {
  const path = join(folder, name);
  const instrumenter = instrument.createInstrumenter({ esModules: false, compact: false });
  const text = instrumenter.instrumentSync(readFileSync(path, "utf8"), path);
  heads[path] = instrumenter.lastFileCoverage();
  modules[name] = new vm.Script(`(function () { ${text}\n})`, { filename: path });
}
context.load = (name) => modules[name].runInContext(context)();
context.load("main.js");
const map = coverage.createCoverageMap(context.__coverage__);
for (const path in heads) if (!map.files().includes(path)) map.addFileCoverage(heads[path]); // it did not run
writeFileSync(join(into, "counts.json"), JSON.stringify(map));
const write = (name, options) => reports.create(name, { projectRoot: folder, ...options })
  .execute(report.createContext({ dir: into, coverageMap: map }));
write("lcovonly");
write("json");
write("json-summary");
for (const maxCols of [0, 60, 80, 120]) write("text", { file: `text-${maxCols}.txt`, maxCols });
