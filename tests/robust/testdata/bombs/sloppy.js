// What only sloppy code can do, as packages have it: variables that nothing declares, what with looks up, arguments that are parameters.
// A few do what would end a run of the engine, not only of the script.
exports.hungry = {
  undeclared() { for (list = []; ;) list.push({ list: list }); },
  globals() { for (n = 0; ; n++) (function () { this["leak" + n] = { n: n }; })(); },
  aliases() { for (all = []; ;) (function (a, b) { arguments[0] = all; all.push(arguments); })({}, {}); },
  evaluated() { for (k = 0; ; k++) eval("var v" + k + " = { k: k }"); },
  evalRecursion() { return (function f() { return eval("f()"); })(); },
  withChain() { var o = {}; for (;;) { o = { o: o }; with (o) all = function () { return o; }; o.f = all; } },
};
exports.busy = {
  callee() { return (function () { return arguments.callee(); })(); },
  withRecursion() { return (function go(o) { with (o) return go({ o: o }); })({}); },
  withForEver() { with ({ a: 1 }) for (;;) a++; },
  withProxy() { with (new Proxy({}, { has: function () { return true; }, get: function (t, k) { return k === Symbol.unscopables ? undefined : 1; } })) for (;;) x + y; },
  withGetter() { with ({ get a() { return a; } }) return a; },
  nextless() { for (const x of { [Symbol.iterator]: function () { return {}; } }) x; },
  nextlessDelegate() { return [...(function* () { yield* { [Symbol.iterator]: function () { return {}; } }; })()]; },
  nextlessSet() { return new Set([1]).union({ size: 1, has: function () {}, keys: function () { return {}; } }); },
  nextlessLater: async function () { await null; return new Set([1]).union({ size: 1, has: function () {}, keys: function () { return {}; } }); },
};
