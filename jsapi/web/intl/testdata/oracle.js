// Calls Intl with many combinations of locales, options and values, which a generator of numbers chooses: the same in every engine.
// collect(group, result, choices) is called with the result of each.
function oracle(collect, count) {
	'use strict';
	let state = 42;
	const random = n => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return Math.floor(state / 65536) % n; };
	let chosen = [];
	const one = list => { const choice = list[random(list.length)]; chosen.push(choice); return choice; };
	const maybe = (options, name, list, odds = 3) => { if (random(odds) === 0) { options[name] = one(list); chosen[chosen.length - 1] = name + ':' + options[name]; } };
	const locales = ['en', 'en-US', 'en-GB', 'en-AU', 'en-CA', 'en-IN', 'de', 'de-AT', 'de-CH', 'fr', 'fr-CA', 'fr-CH', 'es', 'es-MX', 'es-419', 'pt', 'pt-PT',
		'it', 'nl', 'pl', 'ru', 'tr', 'ar', 'ar-EG', 'hi', 'ja', 'ko', 'zh', 'zh-Hant', 'zh-TW'];
	const attempt = fn => { try { return fn(); } catch (e) { return e.name; } };
	const groups = {
		decimal() {
			const o = {};
			maybe(o, 'minimumFractionDigits', [0, 1, 2]); maybe(o, 'maximumFractionDigits', [2, 3, 4, 10]); maybe(o, 'maximumSignificantDigits', [1, 3, 8], 6);
			maybe(o, 'useGrouping', [true, false, 'min2', 'always']); maybe(o, 'signDisplay', ['auto', 'always', 'never', 'exceptZero', 'negative']);
			maybe(o, 'roundingMode', ['ceil', 'floor', 'expand', 'trunc', 'halfCeil', 'halfFloor', 'halfExpand', 'halfTrunc', 'halfEven']);
			maybe(o, 'style', ['percent'], 5); maybe(o, 'minimumIntegerDigits', [1, 2, 5], 6); maybe(o, 'trailingZeroDisplay', ['stripIfInteger'], 6);
			maybe(o, 'numberingSystem', ['arab', 'latn', 'deva', 'thai', 'fullwide'], 8);
			return new Intl.NumberFormat(locale(), o).format(number());
		},
		notation() {
			const o = {notation: one(['compact', 'compact', 'scientific', 'engineering'])};
			maybe(o, 'compactDisplay', ['long', 'short'], 2); maybe(o, 'maximumFractionDigits', [0, 1, 2]); maybe(o, 'minimumSignificantDigits', [1, 2, 3], 6);
			maybe(o, 'style', ['percent', 'decimal'], 6); maybe(o, 'signDisplay', ['always', 'never']);
			return new Intl.NumberFormat(locale(), o).format(number());
		},
		currency() {
			const o = {style: 'currency', currency: one(['USD', 'EUR', 'JPY', 'GBP', 'INR', 'CNY', 'KRW', 'BRL', 'RUB', 'TRY', 'CHF', 'KWD', 'PLN', 'MXN', 'XYZ'])};
			maybe(o, 'currencyDisplay', ['code', 'symbol', 'narrowSymbol', 'name'], 2); maybe(o, 'currencySign', ['accounting']);
			maybe(o, 'notation', ['compact', 'standard'], 5); maybe(o, 'signDisplay', ['always', 'never', 'exceptZero']); maybe(o, 'maximumFractionDigits', [2, 3], 5);
			return new Intl.NumberFormat(locale(), o).format(number());
		},
		unit() {
			const o = {style: 'unit', unit: one(['kilometer', 'kilometer-per-hour', 'liter', 'byte', 'megabyte', 'celsius', 'day', 'hour', 'minute-per-mile', 'percent', 'mile-per-gallon', 'meter-per-second', 'pound', 'gram-per-liter', 'second', 'year', 'acre-per-day'])};
			maybe(o, 'unitDisplay', ['long', 'short', 'narrow'], 1); maybe(o, 'notation', ['compact'], 8); maybe(o, 'maximumFractionDigits', [0, 1], 4);
			return new Intl.NumberFormat(locale(), o).format(number());
		},
		numberParts() {
			const o = one([{}, {style: 'percent'}, {style: 'currency', currency: 'USD'}, {style: 'currency', currency: 'EUR', currencyDisplay: 'name'}, {style: 'unit', unit: 'kilometer', unitDisplay: 'long'}, {notation: 'compact', compactDisplay: 'long'}, {notation: 'scientific'}, {notation: 'compact'}]);
			return parts(new Intl.NumberFormat(locale(), o).formatToParts(number()));
		},
		numberRange() {
			const o = one([{}, {style: 'percent'}, {style: 'currency', currency: one(['USD', 'EUR'])}, {style: 'currency', currency: 'EUR', currencyDisplay: 'name'}, {style: 'unit', unit: 'kilometer', unitDisplay: 'long'}, {notation: 'compact'}, {maximumFractionDigits: 0}]);
			return parts(new Intl.NumberFormat(locale(), o).formatRangeToParts(one([1, 2.5, -3, 1000]), one([2, 2.6, 5, 1500000])));
		},
		plural() {
			const o = {};
			maybe(o, 'type', ['ordinal']); maybe(o, 'minimumFractionDigits', [1, 2], 4);
			const rules = new Intl.PluralRules(one([...locales, 'cs', 'sl', 'lt', 'ga', 'cy', 'he', 'lv', 'mk', 'ro']), o);
			return rules.select(one([0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 19, 20, 21, 22, 23, 100, 101, 102, 1.5, 0.1, 1e6, -1])) + rules.selectRange(one([0, 1, 2]), one([3, 5, 21])) + rules.resolvedOptions().pluralCategories.slice().sort();
		},
		dateStyle() {
			const o = {timeZone: zone()};
			maybe(o, 'dateStyle', styles, 2); if (!o.dateStyle || random(2)) o.timeStyle = one(styles);
			maybe(o, 'hourCycle', ['h12', 'h23', 'h11', 'h24'], 6); maybe(o, 'hour12', [false], 8);
			return new Intl.DateTimeFormat(locale(), o).format(time());
		},
		dateFields() { return new Intl.DateTimeFormat(locale(), fields()).format(time()); },
		dateParts() { return parts(new Intl.DateTimeFormat(locale(), fields()).formatToParts(time())); },
		dateResolved() {
			const {timeZone, hourCycle, hour12, locale: name, minute, hour, ...rest} = new Intl.DateTimeFormat(locale(), fields()).resolvedOptions();
			return Object.entries(rest).sort();
		},
		dateRange() {
			const o = random(3) ? fields() : {timeZone: 'UTC', dateStyle: one(styles)};
			const from = time();
			return new Intl.DateTimeFormat(locale(), o).formatRange(from, from + one([1, 1000, 60e3, 36e5, 5 * 36e5, 14 * 36e5, 864e5, 10 * 864e5, 40 * 864e5, 400 * 864e5]));
		},
		dateRangeParts() {
			const from = time();
			return parts(new Intl.DateTimeFormat(locale(), {timeZone: 'UTC', year: 'numeric', month: one(['short', 'numeric', 'long']), day: 'numeric'}).formatRangeToParts(from, from + one([864e5, 40 * 864e5, 400 * 864e5])));
		},
		zoneNames() {
			return new Intl.DateTimeFormat(locale(), {timeZone: zone(), timeZoneName: one(['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric']), hour: 'numeric'}).format(time());
		},
		calendars() {
			const o = {timeZone: 'UTC', calendar: one(['buddhist', 'japanese', 'roc', 'persian', 'islamic-civil', 'islamic-tbla', 'hebrew', 'coptic', 'ethiopic', 'ethioaa', 'indian'])};
			if (random(2)) o.dateStyle = one(styles);
			else Object.assign(o, {year: 'numeric', month: one(['long', 'numeric', 'short']), day: 'numeric'});
			return new Intl.DateTimeFormat(one(['en', 'de', 'fr', 'ja', 'ar', 'zh', 'he', 'fa', 'th', 'es']), o).format(Date.UTC(1873 + random(200), random(12), 1 + random(28)));
		},
		toLocale() {
			const l = random(2) ? locale() : undefined;
			return one([() => number().toLocaleString(l ?? 'en-US'), () => new Date(time()).toLocaleDateString(l ?? 'en-US', {timeZone: zone()}), () => new Date(time()).toLocaleTimeString(l ?? 'en-US', {timeZone: zone()}),
				() => new Date(time()).toLocaleString(l ?? 'en-US', {timeZone: zone(), month: 'long'}), () => 123456789012345678901234567890n.toLocaleString(l ?? 'en-US'), () => [1.5, 2500, 'x'].toLocaleString(l ?? 'en-US')])();
		},
		relative() {
			const o = {};
			maybe(o, 'numeric', ['auto'], 2); maybe(o, 'style', ['long', 'short', 'narrow'], 2);
			return new Intl.RelativeTimeFormat(locale(), o).format(one([0, -0, 1, -1, 2, -2, 3, 5, -11, 21, 1.5, 1000]), one(['second', 'minute', 'hours', 'day', 'days', 'week', 'month', 'quarter', 'years']));
		},
		list() {
			return parts(new Intl.ListFormat(locale(), {type: one(['conjunction', 'disjunction', 'unit']), style: one(['long', 'short', 'narrow'])}).formatToParts(['a', 'b', 'iglesia', 'ocho', 'x'].slice(random(3), 3 + random(3))));
		},
		display() {
			const l = locale();
			return one([
				() => new Intl.DisplayNames(l, {type: 'region', style: one(['long', 'short'])}).of(one(['US', 'GB', 'DE', 'CN', 'HK', 'TR', 'CI', '419', 'ZZ', 'UN'])),
				() => new Intl.DisplayNames(l, {type: 'language', languageDisplay: one(['dialect', 'standard'])}).of(one(['en', 'en-GB', 'de-CH', 'zh-Hant', 'zh-Hans-CN', 'pt-BR', 'sr-Latn', 'fr-CA', 'es-419', 'nl-BE', 'xx', 'de-XX'])),
				() => new Intl.DisplayNames(l, {type: 'script'}).of(one(['Latn', 'Cyrl', 'Hans', 'Arab'])),
				() => new Intl.DisplayNames(l, {type: 'currency', style: one(['long', 'short', 'narrow'])}).of(one(['USD', 'EUR', 'JPY', 'XYZ'])),
				() => new Intl.DisplayNames(l, {type: 'calendar'}).of(one(['gregory', 'buddhist', 'japanese', 'hebrew'])),
				() => new Intl.DisplayNames(l, {type: 'dateTimeField', style: one(['long', 'short', 'narrow'])}).of(one(['year', 'month', 'day', 'weekOfYear', 'timeZoneName', 'dayPeriod'])),
			])();
		},
		collate() {
			const o = {};
			maybe(o, 'sensitivity', ['base', 'accent', 'case', 'variant'], 2); maybe(o, 'numeric', [true], 3); maybe(o, 'caseFirst', ['upper', 'lower'], 4); maybe(o, 'ignorePunctuation', [true], 5);
			return Math.sign(new Intl.Collator(one(['en', 'de', 'sv', 'es', 'fr', 'da', 'pl', 'tr', 'cs']), o).compare(word(), word()));
		},
		segment() {
			const s = new Intl.Segmenter('en', {granularity: one(['grapheme', 'word', 'sentence'])}).segment(one(['Hello world. How are you? Fine!', 'naïve café — 3.14 e-mail', '👩‍👩‍👧 family 🇩🇪🇫🇷', 'can\'t stop; won’t stop', 'Mr. Smith went. to U.S.A. today', 'e\u0301a\u0308\r\nx', 'foo_bar 1,000.5 привет мир']));
			return [...s].map(x => x.segment + x.index + x.isWordLike);
		},
		localeTags() {
			const tag = one(['en', 'DE-at', 'zh-hant-tw-u-ca-roc', 'sr-me', 'iw', 'cmn-hans', 'en-u-kn-true-nu-latn', 'ru-SU', 'x-foo', 'de-1996-1996', 'sgn-de', 'en-t-fr-m0-true', 'pt-BR-u-hc-h12-ca-islamicc', 'i-klingon', 'art-lojban', 'no', 'und-Latn', 'mo', 'en-a-bcd-x-y', 'ja-latn-hepburn-heploc']);
			const l = new Intl.Locale(tag, one([undefined, {region: 'FR'}, {script: 'Cyrl'}, {numeric: true}, {calendar: 'buddhist'}]));
			return [l.toString(), l.maximize().toString(), l.minimize().toString(), l.baseName, l.language, l.script, l.region, l.calendar, l.numeric];
		},
	};
	const styles = ['full', 'long', 'medium', 'short'];
	const locale = () => one(locales);
	const zone = () => one(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Asia/Kolkata', 'Europe/London', 'America/Sao_Paulo', 'Australia/Sydney', 'America/Los_Angeles', 'Asia/Shanghai', 'Africa/Cairo', 'Pacific/Auckland', 'America/Phoenix', 'Europe/Dublin', 'Asia/Kathmandu']);
	const time = () => Date.UTC(1995 + random(40), random(12), 1 + random(28), random(24), random(60), random(60), random(1000));
	const number = () => one([0, -0, 1, -1, 2, 5, 11, 21, 0.5, 1.005, 0.000123, 12.345, 999.995, 1234.5, -9876.54321, 10000, 99999, 123456.789, 1e6, 1234567, 2e6, 12345678.9, 1e9, -2.5e12, 1e15, 1e21, NaN, Infinity, -Infinity, random(1e6) / 100, 0.1 + random(100)]);
	const parts = list => list.map(p => p.type + '=' + p.value + (p.source ? '@' + p.source : '')).join('|');
	const word = () => one(['a', 'A', 'ä', 'á', 'z', 'Z', 'resume', 'résumé', 'Résumé', 'item2', 'item10', 'Item10', 'ñ', 'n', 'o', 'ö', 'å', 'ch', 'cz', 'ł', 'l', 'ı', 'i', 'I', 'co-op', 'coop', 'co op', 'ß', 'ss', '10', '9', '_x', 'x', '', 'aa', 'æ']);
	const fields = () => {
		const o = {timeZone: 'UTC'};
		maybe(o, 'weekday', ['long', 'short', 'narrow']); maybe(o, 'era', ['long', 'short', 'narrow'], 8); maybe(o, 'year', ['numeric', '2-digit'], 2);
		maybe(o, 'month', ['numeric', '2-digit', 'long', 'short', 'narrow'], 2); maybe(o, 'day', ['numeric', '2-digit'], 2); maybe(o, 'dayPeriod', ['long', 'short', 'narrow'], 12);
		maybe(o, 'hour', ['numeric', '2-digit'], 2); maybe(o, 'minute', ['numeric', '2-digit'], 2); maybe(o, 'second', ['numeric', '2-digit']);
		maybe(o, 'fractionalSecondDigits', [1, 2, 3], 10); maybe(o, 'timeZoneName', ['short', 'long'], 8); maybe(o, 'hourCycle', ['h12', 'h23'], 8);
		return o;
	};
	for (const name of Object.keys(groups)) {
		for (let i = 0; i < count; i++) {
			const before = state;
			chosen = [];
			collect(name, String(attempt(groups[name])), chosen);
			state = before;
			random(2); random(3);
			state = (state + Math.imul(i, 2654435761)) >>> 0;
		}
	}
}
