// node:buffer: the package, whose work on bytes and texts is done in Go.
(function (host, web) {
	'use strict';
	const made = host.loadBuffer();
	const {Buffer} = made;
	Object.defineProperty(Buffer, 'name', {value: 'Buffer'});
	const {error} = web;
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

	const fail = (code, message, Class = TypeError) => { throw Object.assign(error(Class, message), {code}); };
	const received = value => typeof value === 'object' && value !== null ? `an instance of ${value.constructor?.name ?? 'Object'}` : value == null || typeof value === 'function' ? host.inspect(value, 0, 80) : `type ${typeof value} (${host.inspect(value, 0, 80)})`;
	const isMemory = value => Object.prototype.toString.call(value) === '[object ArrayBuffer]';
	function size(value) {
		if (typeof value !== 'number') fail('ERR_INVALID_ARG_TYPE', `The "size" argument must be of type number. Received ${received(value)}`);
		if (!(value >= 0 && value <= made.kMaxLength)) fail('ERR_OUT_OF_RANGE', `The value of "size" is out of range. It must be >= 0 && <= ${made.kMaxLength}. Received ${value}`, RangeError);
		return value;
	}
	const {from} = Buffer, isInside = (value, most) => value === undefined || !(value < 0 || value > most);
	Object.assign(Buffer, {
		from: function (value, encoding, length) {
			if (typeof value === 'string') return own(host.encode(value, need(encoding)));
			if (value === null || value === undefined || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'symbol' || typeof value === 'bigint' || typeof value === 'function') {
				fail('ERR_INVALID_ARG_TYPE', `The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received ${received(value)}`);
			}
			if (isMemory(value)) {
				if (!isInside(encoding, value.byteLength)) fail('ERR_BUFFER_OUT_OF_BOUNDS', '"offset" is outside of buffer bounds', RangeError);
				if (!isInside(length, value.byteLength - (encoding ?? 0))) fail('ERR_BUFFER_OUT_OF_BOUNDS', '"length" is outside of buffer bounds', RangeError);
			}
			return own(from(value, encoding, length));
		},
		alloc: function (length, fill, encoding) {
			const out = own(new Uint8Array(size(length)));
			return fill === undefined || fill === 0 || length === 0 ? out : out.fill(fill, encoding);
		},
		// Packages call these with new, which an arrow cannot be.
		allocUnsafe: function (length) { return own(new Uint8Array(size(length))); },
		allocUnsafeSlow: function (length) { return own(new Uint8Array(size(length))); },
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
		// fill repeats bytes, the bytes of a text, or one number.
		fill(value, offset, end, encoding) {
			if (typeof offset === 'string') [offset, end, encoding] = [undefined, undefined, offset];
			else if (typeof end === 'string') [end, encoding] = [undefined, end];
			offset = position(offset ?? 0, 'offset', this.length);
			end = position(end ?? this.length, 'end', this.length);
			if (offset >= end) return this;
			if (typeof value === 'string') {
				const text = host.encode(value, need(encoding));
				if (!text.length && value !== '') fail('ERR_INVALID_ARG_VALUE', `The argument 'value' is invalid. Received ${host.inspect(value, 0, 80)}`);
				value = text.length ? text : 0;
			} else if (value instanceof Uint8Array && !value.length) {
				fail('ERR_INVALID_ARG_VALUE', 'The argument \'value\' is invalid. Received <Buffer >');
			}
			if (!(value instanceof Uint8Array)) return own(Uint8Array.prototype.fill.call(this, value & 255, offset, end));
			this.set(value.subarray(0, end - offset), offset);
			// What is there is copied behind itself, twice as much each time.
			for (let done = value.length; offset + done < end; done *= 2) this.copyWithin(offset + done, offset, Math.min(offset + done, end - done));
			return this;
		},
		[Symbol.for('nodejs.util.inspect.custom')]() {
			const shown = host.decode(this, 'hex', 0, 50).replace(/(..)(?!$)/g, '$1 '), more = this.length - 50;
			return `<${this.constructor.name} ${shown}${more > 0 ? ` ... ${more} more byte${more > 1 ? 's' : ''}` : ''}>`;
		},
		slice(start, end) { return this.subarray(start, end); },
		subarray(start, end) { return own(Uint8Array.prototype.subarray.call(this, start, end)); },
		toLocaleString(encoding, start, end) { return this.toString(encoding, start, end); },
	};
	for (const [name, encoding] of [['utf8', 'utf8'], ['latin1', 'latin1'], ['ascii', 'ascii'], ['hex', 'hex'], ['base64', 'base64'], ['base64url', 'base64url'], ['ucs2', 'utf16le'], ['utf16le', 'utf16le']]) {
		methods[`${name}Slice`] = function (start, end) { return this.toString(encoding, start, end); };
		methods[`${name}Write`] = function (text, offset, length) { return this.write(text, offset, length, encoding); };
	}
	for (const [bits, name] of [[16, 'swap16'], [32, 'swap32'], [64, 'swap64']]) {
		const swap = prototype[name];
		methods[name] = function () {
			if (this.length % (bits / 8)) fail('ERR_INVALID_BUFFER_SIZE', `Buffer size must be a multiple of ${bits}-bits`, RangeError);
			return swap.call(this);
		};
	}
	numbers();
	for (const name of Reflect.ownKeys(methods)) Object.defineProperty(prototype, name, {value: methods[name], writable: true, configurable: true});

	function position(value, name, most) {
		if (typeof value !== 'number') fail('ERR_INVALID_ARG_TYPE', `The "${name}" argument must be of type number. Received ${received(value)}`);
		if (!Number.isInteger(value)) fail('ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be an integer. Received ${value}`, RangeError);
		if (value < 0 || value > most) {
			if (most < 0) fail('ERR_BUFFER_OUT_OF_BOUNDS', 'Attempt to access memory outside buffer bounds', RangeError);
			fail('ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be >= 0 and <= ${most}. Received ${value}`, RangeError);
		}
		return value;
	}

	// numbers puts Node's checks before the package's functions for numbers, which then check nothing.
	function numbers() {
		const grouped = value => String(value).replace(/(\d)(?=(\d{3})+$)/g, '$1_');
		const between = (value, least, most, shown) => {
			if (value < least || value > most) {
				const received = typeof value === 'bigint' ? `${grouped(value)}n` : Math.abs(value) > 2 ** 32 ? grouped(value) : value;
				fail('ERR_OUT_OF_RANGE', `The value of "value" is out of range. It must be ${shown ?? `>= ${least} and <= ${most}`}. Received ${received}`, RangeError);
			}
		};
		const define = (name, bytes, least, most, shown) => {
			const read = prototype[`read${name}`], write = prototype[`write${name}`];
			const big = typeof least === 'bigint';
			const methodsOf = {
				[`read${name}`](offset = 0) { return read.call(this, position(offset, 'offset', this.length - bytes), true); },
				[`write${name}`](value, offset = 0) {
					if (big && typeof value !== 'bigint') fail('ERR_INVALID_ARG_TYPE', `The "value" argument must be of type bigint. Received ${received(value)}`);
					if (!big) value = +value;
					if (least !== undefined) between(value, least, most, shown);
					return write.call(this, value, position(offset, 'offset', this.length - bytes), true);
				},
			};
			Object.assign(methods, methodsOf);
			if (/UInt/.test(name)) for (const [key, value] of Object.entries(methodsOf)) methods[key.replace('UInt', 'Uint')] = value;
		};
		for (const bits of [8, 16, 32]) {
			for (const end of bits === 8 ? [''] : ['LE', 'BE']) {
				define(`UInt${bits}${end}`, bits / 8, 0, 2 ** bits - 1);
				define(`Int${bits}${end}`, bits / 8, -(2 ** (bits - 1)), 2 ** (bits - 1) - 1);
			}
		}
		for (const end of ['LE', 'BE']) {
			define(`BigUInt64${end}`, 8, 0n, 2n ** 64n - 1n, '>= 0n and < 2n ** 64n');
			define(`BigInt64${end}`, 8, -(2n ** 63n), 2n ** 63n - 1n, '>= -(2n ** 63n) and < 2n ** 63n');
			define(`Float${end}`, 4);
			define(`Double${end}`, 8);
			for (const sign of ['UInt', 'Int']) {
				const read = prototype[`read${sign}${end}`], write = prototype[`write${sign}${end}`];
				const width = bytes => {
					if (typeof bytes !== 'number') fail('ERR_INVALID_ARG_TYPE', `The "byteLength" argument must be of type number. Received ${received(bytes)}`);
					if (!(bytes >= 1 && bytes <= 6)) fail('ERR_OUT_OF_RANGE', `The value of "byteLength" is out of range. It must be >= 1 and <= 6. Received ${bytes}`, RangeError);
				};
				const methodsOf = {
					[`read${sign}${end}`](offset, bytes) {
						width(bytes);
						return read.call(this, position(offset, 'offset', this.length - bytes), bytes, true);
					},
					[`write${sign}${end}`](value, offset, bytes) {
						width(bytes);
						value = +value;
						const most = 2 ** (8 * bytes - (sign === 'Int' ? 1 : 0));
						between(value, sign === 'Int' ? -most : 0, most - 1);
						return write.call(this, value, position(offset, 'offset', this.length - bytes), bytes, true);
					},
				};
				Object.assign(methods, methodsOf);
				if (sign === 'UInt') for (const [key, value] of Object.entries(methodsOf)) methods[key.replace('UInt', 'Uint')] = value;
			}
		}
	}

	const bytes = value => {
		if (!host.isBytes(value)) throw Object.assign(error(TypeError, 'The "input" argument must be an instance of ArrayBuffer, Buffer or TypedArray'), {code: 'ERR_INVALID_ARG_TYPE'});
		return value;
	};
	const {atob, btoa} = globalThis;
	web.node.buffer = {
		...made, Buffer, SlowBuffer: made.SlowBuffer, atob, btoa, isUtf8: value => host.isUTF8(bytes(value)), isAscii: value => host.isASCII(bytes(value)),
		transcode: (source, fromEncoding, toEncoding) => Buffer.from(own(new Uint8Array(source.buffer, source.byteOffset, source.byteLength)).toString(fromEncoding), toEncoding),
		constants: {MAX_LENGTH: made.kMaxLength, MAX_STRING_LENGTH: made.kStringMaxLength ?? 536870888},
		get Blob() { return globalThis.Blob; }, get File() { return globalThis.File; },
	};
})
