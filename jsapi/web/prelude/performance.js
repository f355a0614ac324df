// performance: the clock, and the timeline of what scripts mark and measure.
(function (host, web) {
	'use strict';
	const {error, needArguments, describe} = web;
	const {DOMException, EventTarget, queueMicrotask} = web.globals;

	// A VM lives on from request to request, so that a script which never clears its marks would fill it: the timeline keeps the last
	// entries of each type, between most and twice as many, and an observer that is not called yet as many as that.
	const most = 5000;
	const mostObservers = 1000;

	const inside = Symbol('inside');
	const milliseconds = (value, where) => {
		const time = Number(value);
		if (!Number.isFinite(time)) throw error(TypeError, `${where}: the time is not a finite number`);
		if (time < 0) throw error(TypeError, `${where}: ${time} is negative`);
		return time;
	};
	function optionsOf(options, where) {
		if (options === undefined || options === null) return {};
		if (typeof options !== 'object' && typeof options !== 'function') throw error(TypeError, `${where}: the options are not an object`);
		return options;
	}
	const copyOf = detail => detail === undefined || detail === null ? null : host.clone(detail);

	class PerformanceEntry {
		#name; #entryType; #startTime; #duration;
		constructor(key, name, entryType, startTime, duration) {
			if (key !== inside) throw error(TypeError, 'Illegal constructor');
			this.#name = name;
			this.#entryType = entryType;
			this.#startTime = startTime;
			this.#duration = duration;
		}
		get name() { return this.#name; }
		get entryType() { return this.#entryType; }
		get startTime() { return this.#startTime; }
		get duration() { return this.#duration; }
		toJSON() {
			const {name, entryType, startTime, duration} = this;
			return {name, entryType, startTime, duration};
		}
	}
	describe(PerformanceEntry, 'name', 'entryType', 'startTime', 'duration');

	class PerformanceMark extends PerformanceEntry {
		#detail;
		constructor(markName, markOptions) {
			needArguments(arguments, 1, 'PerformanceMark constructor');
			const name = `${markName}`;
			const {detail, startTime} = optionsOf(markOptions, 'PerformanceMark constructor');
			super(inside, name, 'mark', startTime === undefined ? host.now() : milliseconds(startTime, 'PerformanceMark constructor'), 0);
			this.#detail = copyOf(detail);
		}
		get detail() { return this.#detail; }
		toJSON() { return {...super.toJSON(), detail: this.#detail}; }
	}
	describe(PerformanceMark, 'detail');

	class PerformanceMeasure extends PerformanceEntry {
		#detail;
		constructor(key, name, startTime, duration, detail) {
			super(key, name, 'measure', startTime, duration);
			this.#detail = copyOf(detail);
		}
		get detail() { return this.#detail; }
		toJSON() { return {...super.toJSON(), detail: this.#detail}; }
	}
	describe(PerformanceMeasure, 'detail');

	// Entries are those of one type, in the order in which they were made.
	class Entries {
		#list = [];
		#latest = new Map(); // the name of an entry → the last that has it

		add(entry) {
			this.#list.push(entry);
			this.#latest.set(entry.name, entry);
			if (this.#list.length < 2 * most) return;
			for (const old of this.#list.splice(0, most)) if (this.#latest.get(old.name) === old) this.#latest.delete(old.name);
		}
		clear(name) {
			this.#list = name === undefined ? [] : this.#list.filter(entry => entry.name !== name);
			if (name === undefined) this.#latest.clear();
			else this.#latest.delete(name);
		}
		latest(name) { return this.#latest.get(name); }
		all() { return this.#list; }
	}
	const timeline = {mark: new Entries(), measure: new Entries()};
	const supported = Object.freeze(Object.keys(timeline));

	// selected returns entries by name and type, the earliest first.
	function selected(entries, name, type) {
		const chosen = entries.filter(entry => (name === undefined || entry.name === name) && (type === undefined || entry.entryType === type));
		return chosen.sort((a, b) => a.startTime - b.startTime);
	}
	const everything = () => [...timeline.mark.all(), ...timeline.measure.all()];
	const optional = value => value === undefined || value === null ? undefined : `${value}`;

	// timeOf returns the time of the beginning or the end of a measure: a number, or the name of a mark.
	function timeOf(mark) {
		if (typeof mark === 'number') return milliseconds(mark, 'measure');
		const found = timeline.mark.latest(`${mark}`);
		if (!found) throw error(DOMException, `The mark '${mark}' has not been set`, 'SyntaxError');
		return found.startTime;
	}
	function measured({start, end, duration}) {
		const length = duration === undefined ? undefined : Number(duration);
		let to = host.now();
		if (end !== undefined) to = timeOf(end);
		else if (start !== undefined && length !== undefined) to = timeOf(start) + length;
		let from = 0;
		if (start !== undefined) from = timeOf(start);
		else if (length !== undefined && end !== undefined) from = to - length;
		return [from, to - from];
	}

	class PerformanceObserverEntryList {
		#entries;
		constructor(key, entries) {
			if (key !== inside) throw error(TypeError, 'Illegal constructor');
			this.#entries = entries;
		}
		getEntries() { return selected(this.#entries); }
		getEntriesByName(name, type) {
			needArguments(arguments, 1, 'getEntriesByName');
			return selected(this.#entries, `${name}`, optional(type));
		}
		getEntriesByType(type) {
			needArguments(arguments, 1, 'getEntriesByType');
			return selected(this.#entries, undefined, `${type}`);
		}
	}
	describe(PerformanceObserverEntryList);

	const observers = new Set();
	let due = false; // observers will be called

	class PerformanceObserver {
		#callback; #types = new Set(); #buffer = []; #kind = null; #dropped = 0; #reported = false;
		constructor(callback) {
			if (typeof callback !== 'function') throw error(TypeError, 'PerformanceObserver constructor: the callback is not a function');
			this.#callback = callback;
		}
		observe(options) {
			const {entryTypes, type, buffered} = optionsOf(options, 'observe');
			if ((entryTypes === undefined) === (type === undefined)) throw error(TypeError, 'observe: the options need either entryTypes or type');
			if (entryTypes !== undefined && buffered !== undefined) throw error(TypeError, 'observe: buffered is only possible with type, not with entryTypes');
			if (entryTypes !== undefined && (typeof entryTypes !== 'object' || entryTypes === null)) throw error(TypeError, 'observe: entryTypes is not a list');
			const types = [...entryTypes ?? [type]].map(String).filter(name => supported.includes(name));
			const kind = entryTypes === undefined ? 'type' : 'entryTypes';
			if ((this.#kind ??= kind) !== kind) {
				throw error(DOMException, 'A PerformanceObserver cannot change from entryTypes to type, or back', 'InvalidModificationError');
			}
			if (types.length === 0) return;
			if (!observers.has(this) && observers.size >= mostObservers) {
				throw error(DOMException, `More than ${mostObservers} PerformanceObservers; disconnect some first`, 'QuotaExceededError');
			}
			observers.add(this);
			this.#types = new Set(entryTypes === undefined ? [...this.#types, ...types] : types);
			if (!buffered) return;
			for (const entry of timeline[types[0]].all()) this.#keep(entry);
			tell();
		}
		disconnect() {
			observers.delete(this);
			this.#types = new Set();
			this.#buffer = [];
			this.#kind = null;
		}
		takeRecords() {
			const records = this.#buffer;
			this.#buffer = [];
			return records;
		}
		#keep(entry) {
			if (this.#buffer.length < 2 * most) this.#buffer.push(entry);
			else this.#dropped++;
		}
		#call() {
			const entries = this.takeRecords();
			if (entries.length === 0) return;
			const {callback, options} = {callback: this.#callback, options: this.#reported ? {} : {droppedEntriesCount: this.#dropped}};
			this.#reported = true;
			try {
				Reflect.apply(callback, this, [new PerformanceObserverEntryList(inside, entries), this, options]);
			} catch (thrown) {
				host.uncaught(thrown);
			}
		}
		static get supportedEntryTypes() { return supported; }
		static offer(observer, entry) { if (observer.#types.has(entry.entryType)) observer.#keep(entry); }
		static call(observer) { observer.#call(); }
	}
	const {offer, call} = PerformanceObserver;
	delete PerformanceObserver.offer;
	delete PerformanceObserver.call;
	describe(PerformanceObserver);

	// tell calls the observers when the running script has come to its end. A task of its own might never run, since a call ends with its
	// answer.
	function tell() {
		if (due) return;
		due = true;
		queueMicrotask(() => {
			due = false;
			for (const observer of [...observers]) call(observer);
		});
	}
	function record(entry) {
		timeline[entry.entryType].add(entry);
		if (observers.size === 0) return entry;
		for (const observer of observers) offer(observer, entry);
		tell();
		return entry;
	}

	let constructing = true;
	class Performance extends EventTarget {
		constructor() {
			if (!constructing) throw error(TypeError, 'Illegal constructor');
			super();
		}
		get timeOrigin() { return host.timeOrigin; }
		now() { return host.now(); }
		mark(markName, markOptions) {
			needArguments(arguments, 1, 'mark');
			return record(new PerformanceMark(markName, markOptions));
		}
		measure(measureName, startOrOptions, endMark) {
			needArguments(arguments, 1, 'measure');
			const name = `${measureName}`;
			const isObject = typeof startOrOptions === 'object' || typeof startOrOptions === 'function';
			const given = isObject && startOrOptions !== null ? startOrOptions : {};
			const {start, end, duration, detail} = given;
			if ([start, end, duration, detail].some(value => value !== undefined)) {
				if (endMark !== undefined) throw error(TypeError, 'measure: an end mark is not possible together with options; set end in the options');
				if (start === undefined && end === undefined) throw error(TypeError, 'measure: the options have neither start nor end');
				if (start !== undefined && end !== undefined && duration !== undefined) throw error(TypeError, 'measure: the options must not have all of start, end and duration');
			}
			const between = isObject ? {start, end: end ?? endMark, duration} : {start: startOrOptions, end: endMark};
			return record(new PerformanceMeasure(inside, name, ...measured(between), detail));
		}
		clearMarks(markName) { timeline.mark.clear(optional(markName)); }
		clearMeasures(measureName) { timeline.measure.clear(optional(measureName)); }
		getEntries() { return selected(everything()); }
		getEntriesByName(name, type) {
			needArguments(arguments, 1, 'getEntriesByName');
			return selected(everything(), `${name}`, optional(type));
		}
		getEntriesByType(type) {
			needArguments(arguments, 1, 'getEntriesByType');
			return selected(Object.hasOwn(timeline, `${type}`) ? timeline[type].all() : []);
		}
		toJSON() { return {timeOrigin: host.timeOrigin}; }
	}
	describe(Performance, 'timeOrigin');

	Object.assign(web.globals, {
		Performance, PerformanceEntry, PerformanceMark, PerformanceMeasure, PerformanceObserver, PerformanceObserverEntryList,
		performance: new Performance(),
	});
	constructing = false;
})
