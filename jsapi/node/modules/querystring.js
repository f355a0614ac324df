// node:querystring.
(function (host, web) {
	'use strict';
	const plain = text => encodeURIComponent(text);
	const escape = value => typeof value === 'string' ? plain(value.toWellFormed()) : plain(String(value));
	function unescape(text) {
		try {
			return decodeURIComponent(text);
		} catch {
			return unescapeBuffer(text).toString();
		}
	}
	// unescapeBuffer decodes what is well formed, and leaves the rest.
	function unescapeBuffer(text) {
		const {Buffer} = web.node.require('buffer');
		const bytes = Buffer.from(text);
		let to = 0;
		for (let at = 0; at < bytes.length; at++) {
			const hex = bytes[at] === 37 ? bytes.latin1Slice(at + 1, at + 3) : '';
			if (/^[0-9a-f]{2}$/i.test(hex)) {
				bytes[to++] = parseInt(hex, 16);
				at += 2;
			} else {
				bytes[to++] = bytes[at];
			}
		}
		return bytes.subarray(0, to);
	}
	const primitive = value => {
		switch (typeof value) {
		case 'string': return exports.escape(value);
		case 'number': return Number.isFinite(value) ? exports.escape(String(value)) : '';
		case 'bigint': case 'boolean': return exports.escape(String(value));
		default: return '';
		}
	};
	function stringify(object, separator = '&', equals = '=', options) {
		if (typeof object !== 'object' || object === null) return '';
		const encode = options?.encodeURIComponent ? value => options.encodeURIComponent(typeof value === 'object' || value === undefined ? '' : String(value)) : primitive;
		const out = [];
		for (const key of Object.keys(object)) {
			const values = Array.isArray(object[key]) ? object[key] : [object[key]];
			for (const value of values) out.push(encode(key) + equals + encode(value));
		}
		return out.join(separator);
	}
	function parse(text, separator = '&', equals = '=', {maxKeys = 1000, decodeURIComponent: decode = exports.unescape} = {}) {
		const out = Object.create(null);
		if (typeof text !== 'string' || text === '') return out;
		let pairs = text.split(separator || '&');
		if (maxKeys > 0) pairs = pairs.slice(0, maxKeys);
		const read = part => {
			const spaced = part.replaceAll('+', ' ');
			if (!spaced.includes('%')) return spaced;
			try {
				return decode(spaced);
			} catch {
				return unescape(spaced);
			}
		};
		for (const pair of pairs) {
			if (pair === '') continue;
			const at = pair.indexOf(equals || '=');
			const key = read(at < 0 ? pair : pair.slice(0, at)), value = at < 0 ? '' : read(pair.slice(at + (equals || '=').length));
			if (!(key in out)) out[key] = value;
			else if (Array.isArray(out[key])) out[key].push(value);
			else out[key] = [out[key], value];
		}
		return out;
	}
	const exports = web.node.querystring = {parse, stringify, escape, unescape, unescapeBuffer, decode: parse, encode: stringify};
})
