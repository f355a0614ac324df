// The same in Node and here: produce computes with fixed keys and exports new ones, and check takes what the other has produced.
const hex = bytes => Array.from(new Uint8Array(bytes), b => b.toString(16).padStart(2, '0')).join('');
const unhex = text => Uint8Array.from(text.match(/../g) ?? [], b => parseInt(b, 16));
const data = unhex('00112233445566778899aabbccddeeff'.repeat(4) + '0102');
const key = n => data.slice(0, n);
const e = new Uint8Array([1, 0, 1]);

// What needs no random numbers: a name for each value.
async function produceFixed(subtle) {
	const out = {};
	for (const hash of ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512']) {
		out['digest ' + hash] = hex(await subtle.digest(hash, data));
		const mac = await subtle.importKey('raw', key(33), {name: 'HMAC', hash}, true, ['sign']);
		out['hmac ' + hash] = hex(await subtle.sign('HMAC', mac, data)) + JSON.stringify(await subtle.exportKey('jwk', mac), ['kty', 'k', 'alg', 'ext', 'key_ops']);
		const [hkdf, pbkdf2] = await Promise.all(['HKDF', 'PBKDF2'].map(name => subtle.importKey('raw', key(20), name, false, ['deriveBits', 'deriveKey'])));
		out['hkdf ' + hash] = hex(await subtle.deriveBits({name: 'HKDF', hash, salt: key(9), info: key(3)}, hkdf, 1000));
		out['pbkdf2 ' + hash] = hex(await subtle.deriveBits({name: 'PBKDF2', hash, salt: key(9), iterations: 777}, pbkdf2, 776));
		const derived = await subtle.deriveKey({name: 'PBKDF2', hash, salt: key(9), iterations: 5}, pbkdf2, {name: 'HMAC', hash}, true, ['sign']);
		out['derived ' + hash] = hex(await subtle.exportKey('raw', derived)) + JSON.stringify(derived.algorithm.length);
	}
	for (const length of [16, 24, 32]) {
		for (const [name, params] of [['AES-CBC', [{iv: key(16)}]], ['AES-CTR', [{counter: unhex('ff'.repeat(16)), length: 128}, {counter: unhex('f0'.repeat(15) + 'fe'), length: 3}, {counter: unhex('ff'.repeat(16)), length: 64}]],
			['AES-GCM', [{iv: key(12)}, {iv: key(12), additionalData: key(5), tagLength: 96}, {iv: key(50), tagLength: 32}, {iv: key(20), additionalData: data, tagLength: 64}]]]) {
			for (const [i, rest] of params.entries()) {
				const aes = await subtle.importKey('raw', key(length), name, true, ['encrypt', 'decrypt']);
				const coded = await subtle.encrypt({name, ...rest}, aes, data);
				out[`${name} ${length} ${i}`] = hex(coded) + (await subtle.exportKey('jwk', aes)).alg;
				if (hex(await subtle.decrypt({name, ...rest}, aes, coded)) !== hex(data)) throw new Error(name + ' does not decrypt');
			}
		}
		const kw = await subtle.importKey('raw', key(length), 'AES-KW', true, ['wrapKey', 'unwrapKey']);
		const inner = await subtle.importKey('raw', key(32), {name: 'HMAC', hash: 'SHA-512'}, true, ['sign']);
		const wrapped = await subtle.wrapKey('raw', inner, kw, 'AES-KW');
		out['AES-KW ' + length] = hex(wrapped) + hex(await subtle.exportKey('raw', await subtle.unwrapKey('raw', wrapped, kw, 'AES-KW', 'AES-GCM', true, ['encrypt'])));
	}
	return out;
}

const pairs = {
	'RSASSA-PKCS1-v1_5': [{hash: 'SHA-256', modulusLength: 2048, publicExponent: e}, [{}]],
	'RSA-PSS': [{hash: 'SHA-384', modulusLength: 2048, publicExponent: e}, [{saltLength: 0}, {saltLength: 20}, {saltLength: 48}]],
	'ECDSA P-256': [{namedCurve: 'P-256'}, [{hash: 'SHA-1'}, {hash: 'SHA-512'}]],
	'ECDSA P-384': [{namedCurve: 'P-384'}, [{hash: 'SHA-256'}, {hash: 'SHA-384'}]],
	'ECDSA P-521': [{namedCurve: 'P-521'}, [{hash: 'SHA-256'}, {hash: 'SHA-512'}]],
	'Ed25519': [{}, [{}]],
	'RSA-OAEP': [{hash: 'SHA-1', modulusLength: 2048, publicExponent: e}, [{}, {label: key(5)}]],
	'ECDH P-256': [{namedCurve: 'P-256'}, [{}]], 'ECDH P-384': [{namedCurve: 'P-384'}, [{}]], 'ECDH P-521': [{namedCurve: 'P-521'}, [{}]], 'X25519': [{}, [{}]],
};
const usagesOf = name => name === 'RSA-OAEP' ? ['encrypt', 'decrypt'] : /DH|X25519/.test(name) ? ['deriveBits'] : ['sign', 'verify'];

// producePairs makes pairs of keys, exports them in all formats, and signs, encrypts or derives with each.
async function producePairs(subtle) {
	const out = {};
	for (const [title, [made, uses]] of Object.entries(pairs)) {
		const name = title.split(' ')[0];
		const {publicKey, privateKey} = await subtle.generateKey({name, ...made}, true, usagesOf(name));
		const entry = out[title] = {
			spki: hex(await subtle.exportKey('spki', publicKey)), pkcs8: hex(await subtle.exportKey('pkcs8', privateKey)),
			public: await subtle.exportKey('jwk', publicKey), private: await subtle.exportKey('jwk', privateKey), results: [],
		};
		if (!name.startsWith('RSA')) entry.raw = hex(await subtle.exportKey('raw', publicKey));
		for (const use of uses) {
			if (name === 'RSA-OAEP') entry.results.push(hex(await subtle.encrypt({name, ...use}, publicKey, key(30))));
			else if (/DH|X25519/.test(name)) {
				const other = await subtle.generateKey({name, ...made}, true, ['deriveBits']);
				entry.results.push([hex(await subtle.exportKey('spki', other.publicKey)), hex(await subtle.deriveBits({name, public: other.publicKey}, privateKey, 250 & ~7))]);
			} else entry.results.push(hex(await subtle.sign({name, ...use}, privateKey, data)));
		}
	}
	return out;
}

// checkPairs imports those keys in all formats, and checks what was made with them. It returns what is wrong.
async function checkPairs(subtle, made) {
	const wrong = [];
	for (const [title, entry] of Object.entries(made)) {
		const name = title.split(' ')[0], [generated, uses] = pairs[title];
		const params = {name, ...generated}, all = usagesOf(name);
		const [forPublic, forPrivate] = name === 'RSA-OAEP' ? [['encrypt'], ['decrypt']] : all.length === 1 ? [[], all] : [['verify'], ['sign']];
		delete entry.public.alg, delete entry.private.alg; // Node 20 and the specification disagree about that of Ed25519
		const publics = [await subtle.importKey('spki', unhex(entry.spki), params, true, forPublic), await subtle.importKey('jwk', entry.public, params, true, forPublic)];
		if (entry.raw) publics.push(await subtle.importKey('raw', unhex(entry.raw), params, true, forPublic));
		const privates = [await subtle.importKey('pkcs8', unhex(entry.pkcs8), params, true, forPrivate), await subtle.importKey('jwk', entry.private, params, true, forPrivate)];
		for (const [i, k] of publics.entries()) if (hex(await subtle.exportKey('spki', k)) !== entry.spki) wrong.push(`${title}: public key ${i}`);
		for (const [i, k] of privates.entries()) if (hex(await subtle.exportKey('pkcs8', k)) !== entry.pkcs8) wrong.push(`${title}: private key ${i}`);
		for (const [i, use] of uses.entries()) {
			const result = entry.results[i];
			if (name === 'RSA-OAEP') {
				if (hex(await subtle.decrypt({name, ...use}, privates[1], unhex(result))) !== hex(key(30))) wrong.push(`${title} ${i}`);
			} else if (all.length === 1) {
				const other = await subtle.importKey('spki', unhex(result[0]), params, true, []);
				if (hex(await subtle.deriveBits({name, public: other}, privates[0], 250 & ~7)) !== result[1]) wrong.push(`${title} ${i}`);
			} else {
				for (const k of publics) if (!await subtle.verify({name, ...use}, k, unhex(result), data)) wrong.push(`${title} ${i} does not verify`);
				if (await subtle.verify({name, ...use}, publics[0], unhex(result), key(3))) wrong.push(`${title} ${i} verifies for other data`);
			}
		}
	}
	return wrong;
}
