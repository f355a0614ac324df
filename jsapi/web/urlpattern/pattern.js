// URLPattern.
(function (host, web) {
	'use strict';
	const {error, describe} = web;
	const {compile, divide, encode, escapePattern, isSpecial, ofHostname, ofPathname, plain, ports, special} = web.patterns;

	// The components, and their indices in what host.parseURL returns.
	const components = {protocol: 2, username: 3, password: 4, hostname: 6, port: 7, pathname: 8, search: 9, hash: 10};
	const names = Object.keys(components);

	class URLPattern {
		#components = {};

		constructor(input = {}, baseURL, options) {
			if (typeof baseURL === 'object' && baseURL !== null || baseURL === undefined && arguments.length < 3) {
				[baseURL, options] = [undefined, baseURL];
			}
			if (options !== undefined && options !== null && typeof options !== 'object') {
				throw error(TypeError, 'URLPattern: the options are not an object');
			}
			const ignoreCase = Boolean(options?.ignoreCase);
			const patterns = process(initOf(input, baseURL), 'pattern');
			for (const name of names) patterns[name] ??= '*';
			if (ports[patterns.protocol] === patterns.port && patterns.port) patterns.port = '';
			const c = this.#components;
			c.protocol = compile(patterns.protocol, plain, encode.protocol);
			c.username = compile(patterns.username, plain, encode.username);
			c.password = compile(patterns.password, plain, encode.password);
			const address = /^(?:\[|[{\\]\[)/.test(patterns.hostname);
			c.hostname = compile(patterns.hostname, ofHostname, address ? encode.address : encode.hostname);
			c.port = compile(patterns.port, plain, encode.port);
			const hierarchical = isSpecial(c.protocol);
			c.pathname = hierarchical ? compile(patterns.pathname, ofPathname, encode.pathname, ignoreCase)
				: compile(patterns.pathname, plain, encode.opaque, ignoreCase);
			c.search = compile(patterns.search, plain, encode.search, ignoreCase);
			c.hash = compile(patterns.hash, plain, encode.hash, ignoreCase);
		}
		get protocol() { return this.#components.protocol.pattern; }
		get username() { return this.#components.username.pattern; }
		get password() { return this.#components.password.pattern; }
		get hostname() { return this.#components.hostname.pattern; }
		get port() { return this.#components.port.pattern; }
		get pathname() { return this.#components.pathname.pattern; }
		get search() { return this.#components.search.pattern; }
		get hash() { return this.#components.hash.pattern; }
		get hasRegExpGroups() { return names.some(name => this.#components[name].hasGroups); }
		test(input = {}, baseURL) { return this.#match(input, baseURL) !== null; }
		exec(input = {}, baseURL) { return this.#match(input, baseURL); }

		#match(input, baseURL) {
			const compiled = this.#components;
			const values = valuesOf(input, baseURL);
			if (!values) return null;
			const result = {inputs: baseURL === undefined ? [input] : [input, baseURL]};
			for (const name of names) {
				const found = compiled[name].match(values[name]);
				if (!found) return null;
				const groups = {};
				compiled[name].names.forEach((group, i) => { groups[group] = found[i + 1]; });
				result[name] = {input: values[name], groups};
			}
			return result;
		}
	}
	describe(URLPattern, ...names, 'hasRegExpGroups');

	const isRecord = input => typeof input === 'object' || typeof input === 'function';

	// initOf returns the patterns of the components that are given.
	function initOf(input, baseURL) {
		if (isRecord(input)) {
			if (baseURL !== undefined) throw error(TypeError, 'URLPattern: a base URL cannot be combined with an object; set baseURL in the object');
			return read(input);
		}
		const init = divide(host.wellFormed(`${input}`));
		if (baseURL !== undefined) init.baseURL = host.wellFormed(`${baseURL}`);
		else if (init.protocol === undefined) throw error(TypeError, 'URLPattern: a relative pattern needs a base URL');
		return init;
	}

	// read converts a URLPatternInit, in the order of WebIDL.
	function read(object) {
		const init = {};
		if (object === null) return init;
		for (const name of ['baseURL', ...names].sort()) {
			const value = object[name];
			if (value !== undefined) init[name] = host.wellFormed(`${value}`);
		}
		return init;
	}

	// valuesOf returns the components of a URL to match, or null if it is not valid.
	function valuesOf(input, baseURL) {
		if (isRecord(input)) {
			if (baseURL !== undefined) throw error(TypeError, 'URLPattern: a base URL cannot be combined with an object; set baseURL in the object');
			const init = read(input);
			try {
				return {...Object.fromEntries(names.map(name => [name, ''])), ...process(init, 'url')};
			} catch {
				return null;
			}
		}
		const parts = host.parseURL(`${input}`, baseURL === undefined ? undefined : `${baseURL}`);
		return parts && componentsOf(parts);
	}

	function componentsOf(parts) {
		const values = {};
		for (const name of names) values[name] = parts[components[name]];
		values.protocol = values.protocol.slice(0, -1);
		values.search = values.search.slice(1);
		values.hash = values.hash.slice(1);
		return values;
	}

	// process completes an init from its base URL, and canonicalizes it unless it is one of patterns.
	function process(init, type) {
		const result = {};
		const base = init.baseURL === undefined ? null : baseOf(init, type, result);
		const {protocol, username, password, hostname, port, pathname, search, hash} = init;
		const as = (name, value) => { result[name] = type === 'pattern' ? value : encode[name](value, result.protocol ?? ''); };
		if (protocol !== undefined) as('protocol', protocol.replace(/:$/, ''));
		if (username !== undefined) as('username', username);
		if (password !== undefined) as('password', password);
		if (hostname !== undefined) {
			if (type === 'url' && hostname.startsWith('[')) result.hostname = encode.address(hostname);
			else as('hostname', hostname);
		}
		if (port !== undefined) as('port', port);
		if (pathname !== undefined) {
			const whole = base && !isAbsolute(pathname, type) ? resolve(base, pathname) : pathname;
			const {protocol: scheme = ''} = result;
			if (type === 'pattern') result.pathname = whole;
			else result.pathname = scheme === '' || special.includes(scheme) ? encode.pathname(whole) : encode.opaque(whole);
		}
		if (search !== undefined) as('search', search.replace(/^\?/, ''));
		if (hash !== undefined) as('hash', hash.replace(/^#/, ''));
		return result;
	}

	// baseOf sets what is inherited from the base URL, and returns its path as it is inherited; null if it is opaque.
	function baseOf(init, type, result) {
		const parts = host.parseURL(init.baseURL);
		if (!parts) throw error(TypeError, 'URLPattern: the base URL is not valid');
		const values = componentsOf(parts);
		const text = value => type === 'pattern' ? escapePattern(value) : value;
		const none = (...given) => given.every(name => init[name] === undefined);
		if (none('protocol')) result.protocol = text(values.protocol);
		if (type !== 'pattern' && none('protocol', 'hostname', 'port', 'username')) {
			result.username = values.username;
			if (none('password')) result.password = values.password;
		}
		const order = ['protocol', 'hostname', 'port', 'pathname', 'search', 'hash'];
		for (let i = 1; i < order.length && none(...order.slice(0, i + 1)); i++) result[order[i]] = text(values[order[i]]);
		return values.pathname.startsWith('/') ? text(values.pathname) : null;
	}

	function isAbsolute(pathname, type) {
		return pathname.startsWith('/') || type === 'pattern' && /^[\\{]\//.test(pathname);
	}

	function resolve(base, pathname) { return base.slice(0, base.lastIndexOf('/') + 1) + pathname; }

	Object.assign(web.globals, {URLPattern});
})
