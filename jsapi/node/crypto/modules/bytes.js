// Bytes: what the functions take, and what they return.

const exports = {};

// fail returns an error with a code, as Node's have one.
function fail(Class, code, message) {
	return Object.assign(web.error(Class, message), {code});
}
function wrongType(name, wanted, value) {
	const got = value === null || value === undefined ? String(value)
		: typeof value === 'object' || typeof value === 'function' ? `an instance of ${value.constructor?.name}` : `type ${typeof value} (${String(value)})`;
	return fail(TypeError, 'ERR_INVALID_ARG_TYPE', `The "${name}" argument must be ${wanted}. Received ${got}`);
}
const someBytes = 'of type string or an instance of ArrayBuffer, Buffer, TypedArray, or DataView';

// bytesOf returns the bytes of a text or of bytes.
function bytesOf(value, name, encoding) {
	if (typeof value === 'string') {
		const bytes = host.encode(value, encoding === undefined || encoding === 'buffer' || encoding === null ? 'utf8' : String(encoding));
		if (bytes === undefined) throw fail(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
		return bytes;
	}
	if (host.isBytes(value)) return value;
	throw wrongType(name, someBytes, value);
}

// buffer makes a Buffer of bytes that nobody else has, if there is that class.
function buffer(bytes) {
	const Buffer = globalThis.Buffer ?? web.node.require?.('buffer')?.Buffer;
	return Buffer ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes;
}

// output returns bytes as a Buffer, or as a text in an encoding.
function output(bytes, encoding) {
	if (encoding === undefined || encoding === null || encoding === 'buffer') return buffer(bytes);
	const text = host.decode(bytes, String(encoding));
	if (text === undefined) throw fail(TypeError, 'ERR_UNKNOWN_ENCODING', `Unknown encoding: ${encoding}`);
	return text;
}

function number(value, name, least = 0, most = 2 ** 31 - 1) {
	if (typeof value !== 'number') throw wrongType(name, 'of type number', value);
	if (!Number.isInteger(value) || value < least || value > most) {
		throw fail(RangeError, 'ERR_OUT_OF_RANGE', `The value of "${name}" is out of range. It must be >= ${least} && <= ${most}. Received ${value}`);
	}
	return value;
}
function text(value, name) {
	if (typeof value !== 'string') throw wrongType(name, 'of type string', value);
	return value;
}
function callable(value, name = 'callback') {
	if (typeof value !== 'function') throw wrongType(name, 'of type function', value);
	return value;
}

// call gives the outcome of a promise to a callback. What the callback throws is an error that nobody has caught.
function call(promise, callback, convert = value => [value]) {
	promise.then(value => callback(null, ...convert(value)), callback);
}
