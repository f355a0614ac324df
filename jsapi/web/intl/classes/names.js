// Intl.DisplayNames.
(function (host, web) {
	'use strict';
	const {error, intl} = web;
	const {option} = intl;
	// The values of options.
	const lengths = ['narrow', 'short', 'long'],
		fallbacks = ['code', 'none'],
		languageDisplays = ['dialect', 'standard'];
	const types = ['language', 'region', 'script', 'currency', 'calendar', 'dateTimeField'];
	const fields = ['era', 'year', 'quarter', 'month', 'weekOfYear', 'weekday', 'day', 'dayPeriod', 'hour', 'minute', 'second', 'timeZoneName'];

	// canonical checks a code and returns it in its usual form.
	function canonical(type, code) {
		const fail = () => error(RangeError, `Invalid argument to Intl.DisplayNames.prototype.of`);
		switch (type) {
		case 'language':
			if (!/^[a-z]{2,8}(-[a-z0-9]{2,8})*$/i.test(code) || /-u-|-t-|-x-/i.test(code)) throw fail();
			return host.canonicalTag(code);
		case 'region':
			if (!host.isSubtag('region', code)) throw fail();
			return code.toUpperCase();
		case 'script':
			if (!host.isSubtag('script', code)) throw fail();
			return code[0].toUpperCase() + code.slice(1).toLowerCase();
		case 'currency':
			if (!/^[a-z]{3}$/i.test(code)) throw fail();
			return code.toUpperCase();
		case 'calendar':
			if (!host.isType(code)) throw fail();
			return code.toLowerCase();
		}
		for (let i = 0; i < fields.length; i++) if (fields[i] === code) return code;
		throw fail();
	}
	const of = (self, method) => intl.slotsOf('DisplayNames', self, method);
	intl.define('DisplayNames', (locales, options) => {
		const requested = intl.locales(locales);
		if (options === undefined) throw error(TypeError, 'The options of Intl.DisplayNames are required');
		options = intl.object(options);
		intl.matcher(options);
		const style = option(options, 'style', lengths, 'long');
		const type = option(options, 'type', types);
		if (type === undefined) throw error(TypeError, 'Required option "type" must not be undefined');
		const fallback = option(options, 'fallback', fallbacks, 'code');
		const found = intl.resolve(requested, '', {});
		const languageDisplay = option(options, 'languageDisplay', languageDisplays, 'dialect');
		const slots = {__proto__: null, locale: found.locale, data: found.data, style, type, fallback};
		if (type === 'language') slots.languageDisplay = languageDisplay;
		return slots;
	}, {length: 2, methods: {
		of(code) {
			const slots = of(this, 'of');
			code = canonical(slots.type, `${code}`);
			const name = host.display(slots.data, slots.type, slots.style, slots.languageDisplay === 'dialect', code);
			return name === undefined && slots.fallback === 'code' ? code : name;
		},
		resolvedOptions() { return intl.show(of(this, 'resolvedOptions'), ['locale', 'style', 'type', 'fallback', 'languageDisplay']); },
	}});
})
