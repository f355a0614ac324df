// Divides a whole pattern, such as "https://*.example.com/:page?", into the patterns of its components.
(function (host, web) {
	'use strict';
	const {error} = web;
	const {tokenize, compile} = web.patterns;

	// The indices of the components that host.parseURL and host.setURL return.
	const PROTOCOL = 2, USERNAME = 3, PASSWORD = 4, PATHNAME = 8, SEARCH = 9, HASH = 10;

	const ports = {http: '80', https: '443', ws: '80', wss: '443', ftp: '21', file: ''};
	const special = Object.keys(ports);

	const set = (name, value, index) => host.setURL('sc://dummy.test', name, value)[index];
	const stripped = text => text.replace(/[\t\n\r]/g, '');

	// encode canonicalizes the fixed texts of each component, as a URL would have them.
	const encode = {
		protocol(value) {
			if (value === '') return '';
			const parts = host.parseURL(`${value}://dummy.test`);
			if (!parts || !/^[a-z][a-z0-9+.-]*$/i.test(stripped(value))) throw error(TypeError, `URLPattern: invalid protocol ${JSON.stringify(value)}`);
			return parts[PROTOCOL].slice(0, -1);
		},
		username: value => value === '' ? '' : set('username', value, USERNAME),
		password: value => value === '' ? '' : set('password', value, PASSWORD),
		hostname(value) {
			if (value === '') return '';
			const text = stripped(value).replace(/[/?#\\].*$/s, ''); // with which a hostname ends
			const parts = /[:@[\]]/.test(text) ? null : host.parseURL(`https://${text}`);
			if (!parts) throw error(TypeError, `URLPattern: invalid hostname ${JSON.stringify(value)}`);
			return parts[6];
		},
		address(value) {
			if (/[^0-9a-f[\]:]/i.test(value)) throw error(TypeError, `URLPattern: invalid hostname ${JSON.stringify(value)}`);
			return value.toLowerCase();
		},
		port(value, protocol) {
			if (value === '') return '';
			const digits = /^[0-9]+/.exec(stripped(value))?.[0];
			if (!digits || Number(digits) > 65535) throw error(TypeError, `URLPattern: invalid port ${JSON.stringify(value)}`);
			const port = String(Number(digits));
			return ports[protocol] === port ? '' : port;
		},
		pathname(value) {
			if (value === '') return '';
			if (value.startsWith('/')) return set('pathname', value, PATHNAME);
			return set('pathname', '/-' + value, PATHNAME).slice(2);
		},
		opaque: value => stripped(value).replace(/[?#].*$/s, '').replace(/[\0-\x1f\x7f-\uffff]+/g, text => encodeURIComponent(host.wellFormed(text))),
		search: value => value === '' ? '' : set('search', '?' + value, SEARCH).slice(1),
		hash: value => value === '' ? '' : set('hash', '#' + value, HASH).slice(1),
	};

	const plain = {delimiter: '', prefix: ''};
	const ofHostname = {delimiter: '.', prefix: ''};
	const ofPathname = {delimiter: '/', prefix: '/'};

	function isSpecial(component) { return special.some(scheme => component.match(scheme)); }

	const before = {
		hostname: ['protocol', 'authority', 'username', 'password'],
		pathname: ['protocol', 'authority', 'username', 'password', 'hostname', 'port'],
		search: ['protocol', 'authority', 'username', 'password', 'hostname', 'port', 'pathname'],
	};
	const after = {hostname: ['port', 'pathname', 'search', 'hash'], pathname: ['search', 'hash'], search: ['hash']};

	class Divider {
		result = {};
		#input; #tokens;
		#start = 0; #at = 0; #step = 1; #depth = 0; #brackets = 0;
		#special = false;
		#state = 'init';

		constructor(input) {
			this.#input = input;
			this.#tokens = tokenize(input, true);
		}
		divide() {
			for (; this.#at < this.#tokens.length && this.#state !== 'done'; this.#at += this.#step) {
				this.#step = 1;
				const {type} = this.#tokens[this.#at];
				if (type === 'end') this.#atEnd();
				else if (type === 'open') this.#depth++;
				else if (this.#depth > 0 && type !== 'close') continue;
				else {
					if (this.#depth > 0) this.#depth--;
					this[this.#state]();
				}
			}
			if (this.result.hostname !== undefined && this.result.port === undefined) this.result.port = '';
			return this.result;
		}
		#atEnd() {
			if (this.#state === 'init') {
				this.#rewind();
				if (this.#is('#')) this.#enter('hash', 1);
				else if (this.#isSearch()) this.#enter('search', 1);
				else this.#enter('pathname', 0);
			} else if (this.#state === 'authority') {
				this.#rewind('hostname');
			} else {
				this.#enter('done', 0);
			}
		}
		init() { if (this.#is(':')) this.#rewind('protocol'); }
		protocol() {
			if (!this.#is(':')) return;
			this.#special = isSpecial(compile(this.#text(), plain, encode.protocol));
			const slashes = this.#is('/', 1) && this.#is('/', 2);
			this.#enter(slashes || this.#special ? 'authority' : 'pathname', slashes ? 3 : 1);
		}
		authority() {
			if (this.#is('@')) this.#rewind('username');
			else if (this.#is('/') || this.#isSearch() || this.#is('#')) this.#rewind('hostname');
		}
		username() {
			if (this.#is(':')) this.#enter('password', 1);
			else if (this.#is('@')) this.#enter('hostname', 1);
		}
		password() { if (this.#is('@')) this.#enter('hostname', 1); }
		hostname() {
			if (this.#is('[')) this.#brackets++;
			else if (this.#is(']')) this.#brackets--;
			else if (this.#is(':') && this.#brackets === 0) this.#enter('port', 1);
			else this.port();
		}
		port() {
			if (this.#is('/')) this.#enter('pathname', 0);
			else this.pathname();
		}
		pathname() {
			if (this.#isSearch()) this.#enter('search', 1);
			else this.search();
		}
		search() { if (this.#is('#')) this.#enter('hash', 1); }
		hash() {}

		// is reports whether the token some places on is a character without a meaning in patterns.
		#is(char, on = 0) {
			const token = this.#tokens[this.#at + on];
			return token?.value === char && ['char', 'escaped-char', 'invalid-char'].includes(token.type);
		}
		#isSearch() {
			if (this.#is('?')) return true;
			if (this.#tokens[this.#at].value !== '?') return false;
			const previous = this.#tokens[this.#at - 1];
			return !previous || !['name', 'regexp', 'close', 'asterisk'].includes(previous.type);
		}
		#text() { return this.#input.slice(this.#tokens[this.#start].index, this.#tokens[this.#at].index); }
		#rewind(state) {
			this.#at = this.#start;
			this.#step = 0;
			if (state) this.#state = state;
		}
		#enter(state, skip) {
			const {result} = this;
			if (!['init', 'authority', 'done'].includes(this.#state)) result[this.#state] = this.#text();
			if (this.#state !== 'init' && state !== 'done') {
				for (const name of ['hostname', 'pathname', 'search']) {
					if (!before[name].includes(this.#state) || !after[name].includes(state)) continue;
					result[name] ??= name === 'pathname' && this.#special ? '/' : '';
				}
			}
			this.#state = state;
			this.#at += skip;
			this.#start = this.#at;
			this.#step = 0;
		}
	}

	Object.assign(web.patterns, {
		encode, ports, special, plain, ofHostname, ofPathname, isSpecial,
		divide: input => new Divider(input).divide(),
	});
})
