// Intl.Locale.
(function (host, web) {
	'use strict';
	const {error, intl} = web;
	const {option} = intl;
	// The values of options.
	const hourCycles = ['h11', 'h12', 'h23', 'h24'],
		caseFirsts = ['upper', 'lower', 'false'];
	const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

	function subtag(options, name) {
		const value = option(options, name);
		if (value !== undefined && !host.isSubtag(name, value)) throw error(RangeError, `Incorrect locale information provided: ${name}`);
		return value;
	}
	function firstDay(options) {
		const value = option(options, 'firstDayOfWeek');
		if (value === undefined) return undefined;
		const day = /^[0-7]$/.test(value) ? days[value] : value;
		if (!host.isType(day)) throw error(RangeError, `Invalid firstDayOfWeek : ${value}`);
		return day;
	}
	function prepare(tag, options) {
		if (typeof tag !== 'string' && (typeof tag !== 'object' && typeof tag !== 'function' || tag === null)) {
			throw error(TypeError, 'First argument to Intl.Locale constructor can\'t be empty or missing');
		}
		const name = intl.peek('Locale', tag)?.tag ?? `${tag}`;
		options = intl.coerced(options);
		const base = host.canonicalTag(name);
		const parts = {__proto__: null};
		for (const part of ['language', 'script', 'region', 'variants']) parts[part] = subtag(options, part);
		parts.ca = intl.type(options, 'calendar');
		parts.co = intl.type(options, 'collation');
		parts.fw = firstDay(options);
		parts.hc = option(options, 'hourCycle', hourCycles);
		parts.kf = option(options, 'caseFirst', caseFirsts);
		const numeric = intl.flag(options, 'numeric', undefined);
		parts.kn = numeric === undefined ? undefined : String(numeric);
		parts.nu = intl.type(options, 'numberingSystem');
		return {__proto__: null, tag: host.buildLocale(base, parts)};
	}

	const of = (self, method) => intl.slotsOf('Locale', self, method).tag;
	const field = (self, method, name) => host.localeField(of(self, method), name);
	const about = (self, method, what) => host.ofLocale(of(self, method), what);
	intl.define('Locale', prepare, {length: 1, noSupported: true, methods: {
		toString() { return of(this, 'toString'); },
		maximize() { return new intl.Locale(host.likely(of(this, 'maximize'), true)); },
		minimize() { return new intl.Locale(host.likely(of(this, 'minimize'), false)); },
		get baseName() { return field(this, 'baseName', 'baseName'); },
		get language() { return field(this, 'language', 'language'); },
		get script() { return field(this, 'script', 'script'); },
		get region() { return field(this, 'region', 'region'); },
		get variants() { return field(this, 'variants', 'variants'); },
		get calendar() { return field(this, 'calendar', 'ca'); },
		get collation() { return field(this, 'collation', 'co'); },
		get firstDayOfWeek() { return field(this, 'firstDayOfWeek', 'fw'); },
		get hourCycle() { return field(this, 'hourCycle', 'hc'); },
		get caseFirst() { return field(this, 'caseFirst', 'kf'); },
		get numeric() {
			const value = field(this, 'numeric', 'kn');
			return value === '' || value === 'true';
		},
		get numberingSystem() { return field(this, 'numberingSystem', 'nu'); },
		getCalendars() { return about(this, 'getCalendars', 'calendars'); },
		getCollations() { return about(this, 'getCollations', 'collations'); },
		getHourCycles() { return about(this, 'getHourCycles', 'hourCycles'); },
		getNumberingSystems() { return about(this, 'getNumberingSystems', 'numberingSystems'); },
		getTimeZones() { return about(this, 'getTimeZones', 'timeZones'); },
		getTextInfo() { return {direction: about(this, 'getTextInfo', 'direction')}; },
		getWeekInfo() { return about(this, 'getWeekInfo', 'week'); },
	}});
})
