// Mock functions, which record their calls.

const mocks = new WeakMap(); // maps a mock to its state
const all = []; // states whose calls are forgotten before each test
let spies = null; // restored at the end of the running test; null if none runs

function fn(implementation) {
  const state = { calls: [], results: [], once: [], implementation, first: implementation, name: "" };
  function mock(...args) {
    const result = { type: "return", value: undefined };
    state.calls.push(args);
    state.results.push(result);
    const run = state.once.length > 0 ? state.once.shift() : state.implementation;
    try {
      return result.value = run?.apply(this, args);
    } catch (error) {
      result.type = "throw";
      result.value = error;
      throw error;
    }
  }
  mocks.set(mock, state);
  all.push(state);
  Object.defineProperty(mock, "mock", { value: view(state) });
  for (const [name, method] of Object.entries(methods)) {
    Object.defineProperty(mock, name, { value: (...args) => method(state, ...args) ?? mock });
  }
  return mock;
}

// view returns the part of the state that tests see.
function view(state) {
  return {
    get calls() { return state.calls; },
    get results() { return state.results; },
    get lastCall() { return state.calls.at(-1); },
  };
}

const methods = {
  mockImplementation(state, implementation) { state.implementation = implementation; },
  mockImplementationOnce(state, implementation) { state.once.push(implementation); },
  mockReturnValue(state, value) { state.implementation = () => value; },
  mockReturnValueOnce(state, value) { state.once.push(() => value); },
  mockResolvedValue(state, value) { state.implementation = async () => value; },
  mockResolvedValueOnce(state, value) { state.once.push(async () => value); },
  mockRejectedValue(state, error) { state.implementation = async () => { throw error; }; },
  mockRejectedValueOnce(state, error) { state.once.push(async () => { throw error; }); },
  mockClear(state) { forget(state); },
  mockReset(state) {
    forget(state);
    state.once = [];
    state.implementation = state.first;
  },
  mockRestore(state) {
    methods.mockReset(state);
    state.restore?.();
  },
  mockName(state, ...name) {
    if (name.length === 0) return state.name;
    state.name = String(name[0]);
  },
};

function forget(state) {
  state.calls = [];
  state.results = [];
}

// spyOn replaces a method by a mock, which calls the method unless it gets another implementation.
function spyOn(object, name) {
  if (!shared.isObject(object) && typeof object !== "function") {
    throw new TypeError(`spyOn takes an object, not ${shared.brief(object)}`);
  }
  const original = object[name];
  if (typeof original !== "function") {
    const near = host.near(String(name), methodNames(object));
    throw new TypeError(`spyOn: ${shared.className(object) || "the object"} has no method ${String(name)}${near}`);
  }
  if (mocks.has(original)) return original;
  const own = Object.getOwnPropertyDescriptor(object, name);
  const mock = fn(original);
  const state = mocks.get(mock);
  state.name = String(name);
  state.restore = () => {
    if (own) Object.defineProperty(object, name, own);
    else delete object[name];
    state.restore = undefined;
  };
  Object.defineProperty(object, name, { value: mock, writable: true, configurable: true, enumerable: own?.enumerable ?? false });
  spies?.push(state);
  return mock;
}

function isMock(value) {
  return mocks.has(value);
}

function stateOf(mock, matcher) {
  const state = mocks.get(mock);
  if (state === undefined) throw new TypeError(`${matcher} takes a function made by fn() or spyOn(), not ${shared.brief(mock)}`);
  return state;
}

// beforeTest forgets the calls of the previous test; afterTest restores the methods that the test spied on.
function beforeTest() {
  for (const state of all) forget(state);
  spies = [];
}

function afterTest() {
  for (const state of spies?.reverse() ?? []) state.restore?.();
  spies = null;
}

// methodNames returns the names of the methods of an object, including those of its classes.
function methodNames(object) {
  const names = new Set();
  for (let o = object; o && o !== Object.prototype; o = Object.getPrototypeOf(o)) {
    for (const name of Object.getOwnPropertyNames(o)) {
      if (name !== "constructor" && typeof Object.getOwnPropertyDescriptor(o, name).value === "function") names.add(name);
    }
  }
  return [...names];
}

return { fn, spyOn, isMock, stateOf, beforeTest, afterTest, methodNames };
