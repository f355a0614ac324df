// Reads files as JSON, and writes what Istanbul's instrumenter counts in them; with "run", what it counted when each was run in turn.
const { createInstrumenter } = require("istanbul-lib-instrument");
const { parseSync } = require("@babel/core");

const files = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = [];
for (const file of files) {
  const plugins = ["decorators-legacy", "classProperties", "classPrivateProperties", "classPrivateMethods", "classStaticBlock", "topLevelAwait"];
  if (/\.m?ts$/.test(file.path)) plugins.push("typescript");
  const instrumenter = createInstrumenter({ esModules: true, parserPlugins: plugins, compact: false, coverageVariable: "__coverage__" });
  const code = instrumenter.instrumentSync(blanked(file.text, plugins), file.path);
  if (file.run) {
    const log = [];
    globalThis.__coverage__ = {};
    new Function("log", code.replace(/^export /gm, ""))((...list) => log.push(list.join(" ")));
    answers.push({ ...globalThis.__coverage__[file.path], log });
  } else {
    answers.push(instrumenter.lastFileCoverage());
  }
}
process.stdout.write(JSON.stringify(answers));

// blanked returns a text without the declarations that are more than types: what they become is not counted.
function blanked(text, plugins) {
  if (!plugins.includes("typescript")) return text;
  const tree = parseSync(text, { configFile: false, babelrc: false, parserOpts: { sourceType: "module", plugins } });
  for (const n of tree.program.body) {
    const d = n.declaration ?? n;
    if (d.type === "TSModuleDeclaration" || d.type === "TSEnumDeclaration") {
      text = text.slice(0, n.start) + text.slice(n.start, n.end).replace(/[^\n]/g, " ") + text.slice(n.end);
    }
  }
  return text;
}
