// Intl.DateTimeFormat.
(function (host, web) {
	'use strict';
	const {error, intl} = web;
	const {option} = intl;
	// The values of options.
	const hourCycles = ['h11', 'h12', 'h23', 'h24'],
		matchers = ['basic', 'best fit'];

	const texts = ['narrow', 'short', 'long'], numbers = ['2-digit', 'numeric'], styles = ['full', 'long', 'medium', 'short'];
	const fields = [
		['weekday', texts], ['era', texts], ['year', numbers], ['month', ['2-digit', 'numeric', 'narrow', 'short', 'long']], ['day', numbers],
		['dayPeriod', texts], ['hour', numbers], ['minute', numbers], ['second', numbers], ['fractionalSecondDigits'],
		['timeZoneName', ['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric']],
	];

	function timeZone(options) {
		const value = options.timeZone;
		if (value === undefined) return host.localZone();
		const name = host.timeZone(`${value}`);
		if (name === undefined) throw error(RangeError, `Invalid time zone specified: ${String(value)}`);
		return name;
	}

	// addDefaults adds fields if none of those that are required was asked for.
	function addDefaults(slots, required, defaults) {
		const has = (...names) => { for (let i = 0; i < names.length; i++) if (slots[names[i]] !== undefined) return true; return false; };
		if ((required === 'date' || required === 'any') && has('weekday', 'year', 'month', 'day')) return;
		if ((required === 'time' || required === 'any') && has('dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits')) return;
		if (defaults === 'date' || defaults === 'all') slots.year = slots.month = slots.day = 'numeric';
		if (defaults === 'time' || defaults === 'all') slots.hour = slots.minute = slots.second = 'numeric';
	}

	// prepare reads options. Those of toLocaleDateString and its kin require fields of their kind.
	function prepare(locales, options, required = 'any', defaults = 'date') {
		const requested = intl.locales(locales);
		options = intl.coerced(options);
		intl.matcher(options);
		const ca = intl.type(options, 'calendar');
		const nu = intl.type(options, 'numberingSystem');
		const hour12 = intl.flag(options, 'hour12', undefined);
		let hc = option(options, 'hourCycle', hourCycles);
		if (hour12 !== undefined) hc = null;
		const found = intl.resolve(requested, 'nu ca hc', {nu, ca, hc});
		const slots = {__proto__: null, locale: found.locale, data: found.data, calendar: found.ca, numberingSystem: found.nu};
		slots.timeZone = timeZone(options);
		const explicit = readFields(slots, options);
		option(options, 'formatMatcher', matchers, 'best fit');
		slots.dateStyle = option(options, 'dateStyle', styles);
		slots.timeStyle = option(options, 'timeStyle', styles);
		if (slots.dateStyle === undefined && slots.timeStyle === undefined) {
			addDefaults(slots, required, defaults);
		} else {
			if (explicit !== undefined) throw error(TypeError, `Can't set option ${explicit} when ${slots.dateStyle === undefined ? 'timeStyle' : 'dateStyle'} is used`);
			if (required === 'date' && slots.timeStyle !== undefined) throw error(TypeError, 'Invalid option : timeStyle');
			if (required === 'time' && slots.dateStyle !== undefined) throw error(TypeError, 'Invalid option : dateStyle');
		}
		setHours(slots, found, hour12);
		slots.use = host.dateFormat(slots);
		return slots;
	}
	function readFields(slots, options) {
		let explicit;
		for (let i = 0; i < fields.length; i++) {
			const name = fields[i][0];
			const value = name === 'fractionalSecondDigits' ? intl.number(options, name, 1, 3, undefined) : option(options, name, fields[i][1]);
			slots[name] = value;
			if (value !== undefined) explicit = name;
		}
		return explicit;
	}
	function setHours(slots, found, hour12) {
		slots.hourField = slots.hour;
		slots.hour = found.hour;
		if (slots.hourField === undefined && slots.timeStyle === undefined) return;
		if (hour12 === true) slots.hourCycle = found.hour12;
		else if (hour12 === false) slots.hourCycle = 'h23';
		else slots.hourCycle = found.hc;
	}

	const of = (self, method) => intl.slotsOf('DateTimeFormat', self, method);
	const shown = [
		'locale', 'calendar', 'numberingSystem', 'timeZone', 'hourCycle', 'hour12', 'weekday', 'era', 'year', 'month', 'day', 'dayPeriod', 'hour', 'minute', 'second',
		'fractionalSecondDigits', 'timeZoneName', 'dateStyle', 'timeStyle',
	];
	function resolved(slots) {
		const {dateStyle, timeStyle} = slots, fields = slots.use.fields(), all = {__proto__: null};
		for (const name of ['locale', 'calendar', 'numberingSystem', 'timeZone']) all[name] = slots[name];
		if (fields.hourCycle !== undefined) {
			all.hourCycle = fields.hourCycle;
			all.hour12 = fields.hourCycle === 'h11' || fields.hourCycle === 'h12';
		}
		if (dateStyle === undefined && timeStyle === undefined) {
			for (let i = 6; i < 17; i++) all[shown[i]] = fields[shown[i]];
			for (const name of ['hour', 'hour12', 'hourCycle']) if (fields.hour === undefined) delete all[name];
		} else {
			all.dateStyle = dateStyle;
			all.timeStyle = timeStyle;
		}
		return intl.show(all, shown);
	}
	intl.define('DateTimeFormat', (locales, options) => prepare(locales, options), {legacy: true, unwraps: true, methods: {
		get format() { return of(intl.unwrapped('DateTimeFormat', this), 'format').use.format; },
		formatToParts(date) { return of(this, 'formatToParts').use.parts(date); },
		formatRange(start, end) { return of(this, 'formatRange').use.range(start, end); },
		formatRangeToParts(start, end) { return of(this, 'formatRangeToParts').use.rangeParts(start, end); },
		resolvedOptions() { return resolved(of(intl.unwrapped('DateTimeFormat', this), 'resolvedOptions')); },
	}});
	intl.dateSlots = prepare;
})
