// Keys from passwords and from other keys.

function pbkdf2(beside, password, salt, rounds, length, digest) {
	const arguments_ = [bytesOf(password, 'password'), bytesOf(salt, 'salt'), number(rounds, 'iterations', 1), number(length, 'keylen'), text(digest, 'digest')];
	return host.pbkdf2(beside, ...arguments_);
}
function scrypt(beside, password, salt, length, options = {}) {
	const {cost = 16384, N = cost, blockSize = 8, r = blockSize, parallelization = 1, p = parallelization, maxmem = 32 << 20} = options ?? {};
	return host.scrypt(beside, bytesOf(password, 'password'), bytesOf(salt, 'salt'), number(length, 'keylen'),
		number(N, 'N', 0, 2 ** 32 - 1), number(r, 'r', 0, 2 ** 32 - 1), number(p, 'p', 0, 2 ** 32 - 1), number(maxmem, 'maxmem', 0, Number.MAX_SAFE_INTEGER));
}
function hkdf(beside, digest, key, salt, info, length) {
	const secret = secretOf(key, 'ikm');
	const about = bytesOf(info, 'info');
	if (about.byteLength > 1024) throw fail(RangeError, 'ERR_OUT_OF_RANGE', 'The value of "info" is out of range. It must not contain more than 1024 bytes.');
	return host.hkdf(beside, text(digest, 'digest'), secret, bytesOf(salt, 'salt'), about, number(length, 'length'));
}
// arrayBuffer returns what hkdf returns in Node.
const arrayBuffer = bytes => bytes.buffer;

Object.assign(exports, {
	pbkdf2(password, salt, rounds, length, digest, callback) {
		callable(callback);
		call(pbkdf2(true, password, salt, rounds, length, digest), callback, bytes => [buffer(bytes)]);
	},
	pbkdf2Sync: (password, salt, rounds, length, digest) => buffer(pbkdf2(false, password, salt, rounds, length, digest)),
	scrypt(password, salt, length, options, callback = options) {
		callable(callback);
		call(scrypt(true, password, salt, length, options === callback ? undefined : options), callback, bytes => [buffer(bytes)]);
	},
	scryptSync: (password, salt, length, options) => buffer(scrypt(false, password, salt, length, options)),
	hkdf(digest, key, salt, info, length, callback) {
		callable(callback);
		call(hkdf(true, digest, key, salt, info, length), callback, bytes => [arrayBuffer(bytes)]);
	},
	hkdfSync: (digest, key, salt, info, length) => arrayBuffer(hkdf(false, digest, key, salt, info, length)),
});
