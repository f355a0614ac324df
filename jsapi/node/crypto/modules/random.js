// Random values. They take no time, so a callback is called soon.

function soon(callback, work) {
	callable(callback);
	Promise.resolve().then(work).then(value => callback(null, value), callback);
}

function fill(target, offset = 0, size = undefined) {
	if (!host.isBytes(target)) throw wrongType('buf', 'an instance of ArrayBuffer, Buffer, TypedArray, or DataView', target);
	const bytes = target instanceof ArrayBuffer ? new Uint8Array(target) : new Uint8Array(target.buffer, target.byteOffset, target.byteLength);
	const unit = target.BYTES_PER_ELEMENT ?? 1;
	const from = number(offset, 'offset') * unit;
	const length = size === undefined ? bytes.length - from : number(size, 'size') * unit;
	if (from + length > bytes.length || length < 0) {
		throw fail(RangeError, 'ERR_OUT_OF_RANGE', `The value of "size + offset" is out of range. It must be <= ${bytes.length}. Received ${from + length}`);
	}
	bytes.set(host.randomBytes(length), from);
	return target;
}

Object.assign(exports, {
	randomBytes(size, callback) {
		number(size, 'size');
		if (callback === undefined) return buffer(host.randomBytes(size));
		soon(callback, () => buffer(host.randomBytes(size)));
	},
	randomFillSync: fill,
	randomFill(target, offset, size, callback) {
		if (typeof offset === 'function') [offset, size, callback] = [0, undefined, offset];
		else if (typeof size === 'function') [size, callback] = [undefined, size];
		soon(callback, () => fill(target, offset, size));
	},
	randomInt(least, most, callback) {
		if (most === undefined || typeof most === 'function') [least, most, callback] = [0, least, most];
		for (const [name, value] of [['min', least], ['max', most]]) {
			if (!Number.isSafeInteger(value)) throw wrongType(name, 'a safe integer', value);
		}
		const range = most - least;
		if (!(range > 0 && range < 2 ** 48)) {
			throw fail(RangeError, 'ERR_OUT_OF_RANGE', `The value of "max" is out of range. It must be greater than the value of "min" (${least}) by less than 2^48. Received ${most}`);
		}
		if (callback === undefined) return least + host.randomInt(range);
		soon(callback, () => least + host.randomInt(range));
	},
	randomUUID: () => host.randomUUID(),
});
exports.pseudoRandomBytes = exports.prng = exports.rng = exports.randomBytes;
