// Intl.ListFormat, Intl.RelativeTimeFormat, Intl.Collator and Intl.Segmenter.
(function (host, web) {
	'use strict';
	const {error, intl} = web;
	const {option} = intl;
	// The values of options.
	const listTypes = ['conjunction', 'disjunction', 'unit'],
		lengths = ['long', 'short', 'narrow'],
		numericModes = ['always', 'auto'],
		usages = ['sort', 'search'],
		caseFirsts = ['upper', 'lower', 'false'],
		sensitivities = ['base', 'accent', 'case', 'variant'],
		granularities = ['grapheme', 'word', 'sentence'];
	const push = (list, value) => Object.defineProperty(list, list.length, {value, writable: true, enumerable: true, configurable: true});
	const textOf = parts => { let text = ''; for (let i = 0; i < parts.length; i++) text += parts[i].value; return text; };

	// strings reads the texts of an iterable.
	function strings(iterable) {
		const texts = [];
		if (iterable === undefined) return texts;
		for (const text of {[Symbol.iterator]: () => iterable[Symbol.iterator]()}) {
			if (typeof text !== 'string') throw error(TypeError, 'Iterable yielded a value which is not a string');
			push(texts, text);
		}
		return texts;
	}
	const list = (self, method) => intl.slotsOf('ListFormat', self, method);
	intl.listParts = (slots, texts) => host.listParts(slots.data, slots.type, slots.style, texts);
	intl.define('ListFormat', (locales, options) => {
		const requested = intl.locales(locales);
		options = intl.object(options);
		intl.matcher(options);
		const found = intl.resolve(requested, '', {});
		const type = option(options, 'type', listTypes, 'conjunction');
		const style = option(options, 'style', lengths, 'long');
		return {__proto__: null, locale: found.locale, data: found.data, type, style};
	}, {methods: {
		format(iterable) {
			const slots = list(this, 'format');
			return textOf(intl.listParts(slots, strings(iterable)));
		},
		formatToParts(iterable) {
			const slots = list(this, 'formatToParts');
			return intl.listParts(slots, strings(iterable));
		},
		resolvedOptions() { return intl.show(list(this, 'resolvedOptions'), ['locale', 'type', 'style']); },
	}});

	const units = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'];
	function singular(unit) {
		const name = `${unit}`;
		for (let i = 0; i < units.length; i++) if (name === units[i] || name === units[i] + 's') return units[i];
		throw error(RangeError, `Invalid unit argument for format() '${name}'`);
	}
	function relativeParts(slots, value, unit) {
		value = +value;
		unit = singular(unit);
		if (!Number.isFinite(value)) throw error(RangeError, 'Value need to be finite number for Intl.RelativeTimeFormat.prototype.format()');
		if (slots.numeric === 'auto') {
			const word = host.relativeWord(slots.data, slots.style, unit, String(value));
			if (word !== undefined) return [{type: 'literal', value: word}];
		}
		const past = value < 0 || Object.is(value, -0);
		const {use} = slots.numbers, size = Math.abs(value);
		const around = host.relativePattern(slots.data, slots.style, unit, past, use.plural(size, false));
		const parts = [], digits = use.parts(size);
		if (around[0] !== '') push(parts, {type: 'literal', value: around[0]});
		if (around.length === 1) return parts;
		for (let i = 0; i < digits.length; i++) push(parts, {type: digits[i].type, value: digits[i].value, unit});
		if (around[1] !== '') push(parts, {type: 'literal', value: around[1]});
		return parts;
	}
	const relative = (self, method) => intl.slotsOf('RelativeTimeFormat', self, method);
	intl.define('RelativeTimeFormat', (locales, options) => {
		const requested = intl.locales(locales);
		options = intl.coerced(options);
		intl.matcher(options);
		const found = intl.resolve(requested, 'nu', {nu: intl.type(options, 'numberingSystem')});
		const style = option(options, 'style', lengths, 'long');
		const numeric = option(options, 'numeric', numericModes, 'always');
		const numbers = intl.numberSlots(found.locale, {__proto__: null, numberingSystem: found.nu});
		return {__proto__: null, locale: found.locale, data: found.data, style, numeric, numberingSystem: found.nu, numbers};
	}, {methods: {
		format(value, unit) { return textOf(relativeParts(relative(this, 'format'), value, unit)); },
		formatToParts(value, unit) { return relativeParts(relative(this, 'formatToParts'), value, unit); },
		resolvedOptions() { return intl.show(relative(this, 'resolvedOptions'), ['locale', 'style', 'numeric', 'numberingSystem']); },
	}});

	const collator = (self, method) => intl.slotsOf('Collator', self, method);
	intl.define('Collator', (locales, options) => {
		const requested = intl.locales(locales);
		options = intl.coerced(options);
		const usage = option(options, 'usage', usages, 'sort');
		intl.matcher(options);
		const co = intl.type(options, 'collation');
		const numeric = intl.flag(options, 'numeric', undefined);
		const kf = option(options, 'caseFirst', caseFirsts);
		const kn = numeric === undefined ? undefined : String(numeric);
		const found = intl.resolve(requested, 'co kn kf', {co, kn, kf});
		const sensitivity = option(options, 'sensitivity', sensitivities, 'variant');
		const ignorePunctuation = intl.flag(options, 'ignorePunctuation', found.data === 'th' || found.data.startsWith('th-'));
		const slots = {
			__proto__: null, locale: found.locale, data: found.data, usage, sensitivity, ignorePunctuation, collation: found.co ?? 'default', type: found.co,
			numeric: found.kn === 'true', caseFirst: found.kf,
		};
		slots.compare = host.collator(slots);
		return slots;
	}, {legacy: true, methods: {
		get compare() { return collator(this, 'compare').compare; },
		resolvedOptions() {
			return intl.show(collator(this, 'resolvedOptions'), ['locale', 'usage', 'sensitivity', 'ignorePunctuation', 'collation', 'numeric', 'caseFirst']);
		},
	}});

	segmenter();
	function segmenter() {
		const of = (self, method) => intl.slotsOf('Segmenter', self, method);
		intl.define('Segmenter', (locales, options) => {
			const requested = intl.locales(locales);
			options = intl.object(options);
			intl.matcher(options);
			const found = intl.resolve(requested, '', {});
			const granularity = option(options, 'granularity', granularities, 'grapheme');
			return {__proto__: null, locale: found.locale, data: found.data, granularity};
		}, {methods: {
			segment(input) {
				const {granularity} = of(this, 'segment');
				return new Segments(`${input}`, granularity);
			},
			resolvedOptions() { return intl.show(of(this, 'resolvedOptions'), ['locale', 'granularity']); },
		}});
	}
	class Segments {
		#text;
		#find;
		#words;
		constructor(text, granularity) {
			this.#text = text;
			this.#words = granularity === 'word';
			this.#find = host.segments(text, granularity, () => {});
		}
		at(index) {
			const found = this.#find(index);
			if (found === undefined) return undefined;
			const data = {segment: this.#text.slice(found.from, found.to), index: found.from, input: this.#text};
			if (this.#words) data.isWordLike = found.wordLike;
			return data;
		}
		get length() { return this.#text.length; }
	}
	const {at: segmentAt} = Segments.prototype, lengthOf = Object.getOwnPropertyDescriptor(Segments.prototype, 'length').get;
	delete Segments.prototype.at;
	delete Segments.prototype.length;
	delete Segments.prototype.constructor;
	const iterators = new WeakMap();
	const iteratorPrototype = Object.create(Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())), {
		next: {value: {next() {
			const state = iterators.get(this);
			if (state === undefined) throw error(TypeError, 'next is called on an object that is not a segment iterator');
			if (state.index >= state.length) return {value: undefined, done: true};
			const value = Reflect.apply(segmentAt, state.segments, [state.index]);
			state.index += value.segment.length;
			return {value, done: false};
		}}.next, writable: true, configurable: true},
		[Symbol.toStringTag]: {value: 'Segmenter String Iterator', configurable: true},
	});
	function iterate(segments) {
		const iterator = Object.create(iteratorPrototype);
		iterators.set(iterator, {segments, index: 0, length: Reflect.apply(lengthOf, segments, [])});
		return iterator;
	}
	Object.defineProperty(Segments.prototype, 'containing', {value: containingOf(), writable: true, configurable: true});
	function containingOf() {
		return {containing(index) {
			const length = Reflect.apply(lengthOf, this, []);
			const at = Math.trunc(+index) || 0;
			return at < 0 || at >= length ? undefined : Reflect.apply(segmentAt, this, [at]);
		}}.containing;
	}
	Object.defineProperty(Segments.prototype, Symbol.iterator, {value: {[Symbol.iterator]() { return iterate(this); }}[Symbol.iterator], writable: true, configurable: true});
})
