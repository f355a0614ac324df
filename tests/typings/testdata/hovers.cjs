// Prints every exported name of the files given whose hover text, as editors show it, is not its whole comment.
const [typescript, ...files] = process.argv.slice(2);
const ts = require(typescript);

const options = { target: ts.ScriptTarget.ES2022, experimentalDecorators: true, types: [] };
const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => files,
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => (ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(ts.sys.readFile(name)) : undefined),
  getCurrentDirectory: () => process.cwd(),
  getDefaultLibFileName: (o) => ts.getDefaultLibFilePath(o),
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
});

let asked = 0;
for (const file of files) {
  const source = service.getProgram().getSourceFile(file);
  visit(source.statements, file, source, () => true);
}
console.log(`asked for ${asked} names`);

function visit(list, file, source, readable) {
  for (const node of list) {
    if (ts.isModuleDeclaration(node)) {
      if (node.body) visit(node.body.statements, file, source, isExported);
    } else if (readable(node)) {
      const named = ts.isVariableStatement(node) ? node.declarationList.declarations : [node];
      for (const one of named) if (one.name) check(node, one, file, source);
    }
  }
}

// check looks at the declarations that have a comment; of overloads, one does.
function check(node, declaration, file, source) {
  const comment = written(node, source);
  if (comment === "") return;
  asked++;
  const info = service.getQuickInfoAtPosition(file, declaration.name.getStart());
  const shown = [ts.displayPartsToString(info?.documentation ?? []), ...(info?.tags ?? []).map((tag) => `@${tag.name}`)].join(" ");
  if (!plain(shown).includes(plain(comment))) {
    const { line } = source.getLineAndCharacterOfPosition(declaration.name.getStart());
    console.log(`${file}:${line + 1}: ${declaration.name.getText()} is shown as ${JSON.stringify(shown)}`);
  }
}

// written is the comment as it stands in the file.
function written(node, source) {
  const ranges = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
  const docs = ranges.map((range) => source.text.slice(range.pos, range.end)).filter((text) => text.startsWith("/**"));
  const last = docs.at(-1);
  if (last === undefined) return "";
  return last.slice(3, -2).split("\n").map((line) => line.replace(/^\s*\*/, "")).join("\n");
}

function plain(text) {
  return text.replace(/\{@link (\w+)\}/g, "$1").replace(/\s+/g, " ").trim();
}

function isExported(node) {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;
}
