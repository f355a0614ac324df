// The text of a value in a snapshot: that of pretty-format with the options of vitest.

const { ownKeys, isMatcher, isMock, isObject } = shared;
const kindOf = (value) => Object.prototype.toString.call(value).slice(8, -1);

// lists are the kinds whose items are listed. Others with numbered members, such as BigInt64Array, are objects.
const lists = [
  "Array", "ArrayBuffer", "DataView", "Float32Array", "Float64Array", "Int8Array", "Int16Array", "Int32Array", "Uint8Array", "Uint8ClampedArray",
  "Uint16Array", "Uint32Array",
];

// pretty prints a value at an indent, within the values around it. bare: toJSON has been called.
function pretty(value, indent = "", around = [], bare = false) {
  const inside = { indent: `${indent}  `, around };
  if (isMatcher(value)) return placeholder(value, indent, inside);
  if (isMock(value)) return mock(value, indent, inside);
  const plain = simple(value);
  if (plain !== undefined) return plain;
  if (around.includes(value)) return "[Circular]";
  inside.around = [...around, value];
  if (!bare && typeof value.toJSON === "function") return pretty(value.toJSON(), indent, inside.around, true);
  const kind = kindOf(value);
  const print = (one) => pretty(one, inside.indent, inside.around);
  if (kind === "Map") return lines("Map {", Array.from(value, ([key, one]) => `${print(key)} => ${print(one)}`), "}", indent);
  if (kind === "Set") return lines("Set {", Array.from(value, print), "}", indent);
  const name = typeof value.constructor === "function" && value.constructor.name || "Object";
  if (kind === "Arguments") return lines("Arguments [", items(value, print), "]", indent);
  if (lists.includes(kind)) return lines(name === "Array" ? "[" : `${name} [`, items(value, print), "]", indent);
  return lines(name === "Object" ? "{" : `${name} {`, members(value, print), "}", indent);
}

// simple prints what has no members; undefined for the rest.
function simple(value) {
  switch (typeof value) {
    case "string": return `"${value}"`;
    case "number": return Object.is(value, -0) ? "-0" : String(value);
    case "bigint": return `${value}n`;
    case "function": return "[Function]";
    case "object": break;
    default: return String(value);
  }
  if (value === null) return "null";
  switch (kindOf(value)) {
    case "WeakMap": return "WeakMap {}";
    case "WeakSet": return "WeakSet {}";
    case "Symbol": return String(value.valueOf());
    case "Date": return Number.isNaN(+value) ? "Date { NaN }" : Date.prototype.toISOString.call(value);
    case "RegExp": return RegExp.prototype.toString.call(value).replace(/[$()*+.?[\\\]^{|}]/g, "\\$&");
  }
  return kindOf(value) === "Error" || value instanceof Error ? `[${Error.prototype.toString.call(value)}]` : undefined;
}

function lines(open, parts, close, indent) {
  if (parts.length === 0) return open + close;
  return `${open}\n${parts.map((part) => `${indent}  ${part},\n`).join("")}${indent}${close}`;
}

function items(list, print) {
  const bytes = list instanceof ArrayBuffer ? new DataView(list) : list;
  if (bytes instanceof DataView) return Array.from({ length: bytes.byteLength }, (_, i) => print(bytes.getInt8(i)));
  return Array.from({ length: list.length }, (_, i) => i in list ? print(list[i]) : "");
}

function members(object, print) {
  const keys = ownKeys(object);
  const named = keys.filter((key) => typeof key === "string").sort();
  return [...named, ...keys.slice(named.length)].map((key) => `${print(key)}: ${print(object[key])}`);
}

function placeholder(matcher, indent, inside) {
  const { name, sample } = matcher.form;
  const print = (one) => pretty(one, inside.indent, inside.around);
  if (name.startsWith("Array")) return lines(`${name} [`, items(sample, print), "]", indent);
  if (name.startsWith("Object")) return lines(`${name} {`, members(sample, print), "}", indent);
  return sample === undefined ? name : `${name} ${pretty(sample, indent, inside.around)}`;
}

function mock(fn, indent, inside) {
  const name = fn.getMockName?.() ?? fn.mockName();
  const title = `[MockFunction ${name === "" || name === "vi.fn()" ? "spy" : name}]`;
  if (fn.mock.calls.length === 0) return title;
  const print = (one) => pretty(one, inside.indent, inside.around);
  return lines(`${title} {`, [`"calls": ${print(fn.mock.calls)}`, `"results": ${print(fn.mock.results)}`], "}", indent);
}

// withProperties returns a value in which what the placeholders have matched gives way to them.
function withProperties(value, properties) {
  if (!isObject(value) || !isObject(properties) || isMatcher(properties)) return properties;
  if (Array.isArray(value) !== Array.isArray(properties)) return properties;
  const merged = Array.isArray(value) ? Array.from(value) : { ...value };
  for (const key of Object.keys(properties)) merged[key] = key in value ? withProperties(value[key], properties[key]) : properties[key];
  return merged;
}

return { pretty, withProperties };
