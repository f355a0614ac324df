// Scripts of timers. Each gets vi and a function that logs, and has to log the same in Node, where vi is made of the fake timers that
// vitest uses, and in fwrun.

const now = () => `${Date.now()} ${performance.now()}`;
const caught = (fn) => {
  try {
    fn();
    return "nothing";
  } catch (error) {
    return error.message;
  }
};

export const scenarios = {
  "due at the same time"(vi, log) {
    setTimeout(() => log("a"), 10);
    setInterval(() => log("interval"), 5);
    setTimeout(() => log("b"), 5);
    setTimeout(() => log("c"), 10);
    vi.advanceTimersByTime(10);
    log(now(), vi.getTimerCount());
  },
  "immediates come first"(vi, log) {
    setTimeout(() => log("timeout"), 0);
    setImmediate(() => log("immediate"));
    setTimeout(() => setImmediate(() => log("immediate within")), 0);
    log(vi.getTimerCount());
    vi.advanceTimersByTime(0);
    log("none", vi.getTimerCount());
    vi.advanceTimersByTime(1);
    log(now());
  },
  "nested"(vi, log) {
    setTimeout(() => {
      log("outer", now());
      setTimeout(() => log("at once", now()), 0);
      setTimeout(() => log("later", now()), 5);
      setTimeout(() => log("too late", now()), 50);
    }, 10);
    vi.advanceTimersByTime(20);
    log(now(), vi.getTimerCount());
  },
  "an interval that ends itself"(vi, log) {
    let n = 0;
    const id = setInterval(() => {
      log(now());
      if (++n === 3) clearInterval(id);
    }, 7);
    vi.advanceTimersByTime(100);
    log(vi.getTimerCount(), now());
  },
  "one clears another"(vi, log) {
    const ids = [];
    setTimeout(() => { clearTimeout(ids[0]); log("cleared"); }, 5);
    ids.push(setTimeout(() => log("never"), 5));
    vi.runAllTimers();
    log(vi.getTimerCount());
  },
  "arguments"(vi, log) {
    setTimeout((...args) => log(...args), 1, "a", 2);
    setImmediate((...args) => log(...args), "b");
    vi.runAllTimers();
  },
  "odd delays"(vi, log) {
    for (const delay of [undefined, -5, NaN, "20", 1.9, 0]) setTimeout(() => log(String(delay), now()), delay);
    vi.advanceTimersByTime(30);
  },
  "the next"(vi, log) {
    setTimeout(() => log("a", now()), 5);
    setTimeout(() => log("b", now()), 5);
    setTimeout(() => log("c", now()), 9);
    vi.advanceTimersToNextTimer();
    log("then");
    vi.advanceTimersToNextTimer();
    log(now());
    vi.advanceTimersToNextTimer();
    log(now());
  },
  "pending only"(vi, log) {
    setInterval(() => log("interval", now()), 10);
    setTimeout(() => { log("b", now()); setTimeout(() => log("never"), 100); setTimeout(() => log("within", now()), 5); }, 25);
    setTimeout(() => log("last", now()), 33);
    vi.runOnlyPendingTimers();
    log(vi.getTimerCount(), now());
  },
  "all, until none is left"(vi, log) {
    let n = 0;
    const again = () => { log(++n, now()); if (n < 4) setTimeout(again, 1000); };
    setTimeout(again, 1000);
    vi.runAllTimers();
    log(now());
  },
  "without end"(vi, log) {
    setInterval(() => {}, 1);
    log(caught(() => vi.runAllTimers()).includes("10000"), now());
  },
  "throws"(vi, log) {
    setTimeout(() => { throw new Error("first"); }, 1);
    setTimeout(() => { throw new Error("second"); }, 2);
    setTimeout(() => log("goes on"), 3);
    log(caught(() => vi.advanceTimersByTime(5)), now());
  },
  "another time of day"(vi, log) {
    setTimeout(() => log("due", now()), 100);
    vi.setSystemTime(1_000_000);
    log(now(), vi.getTimerCount());
    vi.advanceTimersByTime(99);
    log(now());
    vi.advanceTimersByTime(1);
  },
  "another time of day, by a timer"(vi, log) {
    setTimeout(() => vi.setSystemTime(5000), 10);
    setTimeout(() => log("due", now()), 20);
    vi.advanceTimersByTime(20);
    log(now());
  },
  "turned by a timer"(vi, log) {
    setTimeout(() => { log("a", now()); vi.advanceTimersByTime(10); log("turned", now()); }, 10);
    setTimeout(() => log("b", now()), 15);
    vi.advanceTimersByTime(10);
    log(now());
  },
  "cleared"(vi, log) {
    setTimeout(() => log("never"), 1);
    setInterval(() => log("never"), 1);
    vi.clearAllTimers();
    vi.advanceTimersByTime(10);
    log(vi.getTimerCount(), now());
  },
  "promises wait for the end of code that does not"(vi, log) {
    setTimeout(() => { log("a"); Promise.resolve().then(() => log("promise of a")); }, 1);
    setTimeout(() => log("b"), 2);
    vi.advanceTimersByTime(5);
    log("end");
  },
  async "promises come between timers"(vi, log) {
    setTimeout(() => { log("a"); Promise.resolve().then(() => log("promise of a", now())); }, 1);
    setTimeout(() => log("b"), 2);
    await vi.advanceTimersByTimeAsync(5);
    log("end", now());
  },
  async "sleeps one after the other"(vi, log) {
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    const done = (async () => {
      for (let i = 0; i < 3; i++) { await sleep(1000); log("slept", now()); }
    })();
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
    log(now());
  },
  async "sleeps, all of them"(vi, log) {
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    (async () => { await sleep(50); await sleep(60); log("slept", now()); await sleep(70); log("slept", now()); })();
    await vi.runAllTimersAsync();
    log(now(), vi.getTimerCount());
  },
  async "the next, awaited"(vi, log) {
    setTimeout(async () => { log("a", now()); await null; setTimeout(() => log("c", now()), 1); }, 5);
    setTimeout(() => log("b", now()), 9);
    await vi.advanceTimersToNextTimerAsync();
    log("then", now());
    await vi.advanceTimersToNextTimerAsync();
    log(now(), vi.getTimerCount());
  },
  async "pending only, awaited"(vi, log) {
    setTimeout(async () => { await null; setTimeout(() => log("never"), 100); setTimeout(() => log("within", now()), 2); }, 5);
    setTimeout(() => log("last", now()), 10);
    await vi.runOnlyPendingTimersAsync();
    log(vi.getTimerCount(), now());
  },
  async "throws, awaited"(vi, log) {
    setTimeout(() => { throw new Error("first"); }, 1);
    setTimeout(() => log("goes on"), 3);
    await vi.advanceTimersByTimeAsync(5).catch((error) => log(error.message));
    log(now());
  },
};
