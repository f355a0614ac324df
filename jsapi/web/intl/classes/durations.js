// Intl.DurationFormat. It is made of the formatters for numbers and lists.
(function (host, web) {
	'use strict';
	const {error, intl} = web;
	const {option} = intl;

	const texts = ['long', 'short', 'narrow'], clock = [...texts, 'numeric', '2-digit'], fraction = [...texts, 'numeric'];
	const units = [
		['years', texts, 'short'], ['months', texts, 'short'], ['weeks', texts, 'short'], ['days', texts, 'short'], ['hours', clock, 'numeric'],
		['minutes', clock, 'numeric'], ['seconds', clock, 'numeric'], ['milliseconds', fraction, 'numeric'], ['microseconds', fraction, 'numeric'], ['nanoseconds', fraction, 'numeric'],
	];
	const isSubsecond = unit => unit === 'milliseconds' || unit === 'microseconds' || unit === 'nanoseconds';
	const isDigits = style => style === 'numeric' || style === '2-digit';

	// unitOptions reads the style of a unit and when it is shown.
	function unitOptions([unit, styles, digital], options, base, previous) {
		let style = option(options, unit, styles), display = 'always';
		const isClock = unit === 'minutes' || unit === 'seconds';
		if (style === undefined) {
			if (base === 'digital') {
				if (!isClock && unit !== 'hours') display = 'auto';
				style = digital;
			} else if (previous === 'fractional' || isDigits(previous)) {
				if (!isClock) display = 'auto';
				style = 'numeric';
			} else {
				display = 'auto';
				style = base;
			}
		}
		if (style === 'numeric' && isSubsecond(unit)) {
			style = 'fractional';
			display = 'auto';
		}
		display = option(options, unit + 'Display', ['auto', 'always'], display);
		if (display === 'always' && style === 'fractional' || previous === 'fractional' && style !== 'fractional' ||
			isDigits(previous) && style !== 'fractional' && !isDigits(style)) {
			throw error(RangeError, `Invalid style of ${unit}: ${style}`);
		}
		if (isClock && isDigits(previous)) style = '2-digit';
		return {style, display};
	}
	const of = (self, method) => intl.slotsOf('DurationFormat', self, method);
	function prepare(locales, options) {
		const requested = intl.locales(locales);
		options = intl.object(options);
		intl.matcher(options);
		const found = intl.resolve(requested, 'nu', {nu: intl.type(options, 'numberingSystem')});
		const slots = {__proto__: null, locale: found.locale, data: found.data, numberingSystem: found.nu, units: {__proto__: null}};
		slots.style = option(options, 'style', ['long', 'short', 'narrow', 'digital'], 'short');
		let previous = '';
		for (let i = 0; i < units.length; i++) {
			const unit = units[i][0], chosen = slots.units[unit] = unitOptions(units[i], options, slots.style, previous);
			if (i >= 4) previous = chosen.style;
		}
		slots.fractionalDigits = intl.number(options, 'fractionalDigits', 0, 9, undefined);
		return slots;
	}

	// duration reads the members of an object, or a text such as P1DT2H.
	const alphabetical = ['days', 'hours', 'microseconds', 'milliseconds', 'minutes', 'months', 'nanoseconds', 'seconds', 'weeks', 'years'];
	function duration(input) {
		if (typeof input === 'string') return valid(parse(input));
		if (typeof input !== 'object' && typeof input !== 'function' || input === null) throw error(TypeError, 'Invalid duration');
		const result = {__proto__: null};
		let any = false;
		for (let i = 0; i < alphabetical.length; i++) {
			const value = input[alphabetical[i]];
			any ||= value !== undefined;
			const number = value === undefined ? 0 : +value;
			if (!Number.isInteger(number)) throw error(RangeError, `Invalid duration: ${alphabetical[i]}`);
			result[alphabetical[i]] = number + 0;
		}
		if (!any) throw error(TypeError, 'Invalid duration');
		return valid(result);
	}
	function parse(text) {
		const shape = /^([+-]?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)(?:[.,](\d{1,9}))?H)?(?:(\d+)(?:[.,](\d{1,9}))?M)?(?:(\d+)(?:[.,](\d{1,9}))?S)?)?$/i;
		const m = text.length <= 400 ? shape.exec(text) : null;
		if (m === null || !/\d/.test(text)) throw error(RangeError, `Invalid duration: ${text.slice(0, 100)}`);
		if (m[7] !== undefined && (m[8] !== undefined || m[10] !== undefined) || m[9] !== undefined && m[10] !== undefined) throw error(RangeError, `Invalid duration: ${text}`);
		const sign = m[1] === '-' ? -1 : 1, whole = i => sign * Number(m[i] ?? 0) + 0;
		const rest = (m[7] ? BigInt(m[7].padEnd(9, '0')) * 3600n : 0n) + (m[9] ? BigInt(m[9].padEnd(9, '0')) * 60n : 0n) + (m[11] ? BigInt(m[11].padEnd(9, '0')) : 0n);
		const part = (unit, size) => sign * Number(rest / unit % size) + 0;
		return {
			__proto__: null, years: whole(2), months: whole(3), weeks: whole(4), days: whole(5), hours: whole(6),
			minutes: whole(8) + part(60000000000n, 60n), seconds: whole(10) + part(1000000000n, 60n),
			milliseconds: part(1000000n, 1000n), microseconds: part(1000n, 1000n), nanoseconds: part(1n, 1000n),
		};
	}
	const nanoseconds = {__proto__: null, days: 86400000000000n, hours: 3600000000000n, minutes: 60000000000n, seconds: 1000000000n, milliseconds: 1000000n, microseconds: 1000n, nanoseconds: 1n};
	// total adds up units from one on, in nanoseconds.
	function total(d, from) {
		let sum = 0n;
		for (const unit in nanoseconds) if (nanoseconds[unit] <= nanoseconds[from]) sum += BigInt(d[unit]) * nanoseconds[unit];
		return sum;
	}
	function valid(d) {
		let sign = 0;
		for (let i = 0; i < alphabetical.length; i++) {
			const value = d[alphabetical[i]], own = Math.sign(value);
			if (!Number.isFinite(value) || own !== 0 && sign !== 0 && own !== sign) throw error(RangeError, 'Invalid duration');
			sign ||= own;
		}
		const large = total(d, 'days');
		if (Math.max(Math.abs(d.years), Math.abs(d.months), Math.abs(d.weeks)) >= 2 ** 32 || (large < 0n ? -large : large) >= 9007199254740992000000000n) {
			throw error(RangeError, 'Duration is out of range');
		}
		d.sign = sign;
		return d;
	}

	// decimal writes a number of nanoseconds as one of a unit, exactly.
	function decimal(sum, unit) {
		const size = nanoseconds[unit], digits = {seconds: 9, milliseconds: 6, microseconds: 3}[unit];
		const negative = sum < 0n, positive = negative ? -sum : sum;
		return `${negative ? '-' : ''}${positive / size}.${String(positive % size).padStart(digits, '0')}`;
	}

	// writer collects the groups of parts of one duration.
	class Writer {
		constructor(slots, d) {
			this.slots = slots;
			this.d = d;
			this.groups = [];
			this.signed = true;
		}
		// number writes a number; only the first one has a sign.
		number(value, unit, isZero, options) {
			const {slots} = this;
			options.numberingSystem = slots.numberingSystem;
			if (this.signed) {
				this.signed = false;
				if (isZero && this.d.sign < 0) value = -0;
			} else {
				options.signDisplay = 'never';
			}
			const parts = intl.numberSlots(slots.locale, options).use.parts(value), list = [];
			for (let i = 0; i < parts.length; i++) list[i] = {type: parts[i].type, value: parts[i].value, unit: unit.slice(0, -1)};
			return list;
		}
		fractional(options) {
			const {fractionalDigits} = this.slots;
			options.maximumFractionDigits = fractionalDigits ?? 9;
			options.minimumFractionDigits = fractionalDigits ?? 0;
			options.roundingMode = 'trunc';
			return options;
		}
		isFractional(next) { return this.slots.units[next]?.style === 'fractional'; }
		write() {
			const {d, slots} = this;
			for (let i = 0; i < units.length; i++) {
				const unit = units[i][0], {style, display} = slots.units[unit];
				if (isDigits(style)) {
					this.clock(unit);
					return;
				}
				const options = {__proto__: null, style: 'unit', unit: unit.slice(0, -1), unitDisplay: style};
				let value = d[unit], isZero = value === 0, last = false;
				if (i >= 6 && i < 9 && this.isFractional(units[i + 1][0])) {
					const sum = total(d, unit);
					value = decimal(sum, unit);
					isZero = sum === 0n;
					last = true;
					this.fractional(options);
				}
				if (display === 'always' || !isZero) this.groups.push(this.number(value, unit, isZero, options));
				if (last) return;
			}
		}
		// clock writes hours, minutes and seconds with colons between them.
		clock(first) {
			const {d, slots} = this, parts = [], separator = host.timeSeparator(slots.data, slots.numberingSystem);
			const sum = this.isFractional('milliseconds') ? total(d, 'seconds') : undefined;
			const noSeconds = sum === undefined ? d.seconds === 0 : sum === 0n;
			const shows = (unit, isZero) => !isZero || slots.units[unit].display !== 'auto';
			const hours = first === 'hours' && shows('hours', d.hours === 0), seconds = shows('seconds', noSeconds);
			const minutes = first !== 'seconds' && (hours && seconds || shows('minutes', d.minutes === 0));
			const add = (unit, value, isZero, options, afterOther) => {
				if (afterOther) parts.push({type: 'literal', value: separator});
				if (slots.units[unit].style === '2-digit') options.minimumIntegerDigits = 2;
				options.useGrouping = false;
				for (const part of this.number(value, unit, isZero, options)) parts.push(part);
			};
			if (hours) add('hours', d.hours, d.hours === 0, {__proto__: null}, false);
			if (minutes) add('minutes', d.minutes, d.minutes === 0, {__proto__: null}, hours);
			if (seconds) {
				const options = {__proto__: null};
				add('seconds', sum === undefined ? d.seconds : decimal(sum, 'seconds'), noSeconds, sum === undefined ? options : this.fractional(options), minutes);
			}
			if (parts.length > 0) this.groups.push(parts);
		}
	}
	function partsOf(slots, input) {
		const writer = new Writer(slots, duration(input));
		writer.write();
		const names = writer.groups.map((_, i) => String(i));
		const list = host.listParts(slots.data, 'unit', slots.style === 'digital' ? 'short' : slots.style, names);
		const result = [];
		for (const part of list) {
			if (part.type === 'literal') result.push(part);
			else for (const inner of writer.groups[part.value]) result.push(inner);
		}
		return result;
	}
	function resolved(slots) {
		const all = {__proto__: null, locale: slots.locale, numberingSystem: slots.numberingSystem, style: slots.style};
		const names = ['locale', 'numberingSystem', 'style'];
		for (const [unit] of units) {
			const {style, display} = slots.units[unit];
			all[unit] = style === 'fractional' ? 'numeric' : style;
			all[unit + 'Display'] = display;
			names.push(unit, unit + 'Display');
		}
		all.fractionalDigits = slots.fractionalDigits;
		names.push('fractionalDigits');
		return intl.show(all, names);
	}
	intl.define('DurationFormat', prepare, {methods: {
		format(value) {
			let text = '';
			for (const part of partsOf(of(this, 'format'), value)) text += part.value;
			return text;
		},
		formatToParts(value) { return partsOf(of(this, 'formatToParts'), value); },
		resolvedOptions() { return resolved(of(this, 'resolvedOptions')); },
	}});
})
