// Prints the imports of a file as "Organize imports" of TypeScript's language service leaves them.
const path = require("node:path");
const [typescript, file] = process.argv.slice(2);
const ts = require(typescript);

const config = path.join(path.dirname(file), "jsconfig.json");
const { fileNames, options } = ts.parseJsonConfigFileContent(ts.readConfigFile(config, ts.sys.readFile).config, ts.sys, path.dirname(file), undefined, config);
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => fileNames,
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => (ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(name)) : undefined),
  getCurrentDirectory: () => path.dirname(file),
  getDefaultLibFileName: (o) => ts.getDefaultLibFilePath(o),
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
  readDirectory: ts.sys.readDirectory,
});
for (const { textChanges } of service.organizeImports({ type: "file", fileName: file }, {}, {})) {
  for (const { newText } of textChanges) console.log(newText);
}
