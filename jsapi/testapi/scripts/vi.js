// vi: mock functions, and a clock that stands still until a test turns it.

const clock = host.clock;
const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate", "Date", "performance"];

// moment reads a time of day: a Date, milliseconds since 1970, or a text that Date reads.
function moment(value, method) {
  const ms = new Date(value).getTime();
  if (Number.isNaN(ms)) throw new TypeError(`vi.${method} takes a Date, milliseconds since 1970 or a text such as "2030-01-31T12:00:00Z", not ${shared.brief(value)}`);
  return ms;
}

// span reads how far to turn the clock: milliseconds, or a text such as "30m".
function span(value, method) {
  const ms = typeof value === "number" ? value : typeof value === "string" ? clock.span(value) : undefined;
  if (ms === undefined || Number.isNaN(ms)) {
    throw new TypeError(`vi.${method} takes milliseconds or a duration such as "30m", not ${shared.brief(value)}`);
  }
  if (ms > 9e12) throw new RangeError(`vi.${method}: the clock is turned by 285 years at most`);
  if (ms < 0) throw new TypeError(`vi.${method}: the clock cannot be turned back; vi.setSystemTime changes the time of day`);
  return ms;
}

// stepsOf reads to how many timers to turn the clock, one after the other.
function stepsOf(value, method) {
  const steps = value === undefined ? 1 : value;
  if (!Number.isInteger(steps) || steps < 0) throw new TypeError(`vi.${method} takes a number of timers, not ${shared.brief(value)}`);
  return steps;
}

function faking() {
  if (!clock.faking()) throw new Error("the clock is not stood still: call vi.useFakeTimers() first");
}

// partsOf checks the option toFake.
function partsOf(list) {
  if (!Array.isArray(list)) throw new TypeError(`vi.useFakeTimers: toFake takes an array of names, not ${shared.brief(list)}`);
  for (const name of list) {
    if (timers.includes(name)) continue;
    const near = typeof name === "string" ? host.near(name, timers) : "";
    throw new TypeError(`vi.useFakeTimers: toFake has no ${shared.brief(name)}${near || `; it takes ${timers.join(", ")}`}`);
  }
  return list;
}

function useFakeTimers(options = {}) {
  if (!shared.isObject(options)) throw new TypeError(`vi.useFakeTimers takes an object, not ${shared.brief(options)}`);
  for (const name of Object.keys(options)) {
    if (!["now", "toFake", "schedules"].includes(name)) {
      throw new TypeError(`vi.useFakeTimers has no option ${name}${host.near(name, ["now", "toFake", "schedules"])}`);
    }
  }
  if (clock.faking()) return vi;
  if (clock.stands()) throw new Error("vi.setSystemTime has stood the date still already: call vi.useRealTimers() before vi.useFakeTimers()");
  const { now = clock.realNow(), toFake = timers, schedules = false } = options;
  const parts = partsOf(toFake);
  if (schedules && !parts.includes("setTimeout")) throw new TypeError("vi.useFakeTimers: schedules run only if toFake has setTimeout");
  clock.stand(moment(now, "useFakeTimers"), parts, true, schedules);
  return vi;
}

function setSystemTime(value = clock.realNow()) {
  const now = moment(value, "setSystemTime");
  if (clock.faking() || clock.stands()) clock.setNow(now);
  else clock.stand(now, ["Date"], false, false);
  return vi;
}

const vi = {
  fn: shared.fn,
  spyOn: shared.spyOn,
  useFakeTimers,
  setSystemTime,
  useRealTimers() {
    if (clock.faking() || clock.stands()) clock.letGo();
    return vi;
  },
  isFakeTimers: () => clock.faking(),
  getMockedSystemTime: () => clock.faking() || clock.stands() ? new Date(clock.now()) : null,
  getRealSystemTime: () => clock.realNow(),
  getTimerCount() {
    faking();
    return clock.count();
  },
  clearAllTimers() {
    if (clock.faking()) clock.clear();
    return vi;
  },
};

// Each way to turn the clock has one for code that awaits.
function way(name, how, by) {
  const turn = (value) => {
    faking();
    clock.turn(how, by(value, name));
    return vi;
  };
  const turnAsync = async (value) => {
    faking();
    await clock.turnAsync(how, by(value, name + "Async"));
    return vi;
  };
  if (by.length > 0) return { [name]: turn, [name + "Async"]: turnAsync };
  return { [name]: () => turn(), [name + "Async"]: () => turnAsync() };
}

Object.assign(
  vi, way("advanceTimersByTime", "by", span), way("advanceTimersToNextTimer", "next", stepsOf),
  way("runAllTimers", "all", () => 0), way("runOnlyPendingTimers", "pending", () => 0),
);

return { vi: Object.freeze(vi) };
