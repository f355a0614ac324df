// Intl.NumberFormat, and the options for digits that other classes have, too.
(function (host, web) {
	'use strict';
	const {error, intl} = web;
	const {option, number, inRange} = intl;
	// The values of options.
	const priorities = ['auto', 'morePrecision', 'lessPrecision'],
		zeroDisplays = ['auto', 'stripIfInteger'],
		styles = ['decimal', 'percent', 'currency', 'unit'],
		currencyDisplays = ['code', 'symbol', 'narrowSymbol', 'name'],
		currencySigns = ['standard', 'accounting'],
		widths = ['short', 'narrow', 'long'],
		notations = ['standard', 'scientific', 'engineering', 'compact'],
		compactDisplays = ['short', 'long'],
		signDisplays = ['auto', 'never', 'always', 'exceptZero', 'negative'];

	const increments = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];
	const modes = ['ceil', 'floor', 'expand', 'trunc', 'halfCeil', 'halfFloor', 'halfExpand', 'halfTrunc', 'halfEven'];
	const includes = (list, value) => { for (let i = 0; i < list.length; i++) if (list[i] === value) return true; return false; };

	// digits reads the options for digits into slots.
	intl.digits = function (slots, options, leastDefault, mostDefault, notation) {
		slots.minimumIntegerDigits = number(options, 'minimumIntegerDigits', 1, 21, 1);
		let leastFraction = options.minimumFractionDigits, mostFraction = options.maximumFractionDigits;
		const leastSignificant = options.minimumSignificantDigits, mostSignificant = options.maximumSignificantDigits;
		slots.roundingIncrement = number(options, 'roundingIncrement', 1, 5000, 1);
		if (!includes(increments, slots.roundingIncrement)) throw error(RangeError, 'roundingIncrement value is out of range.');
		slots.roundingMode = option(options, 'roundingMode', modes, 'halfExpand');
		const priority = option(options, 'roundingPriority', priorities, 'auto');
		slots.trailingZeroDisplay = option(options, 'trailingZeroDisplay', zeroDisplays, 'auto');
		if (slots.roundingIncrement !== 1) mostDefault = leastDefault;
		const hasSignificant = leastSignificant !== undefined || mostSignificant !== undefined;
		const hasFraction = leastFraction !== undefined || mostFraction !== undefined;
		const needSignificant = priority !== 'auto' || hasSignificant;
		const needFraction = priority !== 'auto' || !hasSignificant && (hasFraction || notation !== 'compact');
		if (needSignificant) {
			slots.minimumSignificantDigits = hasSignificant ? inRange(leastSignificant, 'minimumSignificantDigits', 1, 21, 1) : 1;
			slots.maximumSignificantDigits = hasSignificant ? inRange(mostSignificant, 'maximumSignificantDigits', slots.minimumSignificantDigits, 21, 21) : 21;
		}
		if (needFraction) {
			if (hasFraction) {
				leastFraction = inRange(leastFraction, 'minimumFractionDigits', 0, 100, undefined);
				mostFraction = inRange(mostFraction, 'maximumFractionDigits', 0, 100, undefined);
				if (leastFraction === undefined) leastFraction = Math.min(leastDefault, mostFraction);
				else if (mostFraction === undefined) mostFraction = Math.max(mostDefault, leastFraction);
				else if (leastFraction > mostFraction) throw error(RangeError, 'maximumFractionDigits value is out of range.');
			} else {
				leastFraction = leastDefault;
				mostFraction = mostDefault;
			}
			slots.minimumFractionDigits = leastFraction;
			slots.maximumFractionDigits = mostFraction;
		}
		finishDigits(slots, needSignificant, needFraction, hasSignificant, priority);
	};
	function finishDigits(slots, needSignificant, needFraction, hasSignificant, priority) {
		slots.roundingPriority = priority;
		let byFraction = false;
		if (!needSignificant && !needFraction) {
			slots.minimumFractionDigits = slots.maximumFractionDigits = 0;
			slots.minimumSignificantDigits = 1;
			slots.maximumSignificantDigits = 2;
			slots.roundingPriority = 'morePrecision';
		} else if (priority === 'auto') {
			byFraction = !hasSignificant;
		}
		slots.priority = {morePrecision: 'more', lessPrecision: 'less', auto: ''}[slots.roundingPriority];
		if (slots.roundingIncrement !== 1) {
			if (!byFraction) throw error(TypeError, 'roundingIncrement needs fraction digits');
			if (slots.maximumFractionDigits !== slots.minimumFractionDigits) throw error(RangeError, 'maximumFractionDigits not equal to minimumFractionDigits');
		}
	}

	const isCurrency = code => /^[a-z]{3}$/i.test(code);
	function units(slots, options) {
		const style = slots.style = option(options, 'style', styles, 'decimal');
		const currency = option(options, 'currency');
		if (currency === undefined) {
			if (style === 'currency') throw error(TypeError, 'Currency code is required with currency style.');
		} else if (!isCurrency(currency)) {
			throw error(RangeError, `Invalid currency code : ${currency}`);
		}
		const currencyDisplay = option(options, 'currencyDisplay', currencyDisplays, 'symbol');
		const currencySign = option(options, 'currencySign', currencySigns, 'standard');
		const unit = option(options, 'unit');
		if (unit === undefined) {
			if (style === 'unit') throw error(TypeError, 'Unit is required with unit style.');
		} else if (!host.isUnit(unit)) {
			throw error(RangeError, `Invalid unit argument for Intl.NumberFormat() '${unit}'`);
		}
		const unitDisplay = option(options, 'unitDisplay', widths, 'short');
		if (style === 'currency') Object.assign(slots, {currency: currency.toUpperCase(), currencyDisplay, currencySign});
		if (style === 'unit') Object.assign(slots, {unit, unitDisplay});
	}

	// grouping reads useGrouping, which is a text or a truth.
	function grouping(options, fallback) {
		const value = options.useGrouping;
		if (value === undefined) return fallback;
		if (value === true) return 'always';
		if (!value) return false;
		const text = String(value);
		if (text === 'true' || text === 'false') return fallback;
		if (!includes(['min2', 'auto', 'always'], text)) throw error(RangeError, `Value ${text} out of range for Intl.NumberFormat options property useGrouping`);
		return text;
	}

	function prepare(locales, options) {
		const requested = intl.locales(locales);
		options = intl.coerced(options);
		intl.matcher(options);
		const nu = intl.type(options, 'numberingSystem');
		const found = intl.resolve(requested, 'nu', {nu});
		const slots = {__proto__: null, locale: found.locale, data: found.data, numberingSystem: found.nu};
		units(slots, options);
		const {style} = slots;
		const notation = slots.notation = option(options, 'notation', notations, 'standard');
		let least = 0, most = style === 'percent' ? 0 : 3;
		if (style === 'currency' && notation === 'standard') least = most = host.currencyDigits(slots.currency);
		intl.digits(slots, options, least, most, notation);
		const compactDisplay = option(options, 'compactDisplay', compactDisplays, 'short');
		if (notation === 'compact') slots.compactDisplay = compactDisplay;
		slots.useGrouping = grouping(options, notation === 'compact' ? 'min2' : 'auto');
		slots.grouping = slots.useGrouping || '';
		slots.signDisplay = option(options, 'signDisplay', signDisplays, 'auto');
		slots.use = host.numberFormat(slots);
		return slots;
	}

	const shown = [
		'locale', 'numberingSystem', 'style', 'currency', 'currencyDisplay', 'currencySign', 'unit', 'unitDisplay', 'minimumIntegerDigits',
		'minimumFractionDigits', 'maximumFractionDigits', 'minimumSignificantDigits', 'maximumSignificantDigits', 'useGrouping', 'notation',
		'compactDisplay', 'signDisplay', 'roundingIncrement', 'roundingMode', 'roundingPriority', 'trailingZeroDisplay',
	];
	// show copies those slots that have a value.
	intl.show = function (slots, names) {
		const result = {};
		for (let i = 0; i < names.length; i++) {
			const value = slots[names[i]];
			if (value !== undefined) Object.defineProperty(result, names[i], {value, writable: true, enumerable: true, configurable: true});
		}
		return result;
	};

	const of = (self, method) => intl.slotsOf('NumberFormat', self, method);
	intl.define('NumberFormat', prepare, {legacy: true, unwraps: true, methods: {
		get format() { return of(intl.unwrapped('NumberFormat', this), 'format').use.format; },
		formatToParts(value) { return of(this, 'formatToParts').use.parts(value); },
		formatRange(start, end) { return of(this, 'formatRange').use.range(start, end); },
		formatRangeToParts(start, end) { return of(this, 'formatRangeToParts').use.rangeParts(start, end); },
		resolvedOptions() { return intl.show(of(intl.unwrapped('NumberFormat', this), 'resolvedOptions'), shown); },
	}});
	intl.numberSlots = prepare;
})
