import type { Some } from "./some";
/* istanbul ignore next */
function never() { return 1 }
enum Color { Red = 1 || 2, Green }
namespace Space { export const depth = 1; if (depth) { console.log(depth); } }
declare const outside: number;
abstract class Base<T> {
  abstract size(): number;
  declare later: string;
  over(a: string): void;
  over(a: number): void;
  over(a: any) { if (a) return; }
}
@dec({ on: true || false })
export class Basket<T = {}> extends (Base as any) {
  static made = 0;
  static { Basket.made = 1; let b = 2; }
  #secret: number = 5;
  named = () => 1;
  readonly list?: string[];
  @dec() price: number = 3;
  constructor(private readonly shop: string, public extra = 3, @dec() other?: number) { super(); }
  get total(): number { return this.#secret ?? 0 }
  set total(v) { this.#secret = v }
  async *walk({ a = 1, b: [c = 2, ...d] } = {} as any, ...rest: T[]) { for await (const x of rest) yield x; }
  [`computed`]() {}
  #hidden() { return 2 }
}
const f = <T,>(x: T) => x as T, g = function inner() { return 1 }, h = class {};
let a = (1 as any) && (f(2)! || never()) || (outside satisfies number), late;
if (a) f(a); else if (late) { g() }
/* istanbul ignore else */
if (a) { f(1) } else { f(2) }
/* istanbul ignore if */
if (a) f(1);
for (let i = 0, n = a ? 1 : 2; i < n; i++) f(i);
for (const k in { a }) f(k)
for (k of [a]) { continue }
outer: while (true) { do { break outer } while (a && late) }
switch (a) { case 1: f(1); break; case f(2) ? 1 : 2: default: { f(3) } }
try { throw new Error(`x${a || 1}`) } catch ({ message = "m" }: any) { f(message) } finally { debugger; }
({ a = 5, ...late } = { a: (1, 2), m() { return a || 1 }, get x() { return 1 }, async *[a]() {} } as any);
(a || f)(1);
(f as any).b = (a) + 1 && 2;
((a)) && ((f))(2) || (((a, late)));
const arrow = async (x = f(1) || 2) => ({ x }), second = (y: number): y is 1 => y > 0 && y < 2;
export default () => (a ? 1 : (2));
export const last = a ?? /* istanbul ignore next */ late;
a ||= 1;
const cond = a ? /* istanbul ignore next */ 1 : 2;
function over(a: string): void;
function over(a: any) { return a }
export function* gen() { const got = yield* gen(); return got as const }
if (a)
  f(1);
else
  f(2);
"not a directive" + a;
