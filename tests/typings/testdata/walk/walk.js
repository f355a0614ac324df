// Says what things are, for the comparison with their declarations: their kind, how many arguments they take, and their members.

const ofAll = new Set([Object.prototype, Function.prototype, Error.prototype]);

/** What a value is, without its members. */
function kindOf(value) {
  if (typeof value !== "function") return { kind: value === null ? "null" : typeof value };
  const text = Function.prototype.toString.call(value);
  const isClass = /^class\b/.test(text);
  // The length of a function in Go says little, nor that of one that takes a list, has defaults, or is there to be replaced.
  const isReplaced = /\{ (throw new .*|return (true|noBlobs\(.*\)); )?\}$/.test(text);
  const isPlain = !isClass && !isReplaced && !/\[native code\]|\barguments\b|^[^{]*(\.\.\.|=[^>])|\{\s*\}$/.test(text);
  return { kind: isClass ? "class" : "function", arity: value.length, isPlain, constructs: isConstructor(value) };
}

function isConstructor(value) {
  try {
    Reflect.construct(Object, [], value);
    return true;
  } catch {
    return false;
  }
}

/**
 * The members of an object and its prototypes, except those that all objects, functions or errors have, and those that are not for
 * scripts, which begin with $.
 */
function members(object) {
  const found = {};
  for (let at = object; at && !ofAll.has(at); at = Object.getPrototypeOf(at)) {
    for (const [name, of] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (name.startsWith("$") || name === "constructor" || Object.hasOwn(found, name)) continue;
      if (of.value !== undefined && of.value === Object.prototype[name] || name.startsWith("__")) continue;
      found[name] = "value" in of ? kindOf(of.value) : { kind: of.get ? "accessor" : "setter" };
    }
  }
  return found;
}

/** The whole of an export or a global. */
export function thing(value) {
  const said = kindOf(value);
  if (value === null || typeof value !== "object" && typeof value !== "function") return said;
  if (typeof value === "object") return { ...said, statics: members(value) };
  const { length, name, prototype, ...statics } = members(value);
  if (said.constructs && value.prototype) said.members = members(value.prototype);
  return { ...said, statics };
}

/** Adds what an object has, beside what its class has, to the members of the class. */
export function instance(said, object) {
  const { message, stack, cause, ...more } = members(object);
  if (object instanceof Error) delete more.name;
  said.members = { ...more, ...said.members };
  said.instances = (said.instances ?? 0) + 1;
}
