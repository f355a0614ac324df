// Prints, for each file named on standard input, what it declares according to the
// TypeScript compiler: one line of JSON per file, {path, lines}. The lines have the
// form of corpus_lines_test.go, which prints what package source read in the same way.
//
//   node oracle.mjs <typescript.js> < list of files
import { readFileSync, writeSync } from "node:fs";
import { Comments } from "./oracle_jsdoc.mjs";
import { shorten, show, squeeze, ts } from "./oracle_source.mjs";

const { SyntaxKind: K } = ts;

class Reader extends Comments {
  lines = [];
  declared = new Map(); // local name → declarations
  declarations = [];
  exportLists = [];
  imports = new Map();
  passedOn = [];

  read() {
    this.statements();
    this.typedefs();
    this.tieExports();
    this.declarations.sort((a, b) => a.at - b.at);
    for (const d of this.declarations) this.lines.push(...d.print(d.export ?? ""));
    return this.lines.concat(this.passedOn.sort());
  }

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

  /** Comments of the top level that declare a type. */
  typedefs() {
    const declared = new Set();
    const visit = (node) => {
      for (const doc of node.jsDoc ?? []) {
        for (const tag of doc.tags ?? []) {
          if (ts.isJSDocImportTag(tag) && tag.importClause && !declared.has(tag.pos)) {
            declared.add(tag.pos);
            this.clause(tag.importClause, tag.moduleSpecifier.text, true);
          }
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
