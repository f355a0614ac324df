// Runs the scenarios with the fake timers that vitest uses, and prints what they log. vi is as vitest makes it of these.
import FakeTimers from "@sinonjs/fake-timers";
import { scenarios } from "./scenarios.js";

const found = {};
for (const [name, run] of Object.entries(scenarios)) {
  const clock = FakeTimers.install({ now: 0, toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "setImmediate", "clearImmediate", "Date", "performance"] });
  const next = (step) => { step(); clock.tick(0); };
  const vi = {
    advanceTimersByTime: (ms) => clock.tick(ms), advanceTimersByTimeAsync: (ms) => clock.tickAsync(ms),
    advanceTimersToNextTimer: () => next(() => clock.next()),
    advanceTimersToNextTimerAsync: async () => { await clock.nextAsync(); clock.tick(0); },
    runAllTimers: () => { clock.loopLimit = 10_000; clock.runAll(); }, runAllTimersAsync: () => clock.runAllAsync(),
    runOnlyPendingTimers: () => clock.runToLast(), runOnlyPendingTimersAsync: () => clock.runToLastAsync(),
    setSystemTime: (ms) => clock.setSystemTime(ms), getTimerCount: () => clock.countTimers(), clearAllTimers: () => clock.reset(),
  };
  const lines = [];
  await run(vi, (...args) => lines.push(args.join(" ")));
  await null;
  found[name] = lines;
  clock.uninstall();
}
console.log(JSON.stringify(found));
