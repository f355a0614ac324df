// Types, in the form that Type.String of package source gives them.
import { Source, squeeze, ts } from "./oracle_source.mjs";

const { SyntaxKind: K } = ts;

export class Types extends Source {
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

  heritage(t) {
    const dotted = (e) => ts.isIdentifier(e) || (ts.isPropertyAccessExpression(e) && dotted(e.expression));
    if (!dotted(t.expression)) return squeeze(this.bareNode(t));
    const args = t.typeArguments?.map((a) => this.form(a)).join(",");
    return squeeze(this.bareNode(t.expression) + (args ? `<${args}>` : ""));
  }
}
