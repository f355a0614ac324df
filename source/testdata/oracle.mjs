// Prints, for each file named on standard input, what it declares according to the
// TypeScript compiler: one line of JSON per file, {path, lines}. The lines have the
// form of corpus_lines_test.go, which prints what package source read in the same way.
//
//   node oracle.mjs <typescript.js> < list of files
import { createRequire } from "node:module";
import { readFileSync, writeSync } from "node:fs";

const ts = createRequire(import.meta.url)(process.argv[2]);
const { SyntaxKind: K } = ts;

/** White space has no meaning in these texts; both sides drop it. */
const squeeze = (text) => text.replace(/\s+/gu, "");
const fold = (text) => text.replace(/\s+/gu, " ").trim();
const shorten = (text, size) => {
  const bytes = Buffer.from(text);
  if (bytes.length <= size) return text;
  while (size > 0 && (bytes[size] & 0xc0) === 0x80) size--;
  return bytes.subarray(0, size).toString();
};

/**
 * The compiler takes an @ that begins a line of a fenced code block for a tag, and stops
 * reading types at namepaths (Loader~Options) and at function(name: Type). Package source
 * reads on, so letters hide these signs from the compiler until the lines are printed.
 */
const standIns = [["@", "\u01c2"], ["~", "\u01c3"], [":", "\u01c4"]];
const hide = (text) =>
  text.replace(/\/\*\*[^/][\s\S]*?\*\//g, (comment) =>
    comment
      .replace(/```[\s\S]*?```/g, (code) => code.replaceAll(...standIns[0]))
      .replace(/\{[^{}]*\}/g, (type) => type.replaceAll(...standIns[1]))
      .replace(/\{function\([^)]*\)/g, (type) => type.replaceAll(...standIns[2])));
const show = (line) => standIns.reduce((s, [sign, letter]) => s.replaceAll(letter, sign), line);

class Reader {
  constructor(path, original) {
    const text = hide(original);
    this.text = text;
    const kind = /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.JS;
    this.file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false, kind);
    this.lines = [];
    this.declared = new Map(); // local name → declarations
    this.exportLists = [];
    this.imports = new Map();
    this.declarations = [];
    this.passedOn = [];
  }

  read() {
    this.statements();
    this.typedefs();
    this.tieExports();
    this.declarations.sort((a, b) => a.at - b.at);
    for (const d of this.declarations) this.lines.push(...d.print(d.export ?? ""));
    return this.lines.concat(this.passedOn.sort());
  }

  start(node) { return node.getStart(this.file, false); }
  source(node) { return this.text.slice(this.start(node), node.end); }
  place(offset) {
    const { line, character } = this.file.getLineAndCharacterOfPosition(offset);
    return `${line + 1}:${character + 1}`;
  }

  /** The tokens between two offsets, without white space and comments. */
  bare(from, to) {
    const scanner = ts.createScanner(ts.ScriptTarget.ESNext, true, ts.LanguageVariant.Standard, this.text, undefined, from, to - from);
    const braces = [];
    let out = "";
    for (let token = scanner.scan(); token !== K.EndOfFileToken; token = scanner.scan()) {
      if (token === K.OpenBraceToken) braces.push(false);
      if (token === K.CloseBraceToken && braces.pop()) token = scanner.reScanTemplateToken(false);
      if (token === K.TemplateHead || token === K.TemplateMiddle) braces.push(true);
      out += scanner.getTokenText();
    }
    return squeeze(out);
  }
  bareNode(node) { return this.bare(this.start(node), node.end); }

  declare(name, at, print) {
    const d = { name, at, print };
    this.declarations.push(d);
    this.declared.set(name, [...(this.declared.get(name) ?? []), d]);
    return d;
  }

  // Statements

  statements() {
    for (const s of this.file.statements) {
      if (ts.isImportDeclaration(s)) this.importDeclaration(s);
      else if (ts.isImportEqualsDeclaration(s)) this.importEquals(s);
      else if (ts.isExportDeclaration(s)) this.exportDeclaration(s);
      else if (ts.isExportAssignment(s)) this.exportAssignment(s);
      else if (ts.isClassDeclaration(s)) this.class(s, s, s.name?.text ?? "", s.name ?? null);
      else if (ts.isFunctionDeclaration(s)) this.function(s);
      else if (ts.isEnumDeclaration(s)) this.enum(s);
      else if (ts.isInterfaceDeclaration(s)) this.interface(s);
      else if (ts.isTypeAliasDeclaration(s)) this.alias(s);
      else if (ts.isVariableStatement(s)) this.variables(s);
    }
  }

  exportName(statement, name) {
    const has = (kind) => statement.modifiers?.some((m) => m.kind === kind);
    if (!has(K.ExportKeyword)) return "";
    return has(K.DefaultKeyword) ? "default" : name;
  }

  importDeclaration(s) {
    const from = s.moduleSpecifier.text;
    const clause = s.importClause;
    if (!clause) return void this.lines.push(`import  =  from ${from} ${this.place(this.start(s))}`);
    this.clause(clause, from, false);
  }

  clause(clause, from, docTag) {
    const add = (node, name, typeOnly) => {
      this.imports.set(node.text, { name, from, typeOnly });
      this.lines.push(`import ${node.text} = ${name} from ${from}${typeOnly ? " type" : ""} ${this.place(this.start(node))}`);
    };
    const all = clause.isTypeOnly || docTag;
    if (clause.name) add(clause.name, "default", all);
    const bound = clause.namedBindings;
    if (bound && ts.isNamespaceImport(bound)) add(bound.name, "*", all);
    else if (bound) for (const e of bound.elements) add(e.name, (e.propertyName ?? e.name).text, all || e.isTypeOnly);
  }

  importEquals(s) {
    if (!ts.isExternalModuleReference(s.moduleReference)) return;
    const from = s.moduleReference.expression.text;
    this.imports.set(s.name.text, { name: "*", from, typeOnly: s.isTypeOnly });
    this.lines.push(`import ${s.name.text} = * from ${from}${s.isTypeOnly ? " type" : ""} ${this.place(this.start(s.name))}`);
  }

  exportDeclaration(s) {
    const from = s.moduleSpecifier?.text;
    const clause = s.exportClause;
    if (!clause) return void this.passOn("*", "", from, s.isTypeOnly, this.start(s));
    if (ts.isNamespaceExport(clause)) return void this.passOn("*", clause.name.text, from, s.isTypeOnly, this.start(clause.name));
    for (const e of clause.elements) {
      const name = (e.propertyName ?? e.name).text;
      if (from !== undefined) this.passOn(name, e.name.text, from, s.isTypeOnly || e.isTypeOnly, this.start(e.name));
      else this.exportLists.push({ name, as: e.name.text, at: this.start(e.name) });
    }
  }

  passOn(name, as, from, typeOnly, at) {
    this.passedOn.push(`export ${name} as ${as} from ${from}${typeOnly ? " type" : ""} ${this.place(at)}`);
  }

  exportAssignment(s) {
    if (s.isExportEquals) return;
    if (ts.isIdentifier(s.expression)) {
      this.exportLists.push({ name: s.expression.text, as: "default", at: this.start(s.expression) });
      return;
    }
    this.value(s.expression, "", "default", this.start(s.expression), [s]);
  }

  tieExports() {
    for (const e of this.exportLists) {
      const own = this.declared.get(e.name);
      const imported = this.imports.get(e.name);
      if (!own && imported) this.passOn(imported.name, e.as, imported.from, imported.typeOnly, e.at);
      const free = own?.filter((d) => !d.export) ?? [];
      for (const d of free) d.export = e.as;
      if (own && free.length === 0) this.passedOn.push(`alias ${e.name} as ${e.as} ${this.place(e.at)}`);
    }
  }

  // Classes

  class(node, statement, name, nameNode, exportAs = this.exportName(statement, name), at = undefined, docNodes = [statement]) {
    const doc = this.doc(...docNodes);
    const own = ts.isClassDeclaration(node) ? node : statement;
    const decorators = [...(ts.getDecorators(own === statement && ts.isClassDeclaration(own) ? own : node) ?? [])];
    const keyword = () => this.keyword(node, "class");
    at ??= nameNode ? this.start(nameNode) : keyword();
    const place = this.place(at);
    const clause = (token) => node.heritageClauses?.filter((c) => c.token === token).flatMap((c) => [...c.types]) ?? [];
    const base = clause(K.ExtendsKeyword)[0];
    const interfaces = clause(K.ImplementsKeyword).map((t) => this.heritage(t));
    const lines = [
      [
        doc.summary,
        `  params ${this.typeParams(node, doc)} extends ${base ? this.heritage(base) : ""}` +
          ` implements ${(interfaces.length ? interfaces : doc.implements).join(", ")} ${this.decorators(decorators)} end ${this.place(node.end)}`,
      ],
    ];
    const abstract = node.modifiers?.some((m) => m.kind === K.AbstractKeyword) ? "abstract " : "";
    const members = this.members(node);
    const d = this.declare(name, at, (exported) => [
      `${abstract}class ${name} export ${exported} ${place} ${lines[0][0]}`, lines[0][1], ...members,
    ]);
    d.export = exportAs;
  }

  keyword(node, word) {
    const last = node.modifiers?.at(-1);
    const scanner = ts.createScanner(ts.ScriptTarget.ESNext, true, ts.LanguageVariant.Standard, this.text, undefined, last ? last.end : node.pos);
    while (scanner.scan() !== K.EndOfFileToken) if (scanner.getTokenText() === word) return scanner.getTokenStart();
    return -1;
  }

  heritage(t) {
    const dotted = (e) => ts.isIdentifier(e) || (ts.isPropertyAccessExpression(e) && dotted(e.expression));
    if (!dotted(t.expression)) return squeeze(this.bareNode(t));
    const args = t.typeArguments?.map((a) => this.form(a)).join(",");
    return squeeze(this.bareNode(t.expression) + (args ? `<${args}>` : ""));
  }

  typeParams(node, doc) {
    const names = node.typeParameters?.map((p) => p.name.text) ?? [];
    return (names.length ? names : doc.templates).join(",");
  }

  decorators(list) {
    return list.map((d) => {
      const e = d.expression;
      const dotted = (x) => ts.isIdentifier(x) || (ts.isPropertyAccessExpression(x) && dotted(x.expression));
      if (dotted(e)) return "@" + this.bareNode(e);
      if (ts.isCallExpression(e) && dotted(e.expression)) return "@" + this.bareNode(e.expression) + "()";
      return "@" + this.bareNode(e);
    }).join(" ");
  }

  members(node) {
    const list = node.members.filter((m) => !ts.isSemicolonClassElement(m) && !ts.isClassStaticBlockDeclaration(m) && !ts.isIndexSignatureDeclaration(m));
    const lines = [];
    let open = null;
    for (const m of list) {
      const member = this.member(m);
      const merges = open && open.key === member.key && /^(method|constructor)/.test(member.key);
      if (merges) {
        lines.pop();
        if (!member.doc.found) member.doc = open.doc;
      }
      lines.push(member);
      open = ts.isPropertyDeclaration(m) || m.body ? null : member;
    }
    return lines.flatMap((m) => m.print(m.doc));
  }

  member(m) {
    const kind = {
      [K.PropertyDeclaration]: "field", [K.MethodDeclaration]: "method", [K.GetAccessor]: "getter",
      [K.SetAccessor]: "setter", [K.Constructor]: "constructor",
    }[m.kind];
    const has = (k) => m.modifiers?.some((x) => x.kind === k);
    const name = m.kind === K.Constructor ? "constructor" : this.memberName(m.name);
    const access = m.name && ts.isPrivateIdentifier(m.name) ? "hash"
      : has(K.PrivateKeyword) ? "private" : has(K.ProtectedKeyword) ? "protected" : "public";
    const flags = [
      access, has(K.StaticKeyword) && "static", has(K.AbstractKeyword) && "abstract", has(K.AsyncKeyword) && "async",
      m.asteriskToken && "generator", has(K.ReadonlyKeyword) && "readonly", has(K.OverrideKeyword) && "override",
      has(K.DeclareKeyword) && "declare", has(K.AccessorKeyword) && "accessor", m.questionToken && "optional",
      m.exclamationToken && "definite", m.name && ts.isComputedPropertyName(m.name) && "computed",
    ].filter(Boolean).join(" ");
    const doc = this.doc(m);
    const at = m.kind === K.Constructor ? this.keyword(m, this.constructorWord(m)) : this.start(m.name);
    return {
      key: `${kind} ${name} ${!!has(K.StaticKeyword)}`, doc,
      print: (d) => {
        const type = m.type ? this.form(m.type) : kind === "field" ? d.type : kind === "getter" ? d.returns || d.type : d.returns;
        return [
          `  ${kind} ${name} ${flags} ${this.place(at)} ${d.summary}`,
          `    params ${kind === "field" ? "" : this.typeParams(m, d)} type ${type} ${this.decorators([...(ts.getDecorators(m) ?? [])])}${this.default(m)}`,
          ...(m.parameters ? this.params(m, d) : []),
        ];
      },
    };
  }

  constructorWord(m) {
    const last = m.modifiers?.at(-1);
    const rest = this.text.slice(last ? last.end : this.start(m), m.end);
    return /constructor|"constructor"|'constructor'/.exec(rest)[0];
  }

  memberName(name) {
    if (ts.isComputedPropertyName(name)) return this.bareNode(name.expression);
    return name.text;
  }

  default(node) {
    if (!node.initializer) return "";
    return ` = ${this.valueKind(node.initializer)} ${squeeze(shorten(this.source(node.initializer), 200))}`;
  }

  valueKind(e) {
    const literal = this.literal(e);
    if (literal) return literal.kind;
    if (ts.isArrayLiteralExpression(e)) return "array";
    if (ts.isObjectLiteralExpression(e)) return "object";
    const dotted = (x) => ts.isIdentifier(x) || (ts.isPropertyAccessExpression(x) && !x.questionDotToken && dotted(x.expression));
    if (ts.isNewExpression(e) && dotted(e.expression)) return "new";
    return "unknown";
  }

  literal(e) {
    if (ts.isStringLiteralLike(e)) return { kind: "string", value: e.text };
    if (e.kind === K.TrueKeyword) return { kind: "bool", value: "true" };
    if (e.kind === K.FalseKeyword) return { kind: "bool", value: "false" };
    if (e.kind === K.NullKeyword) return { kind: "null", value: "null" };
    if (ts.isIdentifier(e) && e.text === "undefined") return { kind: "null", value: "undefined" };
    const minus = ts.isPrefixUnaryExpression(e) && e.operator === K.MinusToken;
    const n = minus ? e.operand : e;
    const sign = minus ? "-" : "";
    if (ts.isBigIntLiteral(n)) return { kind: "bigint", value: sign + n.text };
    if (!ts.isNumericLiteral(n)) return null;
    const whole = /^0[xob]/i.test(this.source(n)) || !/[.e]/i.test(this.source(n));
    return { kind: whole ? "int" : "float", value: sign + n.text };
  }

  // Functions

  params(node, doc) {
    const list = node.parameters.filter((p) => !(ts.isIdentifier(p.name) && p.name.text === "this"));
    const top = doc.params.filter((p, i) => !p.name.includes(".") && doc.params.findIndex((q) => q.name === p.name) === i);
    return list.map((p, i) => {
      const destructured = !ts.isIdentifier(p.name);
      const doc = destructured ? top[i] : top.find((d) => d.name === p.name.text);
      const inline = this.doc(p);
      const has = (k) => p.modifiers?.some((m) => m.kind === k);
      const property = p.modifiers?.some((m) => !ts.isDecorator(m));
      const flags = [
        destructured && "destructured", p.dotDotDotToken && "rest", (p.questionToken || doc?.optional) && "optional",
        property && (has(K.PrivateKeyword) ? "private" : has(K.ProtectedKeyword) ? "protected" : "public"),
        has(K.ReadonlyKeyword) && "readonly",
      ].filter(Boolean).join(" ");
      const inlineType = inline.type || this.wholeType(inline);
      const type = p.type ? this.form(p.type) : inlineType || doc?.type || "";
      const inlineText = p.type || !inlineType ? inline.summary : "";
      const fallback = !p.initializer && doc?.default ? ` doc ${squeeze(doc.default)}` : "";
      return `      param ${destructured ? "" : p.name.text} ${flags} ${type} ${this.decorators([...(ts.getDecorators(p) ?? [])])}` +
        `${this.default(p)}${fallback} ${this.place(this.start(p.name))} ${inlineText || (doc?.text ?? "")}`;
    });
  }

  /** The type that a comment without tags consists of. */
  wholeType(doc) {
    if (!doc.found || doc.tags > 0 || !doc.text) return "";
    const file = ts.createSourceFile("type.ts", `type T = ${doc.text}`, ts.ScriptTarget.ESNext, false, ts.ScriptKind.TS);
    const whole = file.parseDiagnostics.length === 0 && file.statements.length === 1;
    return whole ? squeeze(doc.text) : "";
  }

  function(s) {
    const name = s.name?.text ?? "";
    const has = (k) => s.modifiers?.some((m) => m.kind === k);
    const f = {
      name, doc: this.doc(s), node: s, async: has(K.AsyncKeyword), arrow: false, wrappers: [],
      at: s.name ? this.start(s.name) : this.keyword(s, "function"),
    };
    const last = this.lastFunction;
    if (last && last.open && last.name === name) {
      if (!f.doc.found) f.doc = last.doc;
      last.declaration.print = (exported) => this.printFunction(f, exported);
      last.declaration.at = f.at;
      last.doc = f.doc;
      last.open = !s.body;
      last.declaration.export = this.exportName(s, name);
      return;
    }
    const d = this.declare(name, f.at, (exported) => this.printFunction(f, exported));
    d.export = this.exportName(s, name);
    this.lastFunction = { name, doc: f.doc, declaration: d, open: !s.body };
  }

  printFunction(f, exported) {
    const flags = [f.async && "async", f.node.asteriskToken && "generator", f.arrow && "arrow"].filter(Boolean).join(" ");
    const type = f.node.type ? this.form(f.node.type) : f.doc.returns;
    return [
      `function ${f.name} export ${exported} ${flags} ${this.place(f.at)} ${f.doc.summary}`,
      `    params ${this.typeParams(f.node, f.doc)} type ${type} wrappers ${f.wrappers.join(" ")}`,
      ...this.params(f.node, f.doc),
    ];
  }

  // Variables

  variables(s) {
    s.declarationList.declarations.forEach((v, i) => {
      if (!v.initializer || !ts.isIdentifier(v.name)) return;
      this.value(v.initializer, v.name.text, this.exportName(s, v.name.text), this.start(v.name), i === 0 ? [s, v] : [v]);
    });
  }

  value(e, name, exported, at, docNodes) {
    const plain = (x) => (ts.isAsExpression(x) || ts.isSatisfiesExpression(x) ? plain(x.expression) : x);
    const bare = plain(e);
    if (ts.isClassExpression(bare)) return void this.class(bare, docNodes[0], name, null, exported, at, docNodes);
    if (name && this.enumObject(e, bare, name, exported, at, docNodes)) return;
    const f = { name, at, wrappers: [], doc: this.doc(...docNodes) };
    f.node = this.wrapped(bare, f.wrappers);
    if (!f.node) return;
    f.async = f.node.modifiers?.some((m) => m.kind === K.AsyncKeyword);
    f.arrow = ts.isArrowFunction(f.node);
    const d = this.declare(name, at, (as) => this.printFunction(f, as));
    d.export = exported;
    this.lastFunction = null;
  }

  wrapped(e, wrappers) {
    if (ts.isArrowFunction(e) || ts.isFunctionExpression(e)) return e;
    const dotted = (x) => ts.isIdentifier(x) || (ts.isPropertyAccessExpression(x) && dotted(x.expression));
    if (!ts.isCallExpression(e) || e.arguments.length !== 1 || e.typeArguments || e.questionDotToken) return null;
    const callee = e.expression;
    if (dotted(callee)) wrappers.push("@" + this.bareNode(callee));
    else if (ts.isCallExpression(callee) && dotted(callee.expression) && !callee.typeArguments) wrappers.push("@" + this.bareNode(callee.expression) + "()");
    else return null;
    return this.wrapped(e.arguments[0], wrappers);
  }

  // Enums

  enum(s) {
    const doc = this.doc(s);
    const constant = s.modifiers?.some((m) => m.kind === K.ConstKeyword) ? "const " : "";
    let next = 0;
    const cases = s.members.map((m) => {
      let value = { kind: "unknown", value: "" };
      if (m.initializer) {
        value = this.literal(m.initializer) ?? value;
        next = value.kind === "int" || value.kind === "float" ? Number(value.value) + 1 : NaN;
        if (value.kind === "null" || value.kind === "bigint") value = { kind: "unknown", value: "" };
      } else if (!Number.isNaN(next)) {
        value = { kind: Number.isInteger(next) ? "int" : "float", value: String(next) };
        next++;
      }
      return this.case(m, value);
    });
    const d = this.declare(s.name.text, this.start(s.name), (exported) => [
      `${constant}enum ${s.name.text} export ${exported} ${this.place(this.start(s.name))} ${doc.summary}`, ...cases,
    ]);
    d.export = this.exportName(s, s.name.text);
  }

  case(m, value) {
    const name = ts.isComputedPropertyName(m.name) ? m.name.expression.text : m.name.text;
    const at = this.start(ts.isComputedPropertyName(m.name) ? m.name.expression : m.name);
    return `  case ${name} ${value.kind} ${squeeze(value.value)} ${this.place(at)} ${this.doc(m).summary}`;
  }

  enumObject(e, bare, name, exported, at, docNodes) {
    const doc = this.doc(...docNodes);
    const frozen = ts.isCallExpression(bare) && this.bareNode(bare.expression) === "Object.freeze" && bare.arguments.length > 0;
    let object = frozen ? bare.arguments[0] : bare;
    let constant = frozen;
    for (let x = frozen ? object : e; ts.isAsExpression(x) || ts.isSatisfiesExpression(x); x = x.expression) {
      constant ||= ts.isAsExpression(x) && this.bareNode(x.type) === "const";
      if (frozen) object = x.expression;
    }
    if (!ts.isObjectLiteralExpression(object) || (!constant && !doc.enum)) return false;
    const named = (p) => ts.isPropertyAssignment(p) && (!ts.isComputedPropertyName(p.name) || ts.isStringLiteralLike(p.name.expression));
    const values = object.properties.map((p) => (named(p) && this.literal(p.initializer)) || { kind: "unknown", value: "" });
    for (const v of values) if (v.kind === "null" || v.kind === "bigint") (v.kind = "unknown"), (v.value = "");
    const plain = object.properties.length > 0 && object.properties.every((p, i) => named(p) && values[i].kind !== "unknown");
    if (!plain && !doc.enum) return false;
    const cases = object.properties.flatMap((p, i) => (named(p) ? [this.case(p, values[i])] : []));
    if (cases.length === 0) return false;
    const d = this.declare(name, at, (as) => [`enum ${name} export ${as} ${this.place(at)} ${doc.summary}`, ...cases]);
    d.export = exported;
    return true;
  }

  // Types

  interface(s) {
    const doc = this.doc(s);
    const bases = s.heritageClauses?.flatMap((c) => c.types.map((t) => this.heritage(t))).join(", ") ?? "";
    const d = this.declare(s.name.text, this.start(s.name), (exported) => [
      `type ${s.name.text} export ${exported} ${this.place(this.start(s.name))} ${doc.summary}`,
      `    params ${(s.typeParameters ?? []).map((p) => p.name.text).join(",")} extends ${bases} ${this.shape(s.members)}`,
    ]);
    d.export = this.exportName(s, s.name.text);
  }

  alias(s) {
    const doc = this.doc(s);
    const d = this.declare(s.name.text, this.start(s.name), (exported) => [
      `type ${s.name.text} export ${exported} ${this.place(this.start(s.name))} ${doc.summary}`,
      `    params ${(s.typeParameters ?? []).map((p) => p.name.text).join(",")} extends  ${this.form(s.type)}`,
    ]);
    d.export = this.exportName(s, s.name.text);
  }

  /** The form of a type as Type.String writes it, without white space. */
  form(node) {
    const { text, nullable } = this.type(node);
    return squeeze(text + (nullable ? "|null" : ""));
  }

  type(node) {
    const plain = (text, operator = false) => ({ text, nullable: false, operator });
    const other = () => plain(this.bareNode(node), true);
    switch (node.kind) {
      case K.ParenthesizedType: case K.JSDocNonNullableType: case K.JSDocOptionalType: case K.OptionalType: case K.RestType:
        return this.type(node.type);
      case K.NamedTupleMember:
        return this.type(node.type);
      case K.UnionType:
        return this.union(node.types.map((t) => this.type(t)));
      case K.JSDocNullableType:
        return this.union([this.type(node.type), { null: true }]);
      case K.IntersectionType:
        return plain(node.types.map((t) => this.form(t)).join("&"), true);
      case K.ArrayType: case K.JSDocVariadicType: {
        const of = this.type(node.elementType ?? node.type);
        const text = this.form(node.elementType ?? node.type);
        return plain(of.operator || of.nullable || of.members ? `(${text})[]` : `${text}[]`);
      }
      case K.TupleType:
        return plain(`[${node.elements.map((t) => this.form(t)).join(",")}]`);
      case K.TypeLiteral:
        return plain(this.shape(node.members));
      case K.TypeReference: {
        const args = node.typeArguments?.map((a) => this.form(a)).join(",");
        return plain(this.bareNode(node.typeName) + (args ? `<${args}>` : ""));
      }
      case K.ExpressionWithTypeArguments:
        return plain(this.heritage(node));
      case K.ImportType: {
        if (node.isTypeOf || !node.qualifier) return other();
        const args = node.typeArguments?.map((a) => this.form(a)).join(",");
        return plain(`import("${node.argument.literal.text}").${this.bareNode(node.qualifier)}` + (args ? `<${args}>` : ""));
      }
      case K.LiteralType:
        return this.literalType(node);
      case K.FunctionType: case K.ConstructorType: case K.JSDocFunctionType:
        return plain(this.bareNode(node), true);
      case K.UndefinedKeyword: case K.VoidKeyword:
        return { text: "null", null: true, nullable: false };
      case K.JSDocAllType: case K.JSDocUnknownType:
        return plain("any");
      case K.TypeOperator:
        if (node.operator === K.ReadonlyKeyword) return this.type(node.type);
        return other();
      case K.StringKeyword: case K.NumberKeyword: case K.BooleanKeyword: case K.AnyKeyword: case K.UnknownKeyword:
      case K.NeverKeyword: case K.ObjectKeyword: case K.SymbolKeyword: case K.BigIntKeyword: case K.ThisType: case K.IntrinsicKeyword:
        return plain(this.bareNode(node));
    }
    return other();
  }

  literalType(node) {
    const { literal } = node;
    if (literal.kind === K.NullKeyword) return { text: "null", null: true, nullable: false };
    const value = this.literal(literal);
    return { text: value.kind === "string" ? `"${value.value}"` : value.value, nullable: false };
  }

  union(parts) {
    const nullable = parts.some((p) => p.null || p.nullable);
    const members = parts.filter((p) => !p.null).flatMap((p) => p.members ?? [p]);
    if (members.length === 0) return { text: "null", null: true, nullable: false };
    if (members.length === 1) return { ...members[0], nullable };
    return { text: members.map((p) => p.text).join("|"), members, nullable, operator: true };
  }

  shape(members) {
    const fields = [];
    for (const m of members) {
      const field = this.field(m);
      if (!field) continue;
      if (fields.length > 0 && fields.at(-1).name === field.name && !field.index && !fields.at(-1).index) fields.pop();
      fields.push(field);
    }
    return squeeze("{" + fields.map((f) => f.text).join(";") + "}");
  }

  field(m) {
    if (ts.isIndexSignatureDeclaration(m)) {
      const p = m.parameters[0];
      return { index: true, name: p.name.text, text: `[${p.name.text}:${p.type ? this.form(p.type) : ""}]${m.type ? ":" + this.form(m.type) : ""}` };
    }
    if (!m.name) return null;
    const name = this.memberName(m.name) + (m.questionToken ? "?" : "");
    const typed = (type) => ({ name: this.memberName(m.name), text: name + (type ? ":" + type : "") });
    if (ts.isMethodSignature(m)) {
      const from = (m.typeParameters ?? m.parameters).pos - 1;
      const to = m.type ? m.type.end : this.text.indexOf(")", m.parameters.end) + 1;
      return typed(this.bare(from, to));
    }
    if (ts.isSetAccessor(m)) return typed(m.parameters[0]?.type ? this.form(m.parameters[0].type) : "");
    return typed(m.type ? this.form(m.type) : this.doc(m).type);
  }

  // JSDoc

  /** The comment before the first of the nodes that has one. */
  doc(...nodes) {
    for (const n of nodes) {
      const ends = [...(n.modifiers ?? [])].map((m) => m.end);
      for (const pos of [n.pos, ...ends, n.name?.pos].filter((p) => p !== undefined)) {
        const range = this.commentAt(pos);
        if (range) return this.readDoc(this.parse(n, range));
      }
    }
    return { found: false, summary: "", params: [], returns: "", type: "", templates: [], implements: [], enum: false };
  }

  /**
   * The last JSDoc comment between an offset and the token behind it. One that
   * stands on the line of the token before belongs to that, unless the next token
   * follows on the same line.
   */
  commentAt(pos) {
    const isDoc = (r) => /^\/\*\*[^/]/.test(this.text.slice(r.pos, r.pos + 4)) && r.end - r.pos > 4;
    const leading = (ts.getLeadingCommentRanges(this.text, pos) ?? []).filter(isDoc);
    if (leading.length > 0) return leading.at(-1);
    const all = ts.getTrailingCommentRanges(this.text, pos) ?? [];
    const last = all.filter(isDoc).at(-1);
    if (!last) return undefined;
    const next = ts.skipTrivia(this.text, last.end);
    return /[\n\r]/.test(this.text.slice(last.end, next)) ? undefined : last;
  }

  parse(node, range) {
    const own = node.jsDoc?.find((d) => d.pos === range.pos);
    return own ?? ts.parseIsolatedJSDocComment(this.text, range.pos, range.end - range.pos).jsDoc;
  }

  comment(c) {
    if (typeof c === "string" || !c) return c ?? "";
    return c.map((part) => (part.kind === K.JSDocText ? part.text : this.source(part).replace(/\n[ \t]*\*/g, "\n"))).join("");
  }

  /** What stands before the tags; stars that close a comment are none of it. */
  description(doc) {
    let text = this.comment(doc.comment).replace(/\r\n?/g, "\n");
    if (/^\/\*\*[ \t]*\*/.test(this.text.slice(doc.pos))) text = text.replace(/^\*\s*/, "");
    return this.text.slice(0, doc.end).endsWith("**/") ? text.replace(/\**$/, "") : text;
  }

  summary(c) {
    const text = c;
    const paragraph = /^\s*([\s\S]*?)(\n[ \t]*\n|$)/.exec(text)[1];
    return squeeze(paragraph);
  }

  readDoc(doc) {
    const tags = [...(doc.tags ?? [])];
    const of = (kind) => tags.filter((t) => t.kind === kind);
    const last = (kind) => { const t = of(kind).at(-1); return t?.typeExpression ? this.docType(t.typeExpression) : ""; };
    return {
      found: true,
      text: this.description(doc),
      tags: tags.length,
      summary: this.summary(this.description(doc)),
      params: this.nest(of(K.JSDocParameterTag).map((t) => this.docParam(t))),
      returns: last(K.JSDocReturnTag),
      type: last(K.JSDocTypeTag),
      templates: of(K.JSDocTemplateTag).flatMap((t) => t.typeParameters.map((p) => p.name.text)),
      implements: of(K.JSDocImplementsTag).map((t) => this.heritage(t.class)),
      enum: of(K.JSDocEnumTag).length > 0,
    };
  }

  docParam(t) {
    const type = t.typeExpression && !ts.isJSDocTypeLiteral(t.typeExpression) ? t.typeExpression.type : undefined;
    const marked = this.text[t.name.end] === "?" && !t.isBracketed; // name?, which the compiler takes for text
    return {
      name: this.bareNode(t.name).replace(/`/g, ""),
      type: t.typeExpression ? this.docType(t.typeExpression) : "",
      optional: marked || t.isBracketed || type?.kind === K.JSDocOptionalType,
      default: t.isBracketed ? this.docDefault(t) : "",
      text: squeeze(fold(this.comment(t.comment)).replace(marked ? /^\?/ : "", "").trim().replace(/^- /, "")),
    };
  }

  /** Tags with a dotted name belong to the parameter they begin with; the compiler sees that only when it has a type. */
  nest(params) {
    for (const p of params.filter((p) => !p.name.includes(".") && !p.type)) {
      const fields = params.filter((q) => q.name.startsWith(p.name + "."));
      if (fields.length === 0) continue;
      const inner = this.nest(fields.map((q) => ({ ...q, name: q.name.slice(p.name.length + 1) }))).filter((q) => !q.name.includes("."));
      p.type = squeeze(`{${inner.map((q) => q.name + (q.optional ? "?" : "") + (q.type ? ":" + q.type : "")).join(";")}}`);
    }
    return params;
  }

  docDefault(t) {
    const rest = this.text.slice(t.name.end, t.end);
    return /^\s*=([^\n]*)/.test(rest) ? this.upToBracket(rest.slice(rest.indexOf("=") + 1)) : "";
  }
  upToBracket(text) {
    let depth = 1;
    for (let i = 0; i < text.length; i++) {
      if (text[i] === "[") depth++;
      if (text[i] === "]" && --depth === 0) return text.slice(0, i).trim();
    }
    return text.trim();
  }

  /** The type of a tag; one that the compiler could not read to its end is its text. */
  docType(e) {
    const literal = ts.isJSDocTypeLiteral(e) ? e : e.type;
    if (ts.isJSDocTypeLiteral(literal)) return this.docLiteral(literal);
    const text = this.text.slice(e.pos, e.end);
    if (!/^\s*\{[\s\S]*\}$/.test(text) || e.type.kind === K.TypeReference && !e.type.typeName.escapedText && e.type.typeName.kind === K.Identifier) return this.rawType(e);
    return this.form(e.type);
  }

  docLiteral(e) {
    const fields = (e.jsDocPropertyTags ?? []).map((t) => this.docParam(t)).map((p) => `${p.name.split(".").at(-1)}${p.optional ? "?" : ""}${p.type ? ":" + p.type : ""}`);
    return squeeze(`{${fields.join(";")}}` + (e.isArrayType ? "[]" : ""));
  }

  rawType(e) {
    const from = this.text.indexOf("{", e.pos);
    let depth = 0;
    for (let i = from; i < this.text.length; i++) {
      if (this.text[i] === "{") depth++;
      if (this.text[i] === "}" && --depth === 0) return squeeze(this.text.slice(from + 1, i).replace(/\n\s*\*/g, "\n"));
    }
    return "";
  }

  /** Comments of the top level that declare a type. */
  typedefs() {
    const declared = new Set();
    const visit = (node) => {
      for (const doc of node.jsDoc ?? []) {
        for (const tag of doc.tags ?? []) {
          if (!(ts.isJSDocTypedefTag(tag) || ts.isJSDocCallbackTag(tag)) || declared.has(tag.pos)) continue;
          declared.add(tag.pos);
          this.typedef(doc, tag);
        }
      }
      ts.forEachChild(node, (child) => void (child.pos === node.pos && visit(child)));
    };
    this.file.statements.forEach(visit);
    visit(this.file.endOfFileToken);
  }

  typedef(doc, tag) {
    const name = tag.fullName.text;
    const type = ts.isJSDocCallbackTag(tag) ? "function" : tag.typeExpression ? this.docType(tag.typeExpression) : "";
    const summary = this.summary(this.description(doc)) || this.summary(this.comment(tag.comment));
    const d = this.declare(name, this.start(tag.fullName), (exported) => [
      `type ${name} export ${exported} ${this.place(this.start(tag.fullName))} ${summary}`, `    params  extends  ${type}`,
    ]);
    d.export = name;
  }
}

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const text = readFileSync(path, "utf8").replace(/^\ufeff/, "");
  let lines;
  try {
    lines = new Reader(path, text).read();
  } catch (e) {
    lines = ["oracle failed: " + e.stack];
  }
  writeSync(1, JSON.stringify({ path, lines: lines.map((l) => show(l).replace(/\s+$/, "")) }) + "\n");
}
