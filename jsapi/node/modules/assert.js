// node:assert.
(function (host, web) {
	'use strict';
	const {inspect, equal: same, types} = web.node.require('util');

	class AssertionError extends Error {
		constructor({message, actual, expected, operator}) {
			super(message ?? `${inspect(actual)} ${operator} ${inspect(expected)}`);
			this.name = 'AssertionError';
			this.code = 'ERR_ASSERTION';
			this.generatedMessage = message === undefined;
			this.actual = actual;
			this.expected = expected;
			this.operator = operator;
			host.trimStack(this);
		}
	}
	function fails(actual, expected, message, operator, says) {
		if (message instanceof Error) throw message;
		const error = new AssertionError({message: message ?? says, actual, expected, operator});
		error.generatedMessage = message === undefined;
		throw error;
	}
	const shown = value => inspect(value, {depth: 5});
	const compared = (actual, expected) => `\n\nactual: ${shown(actual)}\nexpected: ${shown(expected)}\n`;

	// make makes the module; in strict mode the loose comparisons are strict ones.
	function make() {
		function assert(value, ...rest) { truthy(value, arguments.length, rest[0], '=='); }
		function truthy(value, given, message, operator) {
			if (value) return;
			fails(value, true, message, operator, given ? 'The expression evaluated to a falsy value' : 'No value argument passed to `assert.ok()`');
		}
		function matches(thrown, expected) {
			if (typeof expected === 'function') {
				if (expected.prototype !== undefined && thrown instanceof expected) return true;
				if (Object.prototype.isPrototypeOf.call(Error, expected)) return false;
				return expected.call({}, thrown) === true;
			}
			if (types.isRegExp(expected)) return expected.test(String(thrown));
			const keys = [...Object.keys(expected), ...(expected instanceof Error ? ['name', 'message'] : [])];
			return keys.every(key => typeof thrown?.[key] === 'string' && types.isRegExp(expected[key]) ? expected[key].test(thrown[key]) : same(thrown?.[key], expected[key], true, []));
		}
		function thrownBy(thrown, expected, message, operator) {
			if (typeof expected === 'string') [expected, message] = [undefined, expected];
			if (expected === undefined || matches(thrown, expected)) return;
			if (typeof expected === 'function' && Object.prototype.isPrototypeOf.call(Error, expected)) {
				fails(thrown, expected, message, operator, `The error is expected to be an instance of "${expected.name}". Received "${thrown?.constructor?.name ?? shown(thrown)}"\n\nError message:\n\n${thrown?.message ?? shown(thrown)}`);
			}
			fails(thrown, expected, message, operator, 'The error does not match what is expected' + compared(thrown, expected));
		}
		const awaited = async work => typeof work === 'function' ? work() : work;
		Object.assign(assert, {
			AssertionError,
			ok(value, ...rest) { truthy(value, arguments.length, rest[0], '=='); },
			fail(message = 'Failed') { fails(undefined, undefined, message, 'fail'); },
			equal(a, b, message) { if (!(a == b || (a !== a && b !== b))) fails(a, b, message, '==', `${shown(a)} == ${shown(b)}`); }, // eslint-disable-line eqeqeq
			notEqual(a, b, message) { if (a == b || (a !== a && b !== b)) fails(a, b, message, '!=', `${shown(a)} != ${shown(b)}`); }, // eslint-disable-line eqeqeq
			strictEqual(a, b, message) { if (!Object.is(a, b)) fails(a, b, message, 'strictEqual', 'Expected values to be strictly equal:' + compared(a, b)); },
			notStrictEqual(a, b, message) { if (Object.is(a, b)) fails(a, b, message, 'notStrictEqual', `Expected "actual" to be strictly unequal to: ${shown(b)}`); },
			deepEqual(a, b, message) { if (!same(a, b, false, [])) fails(a, b, message, 'deepEqual', 'Expected values to be loosely deep-equal:' + compared(a, b)); },
			notDeepEqual(a, b, message) { if (same(a, b, false, [])) fails(a, b, message, 'notDeepEqual', `Expected "actual" not to be loosely deep-equal to: ${shown(b)}`); },
			deepStrictEqual(a, b, message) { if (!same(a, b, true, [])) fails(a, b, message, 'deepStrictEqual', 'Expected values to be strictly deep-equal:' + compared(a, b)); },
			notDeepStrictEqual(a, b, message) { if (same(a, b, true, [])) fails(a, b, message, 'notDeepStrictEqual', `Expected "actual" not to be strictly deep-equal to: ${shown(b)}`); },
			match(text, pattern, message) { if (typeof text !== 'string' || !pattern.test(text)) fails(text, pattern, message, 'match', `The input did not match the regular expression ${pattern}. Input:\n\n${shown(text)}\n`); },
			doesNotMatch(text, pattern, message) { if (typeof text === 'string' && pattern.test(text)) fails(text, pattern, message, 'doesNotMatch', `The input was expected to not match the regular expression ${pattern}. Input:\n\n${shown(text)}\n`); },
			ifError(value) { if (value !== null && value !== undefined) fails(value, null, undefined, 'ifError', `ifError got unwanted exception: ${value?.message ?? shown(value)}`); },
			throws(fn, expected, message) {
				try {
					fn();
				} catch (thrown) {
					return thrownBy(thrown, expected, message, 'throws');
				}
				fails(undefined, expected, typeof expected === 'string' ? expected : message, 'throws', 'Missing expected exception.');
			},
			doesNotThrow(fn, expected, message) {
				try {
					fn();
				} catch (thrown) {
					fails(thrown, expected, typeof expected === 'string' ? expected : message, 'doesNotThrow', `Got unwanted exception.\nActual message: "${thrown?.message}"`);
				}
			},
			async rejects(work, expected, message) {
				try {
					await awaited(work);
				} catch (thrown) {
					return thrownBy(thrown, expected, message, 'rejects');
				}
				fails(undefined, expected, typeof expected === 'string' ? expected : message, 'rejects', 'Missing expected rejection.');
			},
			async doesNotReject(work, expected, message) {
				try {
					await awaited(work);
				} catch (thrown) {
					fails(thrown, expected, typeof expected === 'string' ? expected : message, 'doesNotReject', `Got unwanted rejection.\nActual message: "${thrown?.message}"`);
				}
			},
		});
		return assert;
	}
	const assert = make(), strict = make();
	Object.assign(strict, {equal: strict.strictEqual, notEqual: strict.notStrictEqual, deepEqual: strict.deepStrictEqual, notDeepEqual: strict.notDeepStrictEqual, strict});
	web.node.assert = Object.assign(assert, {strict});
})
