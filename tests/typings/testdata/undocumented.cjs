// Prints every declaration of the files given, and every member of one, that has no doc
// comment. Of the overloads of a function one comment does. What a namespace or module keeps
// to itself is nobody's to read, and needs none.
const [typescript, ...files] = process.argv.slice(2);
const ts = require(typescript);

for (const file of files) {
  const source = ts.createSourceFile(file, ts.sys.readFile(file), ts.ScriptTarget.Latest, true);
  const report = (node, name) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    console.log(`${file}:${line + 1}: ${name}`);
  };
  statements(source.statements, () => true);

  function statements(list, readable) {
    const documented = new Set();
    for (const node of list) {
      if (ts.isModuleDeclaration(node)) {
        check(node, node.name.getText(), documented);
        if (node.body) statements(node.body.statements, isExported);
      } else if (readable(node)) {
        declaration(node, documented);
      }
    }
  }

  function declaration(node, documented) {
    if (ts.isVariableStatement(node)) {
      for (const d of node.declarationList.declarations) {
        check(node, d.name.getText(), documented);
        members(d.type, d.name.getText());
      }
    } else if (node.name) {
      check(node, node.name.getText(), documented);
      members(ts.isTypeAliasDeclaration(node) ? node.type : node, node.name.getText());
    }
  }

  // members looks into what has members of its own, one level deep.
  function members(node, owner) {
    const documented = new Set();
    for (const member of node?.members ?? []) {
      if (isPrivate(member)) continue;
      const name = member.name?.getText() ?? (ts.isConstructorDeclaration(member) ? "constructor" : "()");
      if (name === "constructor" && member.parameters.length === 0) continue;
      check(member, `${owner}.${name}`, documented);
    }
  }

  function check(node, name, documented) {
    const mark = ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static ? `static ${name}` : name;
    if (ts.getJSDocCommentsAndTags(node).length > 0) documented.add(mark);
    else if (!documented.has(mark)) report(node, name);
  }
}

function isExported(node) {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Export) !== 0;
}

function isPrivate(node) {
  return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private) !== 0;
}
