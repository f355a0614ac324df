// The matchers.

const { brief, full, equal, holds, isClose, isObject, stateOf } = shared;

// A matcher takes the received value and its arguments, and returns an outcome: whether it passes, its description
// ("to be 4"), and for a comparison both sides in full.
const matchers = {
  toBe(received, expected) {
    const says = `to be ${brief(expected)}`;
    if (!Object.is(received, expected) && isObject(received) && equal(received, expected, { strict: true })) {
      return { pass: false, says: `${says}: they are equal but not the same object; compare with toEqual` };
    }
    return { pass: Object.is(received, expected), says, sides: sides(received, expected) };
  },
  toEqual(received, expected) {
    const shown = { types: false, undefined: false };
    return { pass: equal(received, expected), says: `to equal ${brief(expected)}`, sides: sides(received, expected, shown) };
  },
  toStrictEqual(received, expected) {
    const pass = equal(received, expected, { strict: true });
    return { pass, says: `to strictly equal ${brief(expected)}`, sides: sides(received, expected) };
  },
  toMatchObject(received, expected) {
    if (!isObject(expected)) throw new TypeError(`toMatchObject takes an object, not ${brief(expected)}`);
    const pass = isObject(received) && equal(received, expected, { partial: true });
    return { pass, says: `to match ${brief(expected)}`, sides: sides(received, expected, { types: false, only: true }) };
  },
  toContain(received, item) {
    if (typeof received === "string") return { pass: received.includes(item), says: `to contain ${brief(item)}` };
    const pass = itemsOf(received, "toContain").some((one) => one === item || Object.is(one, item));
    return { pass, says: `to contain ${brief(item)}` };
  },
  toContainEqual(received, item) {
    return { pass: holds(itemsOf(received, "toContainEqual"), item, {}), says: `to contain an item equal to ${brief(item)}` };
  },
  toHaveLength(received, length) {
    if (typeof received?.length !== "number") {
      throw new TypeError(`toHaveLength takes something with a length, not ${brief(received)}`);
    }
    return { pass: received.length === length, says: `to have the length ${length}`, but: `it has ${received.length}` };
  },
  toHaveProperty(received, path, ...value) {
    const found = follow(received, path);
    const name = Array.isArray(path) ? path.join(".") : String(path);
    if (value.length === 0) return { pass: found.there, says: `to have the property ${name}` };
    const says = `to have the property ${name} with ${brief(value[0])}`;
    return {
      pass: found.there && equal(found.value, value[0]), says,
      but: found.there ? `it is ${brief(found.value)}` : "the property is missing",
      sides: sides(found.value, value[0], { types: false, undefined: false }),
    };
  },
  toBeTruthy: (received) => ({ pass: Boolean(received), says: "to be truthy" }),
  toBeFalsy: (received) => ({ pass: !received, says: "to be falsy" }),
  toBeNull: (received) => ({ pass: received === null, says: "to be null" }),
  toBeUndefined: (received) => ({ pass: received === undefined, says: "to be undefined" }),
  toBeDefined: (received) => ({ pass: received !== undefined, says: "to be defined" }),
  toBeNaN: (received) => ({ pass: Number.isNaN(received), says: "to be NaN" }),
  toBeGreaterThan: (received, than) => ordered(received, than, "toBeGreaterThan", received > than, "greater than"),
  toBeGreaterThanOrEqual: (received, than) => ordered(received, than, "toBeGreaterThanOrEqual", received >= than, "at least"),
  toBeLessThan: (received, than) => ordered(received, than, "toBeLessThan", received < than, "less than"),
  toBeLessThanOrEqual: (received, than) => ordered(received, than, "toBeLessThanOrEqual", received <= than, "at most"),
  toBeCloseTo(received, number, digits = 2) {
    return { pass: isClose(received, number, digits), says: `to be close to ${number}, to ${digits} digits` };
  },
  toMatch(received, pattern) {
    if (typeof received !== "string") throw new TypeError(`toMatch takes a text, not ${brief(received)}`);
    const pass = typeof pattern === "string" ? received.includes(pattern) : new RegExp(pattern).test(received);
    return { pass, says: typeof pattern === "string" ? `to contain ${brief(pattern)}` : `to match ${pattern}` };
  },
  toBeInstanceOf(received, type) {
    if (typeof type !== "function") throw new TypeError(`toBeInstanceOf takes a class, not ${brief(type)}`);
    return { pass: received instanceof type, says: `to be an instance of ${type.name}` };
  },
  toBeTypeOf(received, type) {
    return { pass: typeof received === type, says: `to be of type ${type}`, but: `it is of type ${typeof received}` };
  },
  toSatisfy: (received, check) => ({ pass: Boolean(check(received)), says: `to satisfy ${brief(check)}` }),

  toThrow(received, ...wanted) {
    const outcome = thrownBy(received);
    const rejected = received instanceof Rejection;
    const subject = rejected ? "the promise" : "the function";
    const what = wanted.length === 0 ? "" : `${rejected ? " with" : ""} ${describeError(wanted[0])}`;
    const says = `${rejected ? "to be rejected" : "to throw"}${what}`;
    if (!outcome.threw) return { subject, pass: false, says, but: "it returned" };
    const pass = wanted.length === 0 || fitsError(outcome.error, wanted[0]);
    const threw = `${rejected ? "it was rejected with" : "it threw"} ${brief(outcome.error)}`;
    return { subject, pass, says, but: threw, butNot: threw, cause: outcome.error };
  },

  toHaveBeenCalled(received) {
    const { calls } = stateOf(received, "toHaveBeenCalled");
    return { pass: calls.length > 0, says: "to have been called", but: timesText(calls), butNot: timesText(calls) };
  },
  toHaveBeenCalledTimes(received, times) {
    const { calls } = stateOf(received, "toHaveBeenCalledTimes");
    return { pass: calls.length === times, says: `to have been called ${countText(times)}`, but: timesText(calls) };
  },
  toHaveBeenCalledWith(received, ...args) {
    const { calls } = stateOf(received, "toHaveBeenCalledWith");
    return called(calls, args, calls.some((call) => equal(call, args)), "to have been called with");
  },
  toHaveBeenLastCalledWith(received, ...args) {
    const { calls } = stateOf(received, "toHaveBeenLastCalledWith");
    return called(calls.slice(-1), args, calls.length > 0 && equal(calls.at(-1), args), "to have been called last with");
  },
  toHaveBeenNthCalledWith(received, n, ...args) {
    const { calls } = stateOf(received, "toHaveBeenNthCalledWith");
    const pass = n <= calls.length && equal(calls[n - 1], args);
    return called(calls.slice(n - 1, n), args, pass, `to have been called, as call ${n}, with`);
  },

  toHaveStatus(received, status) {
    if (!shared.isResponse(received)) {
      throw new TypeError(`toHaveStatus takes a response of app, not ${brief(received)}; is an await missing?`);
    }
    return {
      subject: "the response", pass: received.status === status,
      says: `to have the status ${status}`, but: `it has ${received.status}`,
      note: received.text === "" ? "" : `the body is ${received.text}`,
    };
  },
};
matchers.toHaveBeenCalledOnce = (received) => matchers.toHaveBeenCalledTimes(received, 1);
matchers.toThrowError = matchers.toThrow;

// sides prints both sides in full, for a comparison line by line.
function sides(received, expected, options = {}) {
  return () => ({
    expected: full(expected, received, { ...options, only: false }),
    received: full(received, expected, options),
  });
}

function itemsOf(received, matcher) {
  if (received === null || received === undefined || typeof received[Symbol.iterator] !== "function") {
    throw new TypeError(`${matcher} takes a text, an array or a set, not ${brief(received)}`);
  }
  return [...received];
}

// follow reads a path such as "address.city" or "tags[0]".
function follow(received, path) {
  const written = typeof path === "string" ? path.split(/[.[\]]+/).filter((step) => step !== "") : [path];
  const steps = Array.isArray(path) ? path : written;
  let value = received;
  for (const step of steps) {
    if (value === null || value === undefined || !(step in Object(value))) return { there: false, value: undefined };
    value = value[step];
  }
  return { there: true, value };
}

function ordered(received, than, matcher, pass, words) {
  for (const value of [received, than]) {
    if (!["number", "bigint"].includes(typeof value) && !(value instanceof Date)) {
      throw new TypeError(`${matcher} takes numbers, not ${brief(value)}`);
    }
  }
  return { pass, says: `to be ${words} ${brief(than)}` };
}

// thrownBy calls a function and returns what it throws. The reason of a rejected promise counts as thrown.
function thrownBy(received, matcher = "toThrow") {
  if (received instanceof Rejection) return { threw: true, error: received.error };
  if (typeof received !== "function") {
    throw new TypeError(`${matcher} takes a function that should throw: expect(() => …), not ${brief(received)}`);
  }
  let result;
  try {
    result = received();
  } catch (error) {
    return { threw: true, error };
  }
  if (result instanceof Promise) {
    result.catch(() => {});
    throw new TypeError(`the function returned a promise: write await expect(…).rejects.${matcher}(…)`);
  }
  return { threw: false };
}

function fitsError(error, wanted) {
  const message = error instanceof Error ? error.message : String(error?.message ?? error);
  if (typeof wanted === "string") return message.includes(wanted);
  if (wanted instanceof RegExp) return wanted.test(message);
  if (typeof wanted === "function") return error instanceof wanted;
  if (wanted instanceof Error) return message === wanted.message && error instanceof wanted.constructor;
  return equal(error, wanted, { partial: true });
}

function describeError(wanted) {
  if (typeof wanted === "function") return wanted.name;
  if (typeof wanted === "string") return `an error that says ${brief(wanted)}`;
  if (wanted instanceof RegExp) return `an error that matches ${wanted}`;
  return brief(wanted);
}

const countText = (n) => n === 1 ? "once" : n === 2 ? "twice" : `${n} times`;
const timesText = (calls) => calls.length === 0 ? "it was not" : `it was called ${countText(calls.length)}`;

function called(calls, args, pass, words) {
  let but = timesText(calls);
  if (calls.length > 0) but += `: ${calls.slice(0, 5).map((call) => `(${call.map(brief).join(", ")})`).join(", ")}`;
  return {
    pass, says: `${words} (${args.map(brief).join(", ")})`, but,
    sides: calls.length === 1 ? sides(calls[0], args, { types: false, undefined: false }) : undefined,
  };
}

// Rejection is what .rejects passes to a matcher that examines errors.
class Rejection {
  constructor(error) { this.error = error; }
}

return { matchers, Rejection, thrownBy };
