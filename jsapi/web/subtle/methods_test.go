package subtle_test

import "testing"

// Methods in Go look like those of any class, and what a script does after a call does not change what the call has been given.
func TestMethods(t *testing.T) {
	for _, test := range [][2]string{
		{`return [SubtleCrypto.prototype.sign.name, SubtleCrypto.prototype.sign.length, SubtleCrypto.prototype.unwrapKey.length].join()`, "sign,3,7"},
		{
			`const p = SubtleCrypto.prototype; return JSON.stringify(Object.getOwnPropertyDescriptor(p, 'digest')) + Object.keys(p).length`,
			`{"writable":true,"enumerable":false,"configurable":true}0`,
		},
		{`return Object.getOwnPropertyNames(SubtleCrypto.prototype).sort().join()`, "constructor,decrypt,deriveBits,deriveKey,digest,encrypt,exportKey," +
			"generateKey,importKey,sign,unwrapKey,verify,wrapKey"},
		{`try { new subtle.digest('SHA-256', new Uint8Array(1)); return 'made' } catch (e) { return e.name }`, "TypeError"},
		{
			`try { await SubtleCrypto.prototype.digest('SHA-256', new Uint8Array(1)); return 'done' } catch (e) { return e.message }`,
			"digest: the receiver is not a SubtleCrypto",
		},
		{`try { await subtle.sign('HMAC') } catch (e) { return e.message }`, "sign: 3 arguments required, but only 1 present"},
		{`const p = subtle.sign(); return p instanceof Promise && await p.then(() => 'done', () => 'rejected')`, "rejected"},
		{`const usages = {*[Symbol.iterator]() { yield 'sign'; yield {toString: () => 'verify'} }};
		 return (await subtle.generateKey({name: 'HMAC', hash: 'SHA-1'}, 1, usages)).usages.join()`, "sign,verify"},
		{
			`try { await subtle.generateKey('X25519', true, {*[Symbol.iterator]() { throw new RangeError('mine') }}) } catch (e) { return e.message }`,
			"mine",
		},
		{`try { await subtle.digest({get name() { throw new RangeError('mine') }}, new Uint8Array(1)) } catch (e) { return e.message }`, "mine"},
		{`const same = [];
		 for (const size of [1, 65_536, 65_537, 2_000_000]) {
			const data = new Uint8Array(size), promise = subtle.digest('SHA-256', data);
			data.fill(1);
			const changed = await promise, zeros = await subtle.digest('SHA-256', new Uint8Array(size));
			same.push(new Uint8Array(changed).join() === new Uint8Array(zeros).join());
		 }
		 return same.join()`, "true,true,true,true"},
		{`const sign = (key) => subtle.sign('HMAC', key, new Uint8Array(1)).then((s) => new Uint8Array(s)[0]);
		 const key = (n) => subtle.importKey('raw', new Uint8Array([n]), {name: 'HMAC', hash: 'SHA-256'}, false, ['sign']);
		 const a = await key(1), b = await key(2), first = [await sign(a), await sign(b)];
		 return [await sign(a), await sign(b)].join() === first.join() && first[0] !== first[1]`, "true"},
	} {
		if got := newPage(t).eval(test[0]); got != test[1] {
			t.Errorf("%s\n got %s\nwant %s", test[0], got, test[1])
		}
	}
}
