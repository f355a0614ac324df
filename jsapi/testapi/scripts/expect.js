// expect: it passes the received value to a matcher, and throws if the matcher does not pass.

const { brief, matchers, Rejection } = shared;

// AssertionError is thrown by matchers. The expected and the received value are passed to the host, which compares
// them line by line.
class AssertionError extends Error {}
Object.defineProperty(AssertionError.prototype, "name", { value: "AssertionError", writable: true, configurable: true });

// fail fills in the error and throws it. The caller makes the error, so that its stack begins there.
function fail(error, outcome, state, received) {
  const subject = outcome.subject ?? brief(received);
  let message = `expected ${subject} ${state.not ? "not " : ""}${outcome.says}`;
  const but = state.not ? outcome.butNot : outcome.but;
  if (but) message += `, but ${but}`;
  if (received instanceof Promise && !state.promise) message += ": it is a promise, is an await missing?";
  if (outcome.note) message += `\n${outcome.note}`;
  if (state.message !== undefined) message = `${state.message}: ${message}`;
  Object.defineProperty(error, "message", { value: message, writable: true, configurable: true });
  if (outcome.cause instanceof Error) Object.defineProperty(error, "cause", { value: outcome.cause, configurable: true });
  const both = state.not ? undefined : outcome.sides?.();
  throw both ? host.mismatch(error, both.expected, both.received) : error;
}

// Assertion holds the received value until a matcher is called.
class Assertion {
  #state;
  constructor(state) { this.#state = state; }

  get not() { return new Assertion({ ...this.#state, not: !this.#state.not }); }
  get resolves() { return new Assertion({ ...this.#state, promise: "resolves" }); }
  get rejects() { return new Assertion({ ...this.#state, promise: "rejects" }); }

  static run(assertion, name, args) {
    const state = assertion.#state;
    const error = new AssertionError();
    if (!state.promise) return check(state.received, name, args, state, error);
    return settle(state, error).then((received) => check(received, name, args, state, error));
  }
}

function check(received, name, args, state, error) {
  const looked = received instanceof Rejection && !name.startsWith("toThrow") ? received.error : received;
  const outcome = matchers[name].call({ error, state }, looked, ...args);
  if (outcome.pass === Boolean(state.not)) fail(error, outcome, state, looked);
}

// settle awaits the received promise, which must end as resolves or rejects says.
async function settle(state, error) {
  const { promise, received } = state;
  const awaited = promise === "rejects" && typeof received === "function" ? received() : received;
  if (typeof awaited?.then !== "function") throw new TypeError(`expect(…).${promise} takes a promise, not ${brief(awaited)}`);
  const otherwise = (outcome) => fail(error, { subject: "the promise", ...outcome }, { ...state, not: false }, awaited);
  let value;
  try {
    value = await awaited;
  } catch (thrown) {
    if (promise === "rejects") return new Rejection(thrown);
    otherwise({ says: "to resolve", but: `it was rejected with ${brief(thrown)}`, cause: thrown });
  }
  if (promise === "rejects") otherwise({ says: "to be rejected", but: `it resolved to ${brief(value)}` });
  return value;
}

for (const name of Object.keys(matchers)) {
  Object.defineProperty(Assertion.prototype, name, {
    value(...args) { return Assertion.run(this, name, args); }, configurable: true, writable: true,
  });
}

// A misspelt matcher is looked up after all others.
Object.setPrototypeOf(Assertion.prototype, new Proxy(Object.prototype, {
  get(target, name, assertion) {
    if (typeof name === "string" && name.startsWith("to") && !(name in target)) {
      throw new TypeError(`expect has no ${name}${host.near(name, Object.keys(matchers))}`);
    }
    return Reflect.get(target, name, assertion);
  },
}));

function expect(received, message) {
  return new Assertion({ received, message, not: false });
}
const stands = shared.standIns();
Object.assign(expect, stands.is, { not: stands.not });

return { expect };
