// node:buffer: the package, whose work on bytes and texts is done in Go.
(function (host, web) {
	'use strict';
	const made = host.loadBuffer();
	const {Buffer} = made;
	const {error} = web;
	const view = (buffer, offset, length) => Object.setPrototypeOf(new Uint8Array(buffer, offset, length), Buffer.prototype);
	const own = bytes => Object.setPrototypeOf(bytes, Buffer.prototype);
	const encodings = ['utf8', 'utf-8', 'hex', 'ascii', 'latin1', 'binary', 'base64', 'base64url', 'ucs2', 'ucs-2', 'utf16le', 'utf-16le'];
	const known = encoding => typeof encoding === 'string' && encodings.includes(encoding.toLowerCase());
	function need(encoding) {
		if (encoding === undefined || encoding === null || encoding === '') return 'utf8';
		if (!known(encoding)) throw Object.assign(error(TypeError, `Unknown encoding: ${encoding}`), {code: 'ERR_UNKNOWN_ENCODING'});
		return encoding.toLowerCase();
	}
	const clamp = (value, least, most, otherwise) => {
		if (value === undefined) return otherwise;
		value = Math.trunc(Number(value)) || 0;
		return Math.min(Math.max(value, least), most);
	};

	const from = Buffer.from;
	Object.assign(Buffer, {
		from(value, encoding, length) {
			if (typeof value === 'string') return own(host.encode(value, need(encoding)));
			return own(from(value, encoding, length));
		},
		isEncoding: known,
		byteLength(value, encoding) {
			if (typeof value === 'string') return host.byteLength(value, known(encoding) ? encoding.toLowerCase() : 'utf8');
			if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value.byteLength;
			throw Object.assign(error(TypeError, 'The "string" argument must be of type string or an instance of Buffer or ArrayBuffer'), {code: 'ERR_INVALID_ARG_TYPE'});
		},
		compare(a, b) {
			if (!(a instanceof Uint8Array) || !(b instanceof Uint8Array)) throw Object.assign(error(TypeError, 'The arguments must be an instance of Buffer or Uint8Array'), {code: 'ERR_INVALID_ARG_TYPE'});
			return host.compare(a, b);
		},
		concat(list, length) {
			if (!Array.isArray(list)) throw Object.assign(error(TypeError, 'The "list" argument must be an instance of Array'), {code: 'ERR_INVALID_ARG_TYPE'});
			const total = length === undefined ? list.reduce((sum, part) => sum + part.length, 0) : length;
			const out = Buffer.alloc(total);
			let at = 0;
			for (const part of list) {
				if (!(part instanceof Uint8Array)) throw Object.assign(error(TypeError, 'The "list" argument must hold instances of Buffer or Uint8Array'), {code: 'ERR_INVALID_ARG_TYPE'});
				if (at >= total) break;
				out.set(at + part.length > total ? part.subarray(0, total - at) : part, at);
				at += part.length;
			}
			return out;
		},
		copyBytesFrom(source, offset = 0, length = source.length - offset) {
			const part = source.subarray(offset, offset + length);
			return Buffer.from(part.buffer.slice(part.byteOffset, part.byteOffset + part.byteLength));
		},
	});

	const {prototype} = Buffer;
	// needle returns what is looked for as bytes.
	const needle = (value, encoding) => typeof value === 'string' ? host.encode(value, need(encoding)) : typeof value === 'number' ? Uint8Array.of(value) : value;
	function find(buffer, value, offset, encoding, last) {
		if (typeof offset === 'string') [offset, encoding] = [undefined, offset];
		if (!(typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array)) {
			throw Object.assign(error(TypeError, 'The "value" argument must be one of type number, string, Buffer or Uint8Array'), {code: 'ERR_INVALID_ARG_TYPE'});
		}
		offset = Number(offset);
		if (Number.isNaN(offset)) offset = last ? buffer.length : 0;
		offset = Math.trunc(Math.min(Math.max(offset, -buffer.length - 1), buffer.length));
		if (offset < 0) offset += buffer.length;
		if (offset < 0) {
			if (last) return -1;
			offset = 0;
		}
		return host.indexOf(buffer, needle(value, encoding), offset, last);
	}
	const methods = {
		toString(encoding, start, end) {
			const {length} = this;
			start = clamp(start, 0, length, 0);
			end = clamp(end, 0, length, length);
			return end <= start ? '' : host.decode(this, need(encoding), start, end);
		},
		write(text, offset, length, encoding) {
			if (typeof text !== 'string') throw Object.assign(error(TypeError, 'The "string" argument must be of type string'), {code: 'ERR_INVALID_ARG_TYPE'});
			if (typeof offset === 'string') [offset, length, encoding] = [undefined, undefined, offset];
			else if (typeof length === 'string') [length, encoding] = [undefined, length];
			offset = offset ?? 0;
			if (offset < 0 || offset > this.length) throw Object.assign(error(RangeError, `The value of "offset" is out of range. It must be >= 0 && <= ${this.length}. Received ${offset}`), {code: 'ERR_OUT_OF_RANGE'});
			return host.write(this, text, need(encoding), offset, clamp(length, 0, this.length - offset, this.length - offset));
		},
		equals(other) {
			if (!(other instanceof Uint8Array)) throw Object.assign(error(TypeError, 'The "otherBuffer" argument must be an instance of Buffer or Uint8Array'), {code: 'ERR_INVALID_ARG_TYPE'});
			return this === other || host.compare(this, other) === 0;
		},
		compare(target, targetStart = 0, targetEnd = target?.length, start = 0, end = this.length) {
			if (!(target instanceof Uint8Array)) throw Object.assign(error(TypeError, 'The "target" argument must be an instance of Buffer or Uint8Array'), {code: 'ERR_INVALID_ARG_TYPE'});
			return host.compare(this.subarray(start, end), target.subarray(targetStart, targetEnd));
		},
		indexOf(value, offset, encoding) { return find(this, value, offset, encoding, false); },
		lastIndexOf(value, offset, encoding) { return find(this, value, offset, encoding, true); },
		includes(value, offset, encoding) { return find(this, value, offset, encoding, false) >= 0; },
		slice(start, end) { return this.subarray(start, end); },
		subarray(start, end) { return own(Uint8Array.prototype.subarray.call(this, start, end)); },
		toLocaleString(encoding, start, end) { return this.toString(encoding, start, end); },
	};
	for (const [name, encoding] of [['utf8', 'utf8'], ['latin1', 'latin1'], ['ascii', 'ascii'], ['hex', 'hex'], ['base64', 'base64'], ['base64url', 'base64url'], ['ucs2', 'utf16le'], ['utf16le', 'utf16le']]) {
		methods[`${name}Slice`] = function (start, end) { return this.toString(encoding, start, end); };
		methods[`${name}Write`] = function (text, offset, length) { return this.write(text, offset, length, encoding); };
	}
	for (const [name, value] of Object.entries(methods)) Object.defineProperty(prototype, name, {value, writable: true, configurable: true});

	const bytes = value => {
		if (!host.isBytes(value)) throw Object.assign(error(TypeError, 'The "input" argument must be an instance of ArrayBuffer, Buffer or TypedArray'), {code: 'ERR_INVALID_ARG_TYPE'});
		return value;
	};
	const {atob, btoa} = globalThis;
	web.node.buffer = {
		...made, Buffer, SlowBuffer: made.SlowBuffer, atob, btoa, isUtf8: value => host.isUTF8(bytes(value)), isAscii: value => host.isASCII(bytes(value)),
		transcode: (source, fromEncoding, toEncoding) => Buffer.from(own(new Uint8Array(source.buffer, source.byteOffset, source.byteLength)).toString(fromEncoding), toEncoding),
		constants: {MAX_LENGTH: made.kMaxLength, MAX_STRING_LENGTH: made.kStringMaxLength ?? 536870888}, view,
		get Blob() { return globalThis.Blob; }, get File() { return globalThis.File; },
	};
	delete web.node.buffer.view;
})
