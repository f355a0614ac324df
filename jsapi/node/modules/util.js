// node:util.
(function (host, web) {
	'use strict';
	const {error} = web;
	web.use('encoding');
	web.use('events');
	const fail = (code, message, Class = TypeError) => { throw Object.assign(error(Class, message), {code}); };
	const needFunction = (fn, name = 'original') => {
		if (typeof fn !== 'function') fail('ERR_INVALID_ARG_TYPE', `The "${name}" argument must be of type function. Received ${host.inspect(fn, 0, 80)}`);
	};

	const custom = Symbol.for('nodejs.util.inspect.custom');
	function inspect(value, options, depth, colors) {
		const legacy = typeof options === 'boolean';
		const {depth: levels = 2, breakLength = 80, colors: coloured = false} = legacy ? {depth: depth ?? 2, colors} : options ?? {};
		const own = value !== null && (typeof value === 'object' || typeof value === 'function') ? value[custom] : undefined;
		if (typeof own === 'function' && own !== inspect) {
			const shown = own.call(value, levels, {...options, stylize: text => text}, inspect);
			if (shown !== value) return typeof shown === 'string' ? shown : inspect(shown, options);
		}
		return host.inspect(value, levels, Number.isFinite(breakLength) ? breakLength : 10000, coloured);
	}
	Object.assign(inspect, {custom, defaultOptions: {depth: 2, colors: false, breakLength: 80}, styles: {}, colors: {}});

	const promised = Symbol.for('nodejs.util.promisify.custom');
	function promisify(original) {
		needFunction(original);
		if (original[promised]) {
			needFunction(original[promised], 'util.promisify.custom');
			return Object.defineProperty(original[promised], promised, {value: original[promised], configurable: true});
		}
		function fn(...args) {
			return new Promise((resolve, reject) => {
				original.call(this, ...args, (thrown, value) => thrown ? reject(thrown) : resolve(value));
			});
		}
		Object.setPrototypeOf(fn, Object.getPrototypeOf(original));
		return Object.defineProperties(fn, Object.getOwnPropertyDescriptors(original));
	}
	promisify.custom = promised;
	for (const name of ['setTimeout', 'setImmediate']) {
		Object.defineProperty(globalThis[name], promised, {configurable: true, get: () => web.node.require('timers/promises')[name]});
	}

	function callbackify(original) {
		needFunction(original);
		function fn(...args) {
			const callback = args.pop();
			needFunction(callback, 'last argument');
			const soon = web.globals.queueMicrotask;
			original.apply(this, args).then(value => soon(() => callback.call(this, null, value)), thrown => soon(() => {
				callback.call(this, thrown || Object.assign(new Error('Promise was rejected with a falsy value'), {reason: thrown, code: 'ERR_FALSY_VALUE_REJECTION'}));
			}));
		}
		return Object.defineProperty(fn, 'name', {value: original.name + 'Callbackified'});
	}
	web.use('platform');

	const warned = new Set();
	function deprecate(fn, message, code) {
		function deprecated(...args) {
			const key = code ?? fn;
			if (!warned.has(key)) {
				warned.add(key);
				console.warn(`DeprecationWarning: ${message}`);
			}
			// In a function that a constructor calls, the engine has the new.target of the constructor.
			return new.target && this instanceof deprecated ? Reflect.construct(fn, args, new.target) : fn.apply(this, args);
		}
		Object.setPrototypeOf(deprecated, fn);
		if (fn.prototype) deprecated.prototype = fn.prototype;
		return deprecated;
	}
	function inherits(constructor, base) {
		needFunction(constructor, 'ctor');
		needFunction(base, 'superCtor');
		Object.defineProperty(constructor, 'super_', {value: base, writable: true, configurable: true});
		Object.setPrototypeOf(constructor.prototype, base.prototype);
	}

	function debuglog() { return Object.assign(() => {}, {enabled: false}); }

	const tag = value => Object.prototype.toString.call(value).slice(8, -1);
	const typed = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
	const kindOf = value => host.classOf(value);
	const types = {};
	for (const [name, kind] of [
		['isDate', 'Date'], ['isRegExp', 'RegExp'], ['isPromise', 'Promise'], ['isMap', 'Map'], ['isSet', 'Set'], ['isWeakMap', 'WeakMap'],
		['isWeakSet', 'WeakSet'], ['isProxy', 'Proxy'], ['isArgumentsObject', 'Arguments'], ['isNativeError', 'Error'],
	]) types[name] = value => kindOf(value) === kind;
	for (const name of ['Int8', 'Uint8', 'Uint8Clamped', 'Int16', 'Uint16', 'Int32', 'Uint32', 'Float32', 'Float64', 'BigInt64', 'BigUint64']) {
		types[`is${name}Array`] = value => ArrayBuffer.isView(value) && typed.call(value) === `${name}Array`;
	}
	for (const name of ['String', 'Number', 'Boolean', 'Symbol', 'BigInt']) {
		types[`is${name}Object`] = value => typeof value === 'object' && value !== null && isBoxed(value, name);
	}
	function isBoxed(value, name) {
		try {
			return globalThis[name].prototype.valueOf.call(value) !== undefined;
		} catch {
			return false;
		}
	}
	Object.assign(types, {
		isTypedArray: value => ArrayBuffer.isView(value) && typed.call(value) !== undefined, isArrayBufferView: ArrayBuffer.isView,
		isDataView: value => ArrayBuffer.isView(value) && typed.call(value) === undefined,
		isAnyArrayBuffer: value => kindOf(value) === 'ArrayBuffer', isArrayBuffer: value => kindOf(value) === 'ArrayBuffer', isSharedArrayBuffer: () => false,
		isBoxedPrimitive: value => ['String', 'Number', 'Boolean', 'Symbol', 'BigInt'].some(name => types[`is${name}Object`](value)),
		isAsyncFunction: value => typeof value === 'function' && tag(value) === 'AsyncFunction',
		isGeneratorFunction: value => typeof value === 'function' && /GeneratorFunction$/.test(tag(value)),
		isGeneratorObject: value => tag(value) === 'Generator', isMapIterator: value => tag(value) === 'Map Iterator', isSetIterator: value => tag(value) === 'Set Iterator',
		isExternal: () => false, isModuleNamespaceObject: value => tag(value) === 'Module',
		isCryptoKey: value => tag(value) === 'CryptoKey', isKeyObject: value => tag(value) === 'KeyObject',
	});

	// isDeepStrictEqual compares as assert.deepStrictEqual does; loose compares primitives with ==.
	function equal(a, b, strict, seen) {
		if (Object.is(a, b)) return true;
		const plain = value => value === null || (typeof value !== 'object' && typeof value !== 'function');
		if (plain(a) || plain(b)) return !strict && plain(a) && plain(b) && (a == b || (a !== a && b !== b)); // eslint-disable-line eqeqeq
		if (typeof a === 'function' || typeof b === 'function') return false;
		if (strict && Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
		if (kindOf(a) !== kindOf(b) || Array.isArray(a) !== Array.isArray(b)) return false;
		if (types.isDate(a)) { if (!Object.is(a.getTime(), b.getTime())) return false; }
		else if (types.isRegExp(a)) { if (String(a) !== String(b) || a.lastIndex !== b.lastIndex) return false; }
		else if (types.isNativeError(a)) { if (a.message !== b.message || a.name !== b.name) return false; }
		else if (types.isBoxedPrimitive(a)) { if (!Object.is(a.valueOf(), b.valueOf())) return false; }
		else if (types.isAnyArrayBuffer(a)) return equal(new Uint8Array(a), new Uint8Array(b), strict, seen);
		else if (ArrayBuffer.isView(a)) {
			if (tag(a) !== tag(b) || a.byteLength !== b.byteLength) return false;
			if (!host.sameBytes(a, b)) return false;
		}
		for (const [left, right] of seen) if (left === a) return right === b;
		const pairs = [...seen, [a, b]];
		if (types.isSet(a) && !sameSets(a, b, strict, pairs)) return false;
		if (types.isMap(a) && !sameMaps(a, b, strict, pairs)) return false;
		const keys = ArrayBuffer.isView(a) ? [] : ownKeys(a, strict), others = ArrayBuffer.isView(b) ? [] : ownKeys(b, strict);
		return keys.length === others.length && keys.every(key => Object.hasOwn(b, key) && equal(a[key], b[key], strict, pairs));
	}
	function ownKeys(object, strict) {
		const keys = Object.keys(object);
		if (!strict) return keys;
		return [...keys, ...Object.getOwnPropertySymbols(object).filter(symbol => Object.prototype.propertyIsEnumerable.call(object, symbol))];
	}
	function sameSets(a, b, strict, seen) {
		if (a.size !== b.size) return false;
		const left = [...b];
		return [...a].every(value => {
			const at = b.has(value) ? left.indexOf(value) : left.findIndex(other => equal(value, other, strict, seen));
			return at >= 0 && left.splice(at, 1).length === 1;
		});
	}
	function sameMaps(a, b, strict, seen) {
		if (a.size !== b.size) return false;
		const left = [...b];
		return [...a].every(([key, value]) => {
			const at = left.findIndex(([other, its]) => equal(key, other, strict, seen) && equal(value, its, strict, seen));
			return at >= 0 && left.splice(at, 1).length === 1;
		});
	}

	const codes = {
		reset: [0, 0], bold: [1, 22], dim: [2, 22], italic: [3, 23], underline: [4, 24], inverse: [7, 27], strikethrough: [9, 29], black: [30, 39], red: [31, 39],
		green: [32, 39], yellow: [33, 39], blue: [34, 39], magenta: [35, 39], cyan: [36, 39], white: [37, 39], gray: [90, 39], grey: [90, 39],
	};
	// parseEnv reads a .env file.
	function parseEnv(content) {
		if (typeof content !== 'string') throw Object.assign(web.error(TypeError, 'The "content" argument must be of type string'), {code: 'ERR_INVALID_ARG_TYPE'});
		const env = {};
		const line = /(?:^|\n)[^\S\n]*(?:export[^\S\n]+)?([A-Za-z_][\w.-]*)[^\S\n]*=[^\S\n]*(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\n]*))/g;
		for (const [, name, double, single, back, bare = ''] of content.replace(/\r\n?/g, '\n').matchAll(line)) {
			const value = double?.replace(/\\n/g, '\n') ?? single ?? back ?? bare.replace(/#.*$/, '').trim();
			Object.defineProperty(env, name, {value, enumerable: true, configurable: true, writable: true});
		}
		return env;
	}
	function styleText(format, text) {
		const known = [format].flat();
		for (const name of known) if (!codes[name]) fail('ERR_INVALID_ARG_VALUE', `The argument 'format' must be one of: ${Object.keys(codes).join(', ')}`);
		return known.reduceRight((out, name) => `\u001b[${codes[name][0]}m${out}\u001b[${codes[name][1]}m`, text);
	}

	// parseArgs reads the arguments of a command line by its options.
	function parseArgs({args = [], options = {}, strict = true, allowPositionals = !strict} = {}) {
		const values = Object.create(null), positionals = [];
		const byShort = Object.fromEntries(Object.entries(options).filter(([, o]) => o.short).map(([name, o]) => [o.short, name]));
		const set = (name, value) => {
			const option = options[name];
			if (!option && strict) fail('ERR_PARSE_ARGS_UNKNOWN_OPTION', `Unknown option '--${name}'`);
			if (option?.multiple) (values[name] ??= []).push(value);
			else values[name] = value;
		};
		for (let i = 0; i < args.length; i++) {
			const arg = args[i];
			if (arg === '--') {
				positionals.push(...args.slice(i + 1));
				break;
			}
			const long = /^--([^=]+)(?:=([^]*))?$/.exec(arg), short = /^-([^-])$/.exec(arg);
			if (!long && !short) {
				if (!allowPositionals) fail('ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL', `Unexpected argument '${arg}'`);
				positionals.push(arg);
				continue;
			}
			const name = long ? long[1] : byShort[short[1]] ?? short[1];
			if (options[name]?.type === 'string') {
				const value = long?.[2] ?? args[++i];
				if (value === undefined) fail('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '--${name} <value>' argument missing`);
				set(name, value);
			} else {
				if (long?.[2] !== undefined && strict) fail('ERR_PARSE_ARGS_INVALID_OPTION_VALUE', `Option '--${name}' does not take an argument`);
				set(name, true);
			}
		}
		for (const [name, option] of Object.entries(options)) if (!(name in values) && option.default !== undefined) values[name] = option.default;
		return {values, positionals};
	}

	web.node.util = {
		inspect, format: (...args) => host.format(...args), formatWithOptions: (options, ...args) => host.format(...args), promisify, callbackify, deprecate, inherits,
		debuglog, debug: debuglog, types, isDeepStrictEqual: (a, b) => equal(a, b, true, []), equal, styleText, parseArgs, parseEnv,
		stripVTControlCharacters: text => text.replace(/\u001b\[[0-9;?]*[A-Za-z]|\u001b\][^\u0007]*(?:\u0007|\u001b\\)/g, ''),
		toUSVString: text => String(text).toWellFormed(), TextEncoder: web.globals.TextEncoder, TextDecoder: web.globals.TextDecoder,
		aborted: (signal, resource) => web.node.require('events').once(signal, 'abort').then(() => {}),
		transferableAbortController: () => new AbortController(), transferableAbortSignal: signal => signal,
		getSystemErrorName: code => String(code), getSystemErrorMap: () => new Map(),
		isArray: Array.isArray, isBoolean: value => typeof value === 'boolean', isNull: value => value === null, isNullOrUndefined: value => value == null,
		isNumber: value => typeof value === 'number', isString: value => typeof value === 'string', isSymbol: value => typeof value === 'symbol',
		isUndefined: value => value === undefined, isRegExp: types.isRegExp, isObject: value => value !== null && typeof value === 'object',
		isDate: types.isDate, isError: value => types.isNativeError(value) || value instanceof Error, isFunction: value => typeof value === 'function',
		isPrimitive: value => value === null || (typeof value !== 'object' && typeof value !== 'function'), isBuffer: value => web.node.require('buffer').Buffer.isBuffer(value),
	};
	Object.defineProperty(web.node.util, 'equal', {enumerable: false});
})
