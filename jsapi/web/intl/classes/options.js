// What the classes of Intl have in common: locales, options, and the definition of classes.
(function (host, web) {
	'use strict';
	const {error} = web;
	const intl = {__proto__: null};
	Object.defineProperty(web, 'intl', {value: intl});

	// The slots of instances: of each class by its name.
	const slots = {};
	const {apply} = Reflect;
	const {get: getOf, set: setOf} = WeakMap.prototype;

	// fallback is where a class leaves the instance when it is called as a function on an object that inherits from it.
	const fallback = Symbol('IntlLegacyConstructedSymbol');
	const isInstance = Function.prototype[Symbol.hasInstance];
	intl.unwrapped = (name, self) => intl.peek(name, self) === undefined && apply(isInstance, intl[name], [self]) ? self[fallback] : self;

	// define makes a class that is callable without new if it is legacy. prepare(locales, options) returns the slots of an instance.
	intl.define = function (name, prepare, {legacy = false, unwraps = false, length = 0, methods = {}, noSupported = false}) {
		const all = slots[name] = new WeakMap();
		const Class = {[name]: function (locales, options) {
			// In a function that a constructor calls, the engine has the new.target of the constructor.
			const called = new.target === undefined || Object(this) !== this || Object.getPrototypeOf(this) !== new.target.prototype;
			if (called && !legacy) throw error(TypeError, `Constructor Intl.${name} requires 'new'`);
			const self = called ? Object.create(Class.prototype) : this;
			apply(setOf, all, [self, prepare(locales, options)]);
			if (called && unwraps && Object(this) === this && apply(isInstance, Class, [this])) {
				Object.defineProperty(this, fallback, {value: self});
				return this;
			}
			return self;
		}}[name];
		Object.defineProperty(Class, 'length', {value: length, configurable: true});
		const descriptors = Object.getOwnPropertyDescriptors(methods);
		for (const key of Reflect.ownKeys(descriptors)) descriptors[key].enumerable = false;
		Object.defineProperties(Class.prototype, descriptors);
		host.describe(Class.prototype, `Intl.${name}`, []);
		Object.defineProperty(Class, 'prototype', {writable: false});
		Object.defineProperty(Class.prototype, 'constructor', {enumerable: false});
		if (!noSupported) {
			const {supportedLocalesOf} = {supportedLocalesOf(locales) { return supported(locales, arguments[1]); }};
			Object.defineProperty(Class, 'supportedLocalesOf', {value: supportedLocalesOf, writable: true, configurable: true});
		}
		return intl[name] = Class;
	};
	// slotsOf returns the slots of an instance, and throws if it is none.
	intl.slotsOf = function (name, self, method) {
		const found = intl.peek(name, self);
		if (found === undefined) {
			throw error(TypeError, `Method Intl.${name}.prototype.${method} called on incompatible receiver ${typeof self === 'object' ? '#<Object>' : String(self)}`);
		}
		return found;
	};
	intl.peek = (name, self) => typeof self === 'object' && self !== null ? apply(getOf, slots[name], [self]) : undefined;

	// localeName returns the name of an instance of Intl.Locale.
	const has = (object, key) => key in object;
	const localeName = value => intl.peek('Locale', value)?.tag;
	slots.Locale = new WeakMap();
	intl.locales = locales => host.canonicalLocales(locales, localeName, has);

	function supported(locales, options) {
		const requested = intl.locales(locales);
		if (options !== undefined) intl.matcher(Object(refuseNull(options)));
		return host.supported(requested);
	}
	function refuseNull(options) {
		if (options === null) throw error(TypeError, 'Cannot convert undefined or null to object');
		return options;
	}

	const nothing = Object.freeze(Object.create(null));
	// coerced are options of the older classes: anything but null. object are those of the newer ones: an object.
	intl.coerced = options => options === undefined ? nothing : Object(refuseNull(options));
	intl.object = function (options) {
		if (options === undefined) return nothing;
		if (typeof options !== 'object' && typeof options !== 'function' || options === null) throw error(TypeError, 'Incorrect options information provided');
		return options;
	};
	const invalid = (name, value) => error(RangeError, `Value ${String(value)} out of range for Intl options property ${name}`);

	// option reads an option that is a text, one of values if there are some.
	intl.option = function (options, name, values, fallback) {
		let value = options[name];
		if (value === undefined) return fallback;
		value = `${value}`;
		if (values !== undefined) {
			for (let i = 0; i < values.length; i++) if (values[i] === value) return value;
			throw invalid(name, value);
		}
		return value;
	};
	intl.flag = function (options, name, fallback) {
		const value = options[name];
		return value === undefined ? fallback : Boolean(value);
	};
	intl.number = (options, name, least, most, fallback) => intl.inRange(options[name], name, least, most, fallback);
	intl.inRange = function (value, name, least, most, fallback) {
		if (value === undefined) return fallback;
		value = +value;
		if (!(value >= least && value <= most)) throw error(RangeError, `${name} value is out of range.`);
		return Math.floor(value);
	};
	const matchers = ['lookup', 'best fit'];
	intl.matcher = options => intl.option(options, 'localeMatcher', matchers, 'best fit');
	// type reads an option that is a value of the extension u.
	intl.type = function (options, name) {
		const value = intl.option(options, name);
		if (value !== undefined && !host.isType(value)) throw error(RangeError, `Invalid ${name} : ${value}`);
		return value;
	};
	intl.resolve = (requested, keys, options) => host.resolve(requested, keys, options);
})
