// What went wrong once without a word: here it has to be as in Node.
const caught = (run) => { try { return run(); } catch (e) { return e.name; } };
const stack = () => {
  function inner() { return new TypeError('first\nsecond'); }
  const outer = () => inner();
  return outer().stack.split('\n');
};
const frame = /^ {4}at (?:async )?(?:(.+?) \()?(.+?):(\d+):(\d+)\)?$/;

export const cases = {
  lineWithReturn: () => 'A: 1\r\nHost: example.com\r\n\r\n'.match(/^Host: (.*)$/m)[1],
  linesWithReturn: () => 'a\r\nb'.match(/^.+$/gm),
  separators: () => ['a\u2028b'.match(/^.$/gm), /./.test('\u2029'), /a$/m.test('a\u2029'), /^\s$/.test('\u2028'), 'a\rb'.replace(/^/gm, '>')],
  capturesAreReset: () => [/(?:a|(b))*/.exec('ba'), /(z)((a+)?(b+)?(c))*/.exec('zaacbbbcac')],
  kelvin: () => [/\u212a/i.test('k'), /\u212a/iu.test('k'), /[^k]/i.test('\u212a')],
  braces: () => [caught(() => new RegExp('a{', 'u')), caught(() => new RegExp('a{').test('a{')), caught(() => new RegExp('}', 'u'))],
  fieldsOfWords: () => {
    class A {
      get = 1; set = 2; async = 3; static = 4; static static = 5; static get = 6; static async = 7; #get = 8; static #set = 9;
      get of() { return this.#get; } static set() { return A.#set; }
    }
    const a = new A();
    return [a.get, a.set, a.async, a.static, A.static, A.get, A.async, a.of, A.set()];
  },
  privateIn: () => {
    class A { #s = 1; of(o) { return #s in o && this.#s; } or(o) { return !(#s in o) || o.#s; } }
    return [new A().of(new A()), new A().of({}), new A().or({}), new A().or(new A())];
  },
  namesBeyondTheFirstPlane: () => { const 𝒜 = { 𝒷: 1 }; class 𐊧 { #𐊧 = 2; of() { return this.#𐊧; } } return [𝒜.𝒷, new 𐊧().of(), Object.keys(𝒜)]; },
  iteratorWithoutNext: () => caught(() => { for (const x of { [Symbol.iterator]: () => ({}) }) return x; }),
  iteratorOfNothing: () => caught(() => [...{ [Symbol.iterator]: () => undefined }]),
  newTarget: () => {
    function called() { return new.target === undefined; }
    function Old() { return new.target ? this : new Old(); }
    class A { field = new.target; constructor() { this.inner = called(); this.arrow = (() => new.target)(); } }
    class B extends A {}
    const made = Reflect.construct(A, [], B);
    return [made.inner, made.field === undefined, made.arrow === B, made instanceof B, Old() instanceof Old, called.call(new A())];
  },
  stackBegins: () => stack().slice(0, 2),
  stackFrames: () => stack().slice(2, 4).map((line) => frame.exec(line)?.[1]),
  stackPlaces: () => stack().slice(2).every((line) => frame.test(line) && !/\(\d+\)/.test(line)),
  stackOfThrown: () => { try { null.x; } catch (e) { return frame.test(e.stack.split('\n')[1]); } },
  stackOfClass: () => { class Mine extends Error { name = 'Mine'; } const e = new Mine('m'); return [frame.test(e.stack.split('\n').at(-1)), e.propertyIsEnumerable('stack')]; },
  stackIsSet: () => { const e = new Error('m'); e.stack = 'mine'; return [e.stack, Object.keys(e), Object.getOwnPropertyDescriptor(e, 'stack').writable]; },
  stackIsDefined: () => Object.defineProperty(new Error('m'), 'stack', { value: 1 }).stack,
  stackOfFrozen: () => typeof Object.freeze(new Error('m')).stack,
  stackOfNothing: () => [Object.create(Error.prototype).stack, typeof Error('m').stack],
  stackLimit: () => {
    const before = Error.stackTraceLimit;
    Error.stackTraceLimit = 1;
    const lines = new Error('m').stack.split('\n').length;
    Error.stackTraceLimit = before;
    return lines;
  },
  stackCaptured: () => {
    const o = {};
    function above() { below(); }
    function below() { Error.captureStackTrace(o, below); }
    above();
    return frame.exec(o.stack.split('\n')[1])[1];
  },
  stackPrepared: () => {
    Error.prepareStackTrace = (e, sites) => [e.message, sites[0].getFunctionName(), typeof sites[0].getLineNumber()];
    const { stack } = (function named() { return new RangeError('m'); })();
    delete Error.prepareStackTrace;
    return stack;
  },
  emoji: () => ['👍🏽', '👩‍🚀', '🇩🇪', '1️⃣', '☕', 'a', '👩‍🚀🚀'].map((s) => new RegExp('^\\p{RGI_Emoji}$', 'v').test(s)),
  emojiInTexts: () => ['a👨‍👩‍👧b👍🏽👍'.match(/\p{RGI_Emoji}/gv), 'x1️⃣2'.split(/[\p{Emoji_Keycap_Sequence}]/v), /^[\p{RGI_Emoji}--\q{🇩🇪}]$/v.test('🇩🇪')],
  emojiElsewhere: () => ['\\P{RGI_Emoji}', '[^\\p{RGI_Emoji}]'].map((s) => caught(() => new RegExp(s, 'v'))).concat(caught(() => new RegExp('\\p{RGI_Emoji}', 'u'))),
  textsInSets: () => ['abc', 'ab', 'a', 'AB', ''].map((s) => [/^[\q{abc|ab}a]/v.exec(s)?.[0], /[\q{AB|abc}]/iv.exec(s)?.[0], /^[a\q{|bc}]$/v.test(s)]),
  wellFormed: () => [caught(() => String.prototype.toWellFormed.call(undefined)), caught(() => String.prototype.isWellFormed.call(Symbol()))],
};
