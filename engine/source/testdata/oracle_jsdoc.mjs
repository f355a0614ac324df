// JSDoc comments: to which declaration they belong, and what they say.
import { fold, squeeze, ts } from "./oracle_source.mjs";
import { Types } from "./oracle_types.mjs";

const { SyntaxKind: K } = ts;

export class Comments extends Types {
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
}
