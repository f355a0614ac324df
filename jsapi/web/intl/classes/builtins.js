// The methods of built-ins that write for a locale. They are called by the functions in their places, which are there before this runs.
(function (host, web) {
	'use strict';
	const {error, intl} = web;
	const join = Reflect.apply.bind(undefined, [].join);

	intl.supportedValues = key => host.supportedValues(key);
	intl.builtins = {
		number(value, locales, options) { return intl.numberSlots(locales, options).use.format(value); },
		date(value, locales, options, required, defaults) {
			const {use} = intl.dateSlots(locales, options, required, defaults);
			return use.format(value);
		},
		compare(a, b, locales, options) {
			return new intl.Collator(locales, options).compare(a, b);
		},
		// language returns the language whose rules for upper and lower case apply.
		language(locales) {
			const requested = intl.locales(locales);
			return requested.length === 0 ? 'en' : host.localeField(requested[0], 'language');
		},
		elements(list, locales, options, isTyped) {
			if (isTyped) apply(typedLength, list, []);
			if (busy.has(list)) return '';
			busy.add(list);
			try {
				return joined(list, locales, options);
			} finally {
				busy.delete(list);
			}
		},
	};
	const busy = new Set(), {apply} = Reflect;
	const typedLength = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Int8Array.prototype), 'length').get;
	function joined(list, locales, options) {
		const length = Math.min(Math.max(Math.trunc(+list.length) || 0, 0), 2 ** 32 - 1), texts = [];
		for (let i = 0; i < length; i++) {
			const element = list[i];
			const text = element === undefined || element === null ? '' : String(element.toLocaleString(locales, options));
			Object.defineProperty(texts, i, {value: text, writable: true, enumerable: true, configurable: true});
		}
		return join(texts, [',']);
	}
})
