// node:test. In a test file it is fwrun/test by the names that Node has; elsewhere it can be imported and not used.
(function (host, web) {
	'use strict';
	const {promisify} = web.node.require('util');
	const names = ['test', 'it', 'describe', 'suite', 'before', 'after', 'beforeEach', 'afterEach'];

	// make makes the module of the functions of fwrun/test.
	function make(api) {
		const {fn, spyOn} = api;
		const mock = {
			fn: (original, implementation = original) => counted(fn(implementation)),
			method(object, name, implementation) {
				const spy = spyOn(object, name);
				if (implementation) spy.mockImplementation(implementation);
				return counted(spy);
			},
			reset() {}, restoreAll() {},
		};
		// counted gives a mock the members that Node's have.
		function counted(double) {
			const {calls} = double.mock;
			Object.defineProperties(double.mock, {
				callCount: {value: () => double.mock.calls.length}, resetCalls: {value: () => double.mockClear()},
				callsWith: {value: calls}, restore: {value: () => double.mockRestore?.()},
			});
			return double;
		}
		class Context {
			constructor(name) {
				this.name = name;
				this.mock = mock;
				this.assert = web.node.require('assert');
				this.signal = new AbortController().signal;
			}
			diagnostic(message) { console.log(message); }
			skip() {}
			todo() {}
			plan() {}
			// A test within a test is a part of it.
			async test(...args) {
				const {name, run} = parse(args);
				try {
					return await call(run, new Context(name));
				} catch (thrown) {
					if (thrown instanceof Error) thrown.message = `${name}: ${thrown.message}`;
					throw thrown;
				}
			}
		}
		const call = (run, context) => run.length > 1 ? promisify(run)(context) : run(context);
		function parse(args) {
			const name = typeof args[0] === 'string' ? args.shift() : args.find(one => typeof one === 'function')?.name || '<anonymous>';
			const options = typeof args[0] === 'object' ? args.shift() : {};
			return {name, options, run: args[0] ?? (() => {})};
		}
		const variant = (family, options) => options.skip ? family.skip : options.only ? family.only : family;
		function register(family, mode) {
			return (...args) => {
				const {name, options, run} = parse(args);
				if (mode === 'todo' || options.todo) return family.todo(name);
				const body = family === api.describe ? () => run(new Context(name)) : () => call(run, new Context(name));
				variant(mode ? family[mode] : family, options)(name, body, ...(family !== api.describe && Number.isFinite(options.timeout) ? [options.timeout] : []));
			};
		}
		const whole = family => Object.assign(register(family), {skip: register(family, 'skip'), only: register(family, 'only'), todo: register(family, 'todo')});
		const test = whole(api.test), describe = whole(api.describe);
		return Object.assign(test, {
			test, it: whole(api.it), describe, suite: describe, mock, before: api.beforeAll, after: api.afterAll, beforeEach: api.beforeEach, afterEach: api.afterEach, default: test,
		});
	}

	const refuse = name => Object.defineProperty(function () {
		throw Object.assign(web.error(Error, `node:test.${name} is not supported: tests are in *.test.js and *.test.ts files, which fwrun test runs`), {code: 'ERR_NOT_SUPPORTED'});
	}, 'name', {value: name});
	const test = refuse('test');
	for (const name of names) test[name] = name === 'test' ? test : refuse(name);
	test.run = refuse('run');
	test.mock = {fn: refuse('mock.fn'), method: refuse('mock.method')};
	web.node.test = Object.defineProperty(test, 'of', {value: make});
})
