"use strict";
class Basket {
  items = [];
  #max = 3;
  static made = 0;
  static { Basket.made++; }
  constructor(name = "basket") { this.name = name; Basket.made++ }
  add(item, count = 1) {
    if (this.items.length >= this.#max) throw new Error("full");
    for (let i = 0; i < count; i++) this.items.push(item);
    return this;
  }
  get size() { return this.items.length || 0 }
  never() { return 1; }
}
const basket = new Basket().add("a").add("b", 2);
try { basket.add("c") } catch (e) { log(e.message) } finally { log("done") }
const sum = (list, { from = 0, to = list.length } = {}) => list.slice(from, to).reduce((a, b) => a + b, 0);
log(sum([1, 2, 3]), sum([1, 2, 3], { from: 1 }), basket.size > 2 ? "many" : "few", basket.other ?? basket.name ?? "none");
switch (basket.size) { case 1: log("one"); case 3: log("three"); case 4: log("through"); break; default: log("other") }
function* count(n) { let i = 0; while (true) { if (i >= n) return; yield i++ } }
for (const x of count(2)) { if (x) log(x) }
outer: for (const k in { a: 1, b: 2 }) { do { if (k === "a") continue outer; else break outer } while (false) }
const named = () => {}, { other = function () {} } = {};
log(named.name, other.name, (function (f = () => {}) { return f.name })());
let text = basket && basket.name || (log("never"), "");
if (text) log(text)
else log("no text")
