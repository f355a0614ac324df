// node:dns: names are looked up in Go.
(function (host, web) {
	'use strict';
	web.use('platform');
	const {queueMicrotask} = web.globals;
	const {error} = web;

	const failed = (call, name) => thrown => {
		const code = /no such host/.test(thrown.message) ? 'ENOTFOUND' : /timeout|deadline/.test(thrown.message) ? 'ETIMEOUT' : 'ESERVFAIL';
		throw Object.assign(new Error(`${call} ${code} ${name}`), {code, errno: code, syscall: call, hostname: name});
	};
	const text = name => {
		if (typeof name !== 'string') throw Object.assign(error(TypeError, 'The "hostname" argument must be of type string'), {code: 'ERR_INVALID_ARG_TYPE'});
		return name;
	};
	const ask = (kind, name, call) => host.lookUp(kind, text(name)).then(JSON.parse, failed(call, name));

	const invalid = (code, message) => { throw Object.assign(error(TypeError, message), {code}); };
	// wantedOf checks the arguments of lookup, which throws at once.
	function wantedOf(name, options) {
		if (name) text(name);
		const {family = 0, all = false} = typeof options === 'number' ? {family: options} : options ?? {};
		const wanted = {IPv4: 4, IPv6: 6}[family] ?? family;
		if (![0, 4, 6].includes(wanted)) invalid('ERR_INVALID_ARG_VALUE', `The property 'options.family' must be one of: 0, 4, 6. Received ${String(family)}`);
		return {all, wanted};
	}
	async function lookup(name, options) {
		const {all, wanted} = wantedOf(name, options), family = web.node.require('net').isIP(name);
		if (!name || family) {
			const one = {address: name || null, family: family || wanted || 4};
			return all ? name ? [one] : [] : one;
		}
		const found = (await ask('host', name, 'getaddrinfo')).map(address => ({address, family: address.includes(':') ? 6 : 4})).filter(one => !wanted || one.family === wanted);
		found.sort((a, b) => a.family - b.family);
		if (!found.length) failed('getaddrinfo', name)({message: 'no such host'});
		return all ? found : found[0];
	}
	async function resolve(name, type = 'A') {
		const call = `query${type[0]}${type.slice(1).toLowerCase()}`;
		switch (type) {
		case 'A': case 'AAAA': {
			const found = (await ask('host', name, call)).filter(address => address.includes(':') === (type === 'AAAA'));
			if (!found.length) failed(call, name)({message: 'no such host'});
			return found;
		}
		case 'CNAME': case 'MX': case 'NS': case 'TXT': case 'PTR': case 'SRV': return ask(type, name, call);
		default: throw Object.assign(error(TypeError, `node:dns.resolve is not supported for ${type}`), {code: 'ERR_NOT_SUPPORTED'});
		}
	}
	const promises = {
		lookup, resolve, reverse: name => ask('PTR', name, 'getHostByAddr'), getServers: () => [], setServers() {}, setDefaultResultOrder() {}, getDefaultResultOrder: () => 'ipv4first',
	};
	for (const [name, type] of Object.entries({resolve4: 'A', resolve6: 'AAAA', resolveCname: 'CNAME', resolveMx: 'MX', resolveNs: 'NS', resolveTxt: 'TXT', resolvePtr: 'PTR', resolveSrv: 'SRV'})) {
		promises[name] = host => resolve(host, type);
	}
	const dns = {promises, ADDRCONFIG: 32, V4MAPPED: 8, ALL: 16, NOTFOUND: 'ENOTFOUND', SERVFAIL: 'ESERVFAIL', TIMEOUT: 'ETIMEOUT'};
	for (const [name, promised] of Object.entries(promises)) {
		dns[name] = /^(get|set)/.test(name) ? promised : (...args) => {
			const callback = args.pop();
			if (typeof callback !== 'function') invalid('ERR_INVALID_ARG_TYPE', `The "callback" argument must be of type function. Received ${callback === null ? 'null' : typeof callback}`);
			if (name === 'lookup') wantedOf(...args);
			promised(...args).then(found => queueMicrotask(() => {
				if (name === 'lookup' && !Array.isArray(found)) callback(null, found.address, found.family);
				else callback(null, found);
			}), thrown => queueMicrotask(() => callback(thrown)));
		};
	}
	class Resolver {
		constructor() { Object.assign(this, dns); }
		cancel() {}
	}
	dns.Resolver = Resolver;
	promises.Resolver = class { constructor() { Object.assign(this, promises); } cancel() {} };
	web.node.dns = dns;
})
