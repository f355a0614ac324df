// Reads the pattern of one component of a URL, and makes a regular expression of it.
(function (host, web) {
	'use strict';
	const {error} = web;

	const most = 10_000; // characters of a pattern

	const kinds = {'*': 'asterisk', '+': 'modifier', '?': 'modifier', '{': 'open', '}': 'close'};

	// tokenize divides a pattern into tokens: {type, index, value}. If lenient is set, what is not valid is a token, too.
	function tokenize(input, lenient) {
		if (input.length > most) throw error(TypeError, `URLPattern: a pattern has more than ${most} characters`);
		const chars = Array.from(input);
		const offsets = [0];
		for (const c of chars) offsets.push(offsets[offsets.length - 1] + c.length);
		const tokens = [];
		const add = (type, from, to, value) => {
			tokens.push({type, index: offsets[from], value});
			return to;
		};
		const invalid = (from, to) => {
			if (!lenient) throw error(TypeError, `URLPattern: the pattern ${JSON.stringify(input)} is not valid at ${offsets[from]}`);
			return add('invalid-char', from, to, chars.slice(from, to).join(''));
		};
		for (let at = 0; at < chars.length;) {
			const c = chars[at];
			if (kinds[c]) at = add(kinds[c], at, at + 1, c);
			else if (c === '\\') at = at + 1 < chars.length ? add('escaped-char', at, at + 2, chars[at + 1]) : invalid(at, at + 1);
			else if (c === ':') {
				const end = endOfName(chars, at + 1);
				at = end > at + 1 ? add('name', at, end, chars.slice(at + 1, end).join('')) : invalid(at, at + 1);
			} else if (c === '(') {
				const end = endOfGroup(chars, at + 1);
				at = end > 0 ? add('regexp', at, end, chars.slice(at + 1, end - 1).join('')) : invalid(at, at + 1);
			} else at = add('char', at, at + 1, c);
		}
		add('end', chars.length, chars.length, '');
		return tokens;
	}

	function endOfName(chars, at) {
		const from = at;
		while (at < chars.length && isName(chars[at], at === from)) at++;
		return at;
	}

	function isName(c, first) { return host.isName(c.codePointAt(0), first); }

	// endOfGroup returns the index after a regular expression in parentheses, or 0 if it is not valid.
	function endOfGroup(chars, from) {
		let depth = 1;
		for (let at = from; at < chars.length; at++) {
			const c = chars[at];
			if (c > '\x7f' || at === from && c === '?') return 0;
			if (c === '\\') {
				if (at + 1 >= chars.length || chars[++at] > '\x7f') return 0;
			} else if (c === ')') {
				if (--depth === 0) return at > from ? at + 1 : 0;
			} else if (c === '(') {
				depth++;
				if (chars[at + 1] !== '?') return 0;
			}
		}
		return 0;
	}

	const modifiers = {'?': '?', '*': '*', '+': '+'};

	// Reader makes the parts of a pattern: {type, value, modifier, name, prefix, suffix}. encode canonicalizes what is fixed.
	class Reader {
		parts = [];
		#tokens; #at = 0; #encode; #options; #segment;
		#pending = ''; #number = 0; #names = new Set();

		constructor(pattern, options, encode) {
			this.#tokens = tokenize(pattern, false);
			this.#encode = encode;
			this.#options = options;
			this.#segment = segmentOf(options);
		}
		read() {
			while (this.#at < this.#tokens.length) this.#next();
			return this.parts;
		}
		#next() {
			const char = this.#take('char');
			const name = this.#take('name');
			const rule = this.#rule(name);
			if (name || rule) {
				let prefix = char?.value ?? '';
				if (prefix !== '' && prefix !== this.#options.prefix) {
					this.#pending += prefix;
					prefix = '';
				}
				this.#flush();
				this.#add(prefix, name, rule, '', this.#modifier());
				return;
			}
			const fixed = char ?? this.#take('escaped-char');
			if (fixed) {
				this.#pending += fixed.value;
			} else if (this.#take('open')) {
				const prefix = this.#text();
				const named = this.#take('name');
				const ruled = this.#rule(named);
				const suffix = this.#text();
				this.#need('close');
				this.#add(prefix, named, ruled, suffix, this.#modifier());
			} else {
				this.#flush();
				this.#need('end');
			}
		}
		#take(type) { return this.#tokens[this.#at]?.type === type ? this.#tokens[this.#at++] : null; }
		#need(type) {
			if (!this.#take(type)) throw error(TypeError, `URLPattern: the pattern is not valid at ${this.#tokens[this.#at]?.index}`);
		}
		#rule(name) { return this.#take('regexp') ?? (name ? null : this.#take('asterisk')); }
		#modifier() { return modifiers[(this.#take('modifier') ?? this.#take('asterisk'))?.value] ?? ''; }
		#text() {
			let text = '';
			for (let token; (token = this.#take('char') ?? this.#take('escaped-char'));) text += token.value;
			return text;
		}
		#flush() {
			if (this.#pending === '') return;
			const value = this.#encode(this.#pending);
			this.#pending = '';
			this.parts.push({type: 'fixed', value, modifier: '', name: '', prefix: '', suffix: ''});
		}
		#add(prefix, name, rule, suffix, modifier) {
			if (!name && !rule && modifier === '') {
				this.#pending += prefix;
				return;
			}
			this.#flush();
			if (!name && !rule) {
				if (prefix === '') return;
				this.parts.push({type: 'fixed', value: this.#encode(prefix), modifier, name: '', prefix: '', suffix: ''});
				return;
			}
			let value = !rule ? this.#segment : rule.type === 'asterisk' ? '.*' : rule.value;
			const type = value === this.#segment ? 'segment' : value === '.*' ? 'all' : 'regexp';
			if (type !== 'regexp') value = '';
			else check(value);
			const key = name ? name.value : rule ? String(this.#number++) : '';
			if (this.#names.has(key)) throw error(TypeError, `URLPattern: the name ${key} occurs twice`);
			this.#names.add(key);
			this.parts.push({type, value, modifier, name: key, prefix: this.#encode(prefix), suffix: this.#encode(suffix)});
		}
	}

	// check refuses escapes that a regular expression with the flag v does not have.
	function check(source) {
		source.replace(/\\(.)/gs, (escape, char) => {
			if (/[a-zA-Z]/.test(char) && !'bBcdDfknpPrqsStuvwWx'.includes(char)) {
				throw error(TypeError, `URLPattern: ${escape} is not valid in a regular expression`);
			}
		});
	}

	function segmentOf(options) { return `[^${escapeRegexp(options.delimiter)}]+?`; }
	function escapeRegexp(text) { return text.replace(/[.+*?^${}()[\]|/\\]/g, '\\$&'); }
	function escapePattern(text) { return text.replace(/[+*?:{}()\\]/g, '\\$&'); }

	// expressionOf returns the source of a regular expression, and the names of its groups.
	function expressionOf(parts, options) {
		const names = [];
		let source = '^';
		for (const {type, value, modifier, name, prefix, suffix} of parts) {
			if (type === 'fixed') {
				source += modifier === '' ? escapeRegexp(value) : `(?:${escapeRegexp(value)})${modifier}`;
				continue;
			}
			names.push(name);
			const inner = type === 'segment' ? segmentOf(options) : type === 'all' ? '.*' : value;
			const [before, after] = [escapeRegexp(prefix), escapeRegexp(suffix)];
			const once = modifier === '' || modifier === '?';
			if (prefix === '' && suffix === '') source += once ? `(${inner})${modifier}` : `((?:${inner})${modifier})`;
			else if (once) source += `(?:${before}(${inner})${after})${modifier}`;
			else {
				source += `(?:${before}((?:${inner})(?:${after}${before}(?:${inner}))*)${after})${modifier === '*' ? '?' : ''}`;
			}
		}
		return {source: source + '$', names};
	}

	const startsWithDigit = text => /^[0-9]/.test(text);

	// needsGroup reports whether a part has to be written in braces, so that it reads the same.
	function needsGroup(part, previous, next, options) {
		const named = !startsWithDigit(part.name);
		if (part.suffix !== '' || part.prefix !== '' && part.prefix !== options.prefix) return true;
		if (named && part.type === 'segment' && part.modifier === '' && next && next.prefix === '' && next.suffix === '') {
			if (next.type === 'fixed' ? isName(next.value, false) : startsWithDigit(next.name)) return true;
		}
		return part.prefix === '' && previous?.type === 'fixed' && options.prefix !== '' && previous.value.endsWith(options.prefix);
	}

	// patternOf writes parts as a pattern again.
	function patternOf(parts, options) {
		let text = '';
		parts.forEach((part, i) => {
			const {type, value, modifier, name, prefix, suffix} = part;
			if (type === 'fixed') {
				text += modifier === '' ? escapePattern(value) : `{${escapePattern(value)}}${modifier}`;
				return;
			}
			const previous = parts[i - 1];
			const named = !startsWithDigit(name);
			const grouped = needsGroup(part, previous, parts[i + 1], options);
			let inner = escapePattern(prefix) + (named ? ':' + name : '');
			if (type === 'regexp') inner += `(${value})`;
			else if (type === 'segment' && !named) inner += `(${segmentOf(options)})`;
			else if (type === 'all') {
				const plain = !named && (!previous || previous.type === 'fixed' || previous.modifier !== '' || grouped || prefix !== '');
				inner += plain ? '*' : '(.*)';
			}
			if (type === 'segment' && named && suffix !== '' && isName(suffix, false)) inner += '\\';
			inner += escapePattern(suffix);
			text += (grouped ? `{${inner}}` : inner) + modifier;
		});
		return text;
	}

	const Expression = RegExp;
	const exec = Expression.prototype.exec;

	// compile makes a component of a pattern: {pattern, names, match, hasGroups}. match returns what exec of a regular expression does.
	function compile(input, options, encode, ignoreCase) {
		const parts = new Reader(input, options, encode).read();
		const {source, names} = expressionOf(parts, options);
		let expression;
		try {
			expression = new Expression(source, ignoreCase ? 'iu' : 'u');
		} catch {
			throw error(TypeError, `URLPattern: the pattern ${JSON.stringify(input)} has an invalid regular expression`);
		}
		return {
			pattern: patternOf(parts, options), names,
			hasGroups: parts.some(part => part.type === 'regexp'),
			match: text => exec.call(expression, text),
		};
	}

	web.patterns = {tokenize, compile, escapePattern};
})
