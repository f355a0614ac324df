// Intl.PluralRules.
(function (host, web) {
	'use strict';
	const {error, intl} = web;

	function prepare(locales, options) {
		const requested = intl.locales(locales);
		options = intl.coerced(options);
		intl.matcher(options);
		const found = intl.resolve(requested, '', {});
		const slots = {__proto__: null, locale: found.locale, data: found.data};
		slots.type = intl.option(options, 'type', ['cardinal', 'ordinal'], 'cardinal');
		slots.notation = intl.option(options, 'notation', ['standard', 'scientific', 'engineering', 'compact'], 'standard');
		const compactDisplay = intl.option(options, 'compactDisplay', ['short', 'long'], 'short');
		if (slots.notation === 'compact') slots.compactDisplay = compactDisplay;
		intl.digits(slots, options, 0, 3, slots.notation);
		slots.style = 'decimal';
		slots.use = host.numberFormat(slots);
		slots.ordinal = slots.type === 'ordinal';
		return slots;
	}
	const shown = [
		'locale', 'type', 'notation', 'compactDisplay', 'minimumIntegerDigits', 'minimumFractionDigits', 'maximumFractionDigits', 'minimumSignificantDigits', 'maximumSignificantDigits',
		'pluralCategories', 'roundingIncrement', 'roundingMode', 'roundingPriority', 'trailingZeroDisplay',
	];
	const of = (self, method) => intl.slotsOf('PluralRules', self, method);
	intl.define('PluralRules', prepare, {methods: {
		resolvedOptions() {
			const slots = of(this, 'resolvedOptions');
			return intl.show({__proto__: slots, pluralCategories: host.pluralCategories(slots.data, slots.ordinal)}, shown);
		},
		select(value) {
			const {use, ordinal} = of(this, 'select');
			return use.plural(+value, ordinal);
		},
		selectRange(start, end) {
			const {use, ordinal} = of(this, 'selectRange');
			if (start === undefined || end === undefined) throw error(TypeError, 'start and end must not be undefined');
			start = +start;
			return use.pluralRange(start, +end, ordinal);
		},
	}});
})
