// Printing values: on one line for messages, and in full, with a line for each member, for comparisons line by line.

const maxDepth = 20;
const maxLines = 2000;

// full prints a value for a comparison with another one. `other` guides it: common members have the order of the
// other value, and a placeholder in it is printed instead of a value that fits it. options: types (print the classes
// of objects), undefined (print members that are undefined), only (leave out members that the other value lacks).
function full(value, other, options = {}) {
  if (typeof value === "string" && value.includes("\n")) return value;
  return new Printer({ types: true, undefined: true, only: false, ...options }, true).print(value, other, "");
}

// brief prints a value on one line of limited length.
function brief(value) {
  const text = new Printer({ types: true, undefined: true, only: false }, false).print(value, none, "");
  return text.length <= 72 ? text : `${text.slice(0, 70)} …`;
}

const none = Symbol("nothing to compare with");

class Printer {
  constructor(options, lines) {
    this.options = options;
    this.lines = lines;
    this.left = maxLines;
    this.inside = [];
  }

  print(value, other, indent) {
    if (shared.isMatcher?.(other) && !shared.isMatcher(value) && other.matches(value)) return String(other);
    switch (typeof value) {
      case "string": return JSON.stringify(value);
      case "number": return Object.is(value, -0) ? "-0" : String(value);
      case "bigint": return `${value}n`;
      case "function": return functionName(value);
      case "object": return value === null ? "null" : this.object(value, other, indent);
      default: return String(value);
    }
  }

  object(value, other, indent) {
    if (this.inside.includes(value)) return "[Circular]";
    if (this.inside.length >= maxDepth || this.left < 0) return "…";
    this.inside.push(value);
    try {
      return this.content(value, other, indent);
    } finally {
      this.inside.pop();
    }
  }

  content(value, other, indent) {
    if (shared.isMatcher?.(value)) return String(value);
    if (shared.isResponse?.(value)) return `Response ${value.status} ${JSON.stringify(value.text)}`;
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : `Date(${value.toISOString()})`;
    if (value instanceof RegExp) return String(value);
    if (value instanceof Error) return `[${value.name}: ${value.message}]`;
    if (value instanceof Promise) return "Promise";
    if (value instanceof Number || value instanceof String || value instanceof Boolean) {
      return `${className(value)}(${this.print(value.valueOf(), none, indent)})`;
    }
    if (value instanceof ArrayBuffer) return `ArrayBuffer(${value.byteLength})`;
    if (Array.isArray(value)) return this.array(value, other, indent);
    if (ArrayBuffer.isView(value)) {
      return `${className(value)} [${Array.from(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)).join(", ")}]`;
    }
    if (value instanceof Map) {
      const items = Array.from(value, ([key, member]) => (inner) =>
        `${this.print(key, none, inner)} => ${this.print(member, other instanceof Map ? other.get(key) : none, inner)}`);
      return this.members("Map {", items, "}", indent);
    }
    if (value instanceof Set) {
      return this.members("Set {", Array.from(value, (member) => (inner) => this.print(member, none, inner)), "}", indent);
    }
    return this.plain(value, other, indent);
  }

  array(value, other, indent) {
    const items = [];
    for (let i = 0; i < value.length; i++) {
      items.push((inner) => i in value ? this.print(value[i], Array.isArray(other) ? other[i] : none, inner) : "<empty>");
    }
    return this.members("[", items, "]", indent);
  }

  plain(value, other, indent) {
    const guided = isObject(other) && !shared.isMatcher?.(other);
    let keys = ownKeys(value);
    if (!this.options.undefined) keys = keys.filter((key) => value[key] !== undefined);
    if (guided) {
      const theirs = ownKeys(other);
      const both = theirs.filter((key) => keys.includes(key));
      keys = this.options.only ? both : [...both, ...keys.filter((key) => !both.includes(key))];
    }
    const items = keys.map((key) => (inner) =>
      `${keyText(key)}: ${this.print(read(value, key), guided && key in other ? other[key] : none, inner)}`);
    const name = this.options.types ? className(value) : "";
    return this.members(name && name !== "Object" ? `${name} {` : "{", items, "}", indent);
  }

  // members prints what is between brackets; each item is a function of its indent.
  members(open, items, close, indent) {
    if (items.length === 0) return open + close;
    if (!this.lines) {
      const padding = open === "[" ? "" : " ";
      let text = "";
      for (const item of items) {
        if (text.length > 80) return `${open}${padding}${text}, …${padding}${close}`;
        text += (text && ", ") + item(indent);
      }
      return open + padding + text + padding + close;
    }
    const inner = `${indent}  `;
    const parts = [];
    for (const item of items) {
      if (--this.left < 0) {
        parts.push(`${inner}…\n`);
        break;
      }
      parts.push(`${inner}${item(inner)},\n`);
    }
    return `${open}\n${parts.join("")}${indent}${close}`;
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null;
}

// ownKeys returns the enumerable own members of an object, including symbols.
function ownKeys(object) {
  const symbols = Object.getOwnPropertySymbols(object).filter((key) => Object.prototype.propertyIsEnumerable.call(object, key));
  return [...Object.keys(object), ...symbols];
}

function keyText(key) {
  if (typeof key === "symbol") return `[${String(key)}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

function read(object, key) {
  try {
    return object[key];
  } catch (error) {
    return error; // thrown by a getter
  }
}

function className(object) {
  const prototype = Object.getPrototypeOf(object);
  if (prototype === null) return "";
  const constructor = read(prototype, "constructor");
  return typeof constructor === "function" ? constructor.name : "";
}

function functionName(value) {
  if (shared.isMock?.(value)) return value.mockName() ? `fn ${value.mockName()}` : "fn()";
  const kind = /^class\b/.test(Function.prototype.toString.call(value)) ? "class" : "function";
  return value.name ? `${kind} ${value.name}` : `a ${kind}`;
}

return { full, brief, isObject, ownKeys, className };
