// The global Intl.
(function (host, web) {
	'use strict';
	for (const name of ['options', 'numbers', 'plurals', 'dates', 'texts', 'names', 'locale', 'durations', 'builtins']) host.load(name)(host, web);
	const {intl} = web;
	const Intl = {};
	const hidden = (name, value) => Object.defineProperty(Intl, name, {value, writable: true, configurable: true});
	for (const name of ['Collator', 'DateTimeFormat', 'DisplayNames', 'DurationFormat', 'ListFormat', 'Locale', 'NumberFormat', 'PluralRules', 'RelativeTimeFormat', 'Segmenter']) {
		if (intl[name]) hidden(name, intl[name]);
	}
	const functions = {
		getCanonicalLocales(locales) { return intl.locales(locales); },
		supportedValuesOf(key) { return intl.supportedValues(`${key}`); },
	};
	hidden('getCanonicalLocales', functions.getCanonicalLocales);
	hidden('supportedValuesOf', functions.supportedValuesOf);
	Object.defineProperty(Intl, Symbol.toStringTag, {value: 'Intl', configurable: true});
	web.globals.Intl = Intl;
})
