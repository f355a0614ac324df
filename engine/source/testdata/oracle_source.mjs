// The text of one file, parsed, and the ways in which it is printed.
import { createRequire } from "node:module";

export const ts = createRequire(import.meta.url)(process.argv[2]);
const { SyntaxKind: K } = ts;

/** White space has no meaning in these texts; both sides drop it. */
export const squeeze = (text) => text.replace(/\s+/gu, "");
export const fold = (text) => text.replace(/\s+/gu, " ").trim();
export const shorten = (text, size) => {
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
export const show = (line) => standIns.reduce((s, [sign, letter]) => s.replaceAll(letter, sign), line);

export class Source {
  constructor(path, original) {
    this.text = hide(original);
    const kind = /\.[cm]?ts$/.test(path) ? ts.ScriptKind.TS : ts.ScriptKind.JS;
    this.file = ts.createSourceFile(path, this.text, ts.ScriptTarget.ESNext, false, kind);
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

  memberName(name) {
    if (ts.isComputedPropertyName(name)) return this.bareNode(name.expression);
    return name.text;
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
}
