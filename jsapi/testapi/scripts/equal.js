// Equality of values, and placeholders for values: expect.any(Number), …

// equal compares by content. how: strict (classes, undefined members and holes count),
// partial (objects may have more members than expected).
function equal(received, expected, how = {}) {
  return compare(received, expected, how, []);
}

function compare(a, b, how, path) {
  if (isMatcher(b)) return b.matches(a);
  if (isMatcher(a)) return a.matches(b);
  if (Object.is(a, b)) return true;
  if (!shared.isObject(a) || !shared.isObject(b)) return false;
  for (const [x, y] of path) {
    if (x === a || y === b) return x === a && y === b; // both refer back to the same place
  }
  path.push([a, b]);
  try {
    return sameKind(a, b, how) && sameContent(a, b, how, path);
  } finally {
    path.pop();
  }
}

const kinds = [Date, RegExp, Error, Map, Set, Promise, ArrayBuffer, Number, String, Boolean];

function sameKind(a, b, how) {
  if (how.partial && isPlain(b)) return !Array.isArray(a); // only the members count, not the class
  if (Array.isArray(a) !== Array.isArray(b) || ArrayBuffer.isView(a) !== ArrayBuffer.isView(b)) return false;
  for (const kind of kinds) {
    if (a instanceof kind !== b instanceof kind) return false;
  }
  return !how.strict || Object.getPrototypeOf(a) === Object.getPrototypeOf(b) || shared.className(a) === shared.className(b);
}

function isPlain(object) {
  const prototype = Object.getPrototypeOf(object);
  return prototype === Object.prototype || prototype === null;
}

function sameContent(a, b, how, path) {
  if (how.partial && isPlain(b)) return sameMembers(a, b, how, path);
  if (a instanceof Date) return Object.is(a.getTime(), b.getTime());
  if (a instanceof RegExp) return String(a) === String(b);
  if (a instanceof Promise) return false; // they are not the same promise
  if (a instanceof Number || a instanceof String || a instanceof Boolean) return Object.is(a.valueOf(), b.valueOf());
  if (a instanceof Error) {
    return a.name === b.name && a.message === b.message && compare(a.cause, b.cause, how, path) && sameMembers(a, b, how, path);
  }
  if (a instanceof ArrayBuffer || ArrayBuffer.isView(a)) return sameBytes(a, b);
  if (a instanceof Map) return sameMap(a, b, how, path);
  if (a instanceof Set) return a.size === b.size && [...b].every((item) => a.has(item) || holds([...a], item, how));
  if (Array.isArray(a)) return sameArray(a, b, how, path);
  return sameMembers(a, b, how, path);
}

function sameBytes(a, b) {
  const bytes = (x) => x instanceof ArrayBuffer ? new Uint8Array(x) : new Uint8Array(x.buffer, x.byteOffset, x.byteLength);
  const [left, right] = [bytes(a), bytes(b)];
  return shared.className(a) === shared.className(b) && left.length === right.length && left.every((byte, i) => byte === right[i]);
}

function sameMap(a, b, how, path) {
  if (a.size !== b.size) return false;
  for (const [key, value] of b) {
    if (a.has(key)) {
      if (!compare(a.get(key), value, how, path)) return false;
    } else if (![...a].some(([k, v]) => equal(k, key, how) && equal(v, value, how))) {
      return false;
    }
  }
  return true;
}

function sameArray(a, b, how, path) {
  if (a.length !== b.length) return false;
  for (let i = 0; i < b.length; i++) {
    if (how.strict && (i in a) !== (i in b)) return false;
    if (!compare(a[i], b[i], how, path)) return false;
  }
  return true;
}

function sameMembers(a, b, how, path) {
  const expected = membersOf(b, how);
  if (!how.partial && membersOf(a, how).length !== expected.length) return false;
  return expected.every((key) => (how.partial ? key in a : Object.hasOwn(a, key)) && compare(a[key], b[key], how, path));
}

function membersOf(object, how) {
  const keys = shared.ownKeys(object);
  return how.strict || how.partial ? keys : keys.filter((key) => object[key] !== undefined);
}

// holds reports whether an item of the list is equal to the item.
function holds(list, item, how) {
  return list.some((one) => equal(one, item, how));
}

// Matcher is a placeholder for every value that fits.
class Matcher {
  #fits;
  #text;
  #form;
  constructor(text, fits, form) {
    this.#text = text;
    this.#fits = fits;
    this.#form = form;
  }
  matches(value) { return Boolean(this.#fits(value)); }
  get form() { return this.#form; } // in a snapshot
  toString() { return this.#text; }
  toJSON() { return this.#text; }
}

function isMatcher(value) {
  return value instanceof Matcher;
}

// isA reports whether a value is of a class; primitives count as values of their class.
function isA(value, type) {
  switch (type) {
    case String: return typeof value === "string" || value instanceof String;
    case Number: return typeof value === "number" || value instanceof Number;
    case Boolean: return typeof value === "boolean" || value instanceof Boolean;
    case BigInt: return typeof value === "bigint";
    case Symbol: return typeof value === "symbol";
    case Function: return typeof value === "function";
    case Object: return shared.isObject(value);
    default: return value instanceof type;
  }
}

// standIns returns the members of expect that make a Matcher, and their opposites, the members of expect.not.
function standIns() {
  const { brief, isObject } = shared;
  const pairs = {
    objectContaining: (members) => (value) => isObject(value) && equal(value, members, { partial: true }),
    arrayContaining: (items) => (value) => Array.isArray(value) && items.every((item) => holds(value, item, {})),
    stringContaining: (part) => (value) => typeof value === "string" && value.includes(part),
    stringMatching: (pattern) => (value) => typeof value === "string" && new RegExp(pattern).test(value),
  };
  const is = {
    any(type) {
      if (typeof type !== "function") throw new TypeError("expect.any takes a class, such as Number or User");
      return new Matcher(`any(${type.name})`, (value) => isA(value, type), { name: `Any<${type.name || "<anonymous>"}>` });
    },
    anything: () => new Matcher("anything()", (value) => value !== null && value !== undefined, { name: "Anything" }),
    closeTo(number, digits = 2) {
      const form = { name: `NumberCloseTo ${number} (${digits} digit${digits === 1 ? "" : "s"})` };
      return new Matcher(`closeTo(${number})`, (value) => isClose(value, number, digits), form);
    },
  };
  const not = {};
  for (const [name, fits] of Object.entries(pairs)) {
    const form = (wanted, no) => ({
      name: name.replace(/^.[a-z]+/, (kind) => kind[0].toUpperCase() + kind.slice(1) + no),
      sample: name === "stringMatching" ? new RegExp(wanted) : wanted,
    });
    is[name] = (wanted) => new Matcher(`${name}(${brief(wanted)})`, fits(wanted), form(wanted, ""));
    not[name] = (wanted) => new Matcher(`not.${name}(${brief(wanted)})`, (value) => !fits(wanted)(value), form(wanted, "Not"));
  }
  return { is, not };
}

function isClose(a, b, digits) {
  return typeof a === "number" && (Object.is(a, b) || Math.abs(a - b) < 10 ** -digits / 2);
}

return { equal, holds, isMatcher, isA, isClose, standIns };
