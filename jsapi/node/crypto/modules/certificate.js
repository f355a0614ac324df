// X509Certificate.

class X509Certificate {
	#fields;
	constructor(data) { this.#fields = host.certificate(bytesOf(data, 'buffer')); }
	get subject() { return this.#fields.subject; }
	get issuer() { return this.#fields.issuer; }
	get subjectAltName() { return this.#fields.subjectAltName || undefined; }
	get validFrom() { return this.#fields.validFrom; }
	get validTo() { return this.#fields.validTo; }
	get validFromDate() { return new Date(this.#fields.from); }
	get validToDate() { return new Date(this.#fields.to); }
	get serialNumber() { return this.#fields.serialNumber; }
	get fingerprint() { return this.#fields.fingerprint; }
	get fingerprint256() { return this.#fields.fingerprint256; }
	get fingerprint512() { return this.#fields.fingerprint512; }
	get ca() { return this.#fields.ca; }
	get raw() { return buffer(new Uint8Array(this.#fields.raw)); }
	get publicKey() { return keyObject(host.certificateIs(this.#fields.handle, 'key')); }
	toString() { return this.#fields.text; }
	toJSON() { return this.toString(); }
	checkHost(name) { return host.certificateIs(this.#fields.handle, 'host', text(name, 'name')) ? name : undefined; }
	checkIP(ip) { return host.certificateIs(this.#fields.handle, 'host', text(ip, 'ip')) ? ip : undefined; }
	checkIssued(other) {
		if (!(other instanceof X509Certificate)) throw wrongType('otherCert', 'an instance of X509Certificate', other);
		return host.certificateIs(this.#fields.handle, 'issued by', other.#fields.handle);
	}
	checkPrivateKey(key) {
		if (!handleOf(key)) throw wrongType('pkey', 'an instance of KeyObject', key);
		return this.publicKey.equals(keyObject(host.publicKey(checkKind(handleOf(key), true))));
	}
	verify(key) {
		if (!handleOf(key)) throw wrongType('pkey', 'an instance of KeyObject', key);
		return host.certificateIs(this.#fields.handle, 'signed by', checkKind(handleOf(key), false));
	}
}
exports.X509Certificate = X509Certificate;
