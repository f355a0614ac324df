package web_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

func TestBlob(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const b = new Blob(['a', new Uint8Array([98]), new Blob(['c'])], {type: 'Text/Plain'}); return [b.size, b.type, await b.text(), ` +
			`(await b.bytes()).length, (await b.arrayBuffer()).byteLength]`, "3|text/plain|abc|3|3"},
		{`const b = new Blob(['hello']); return [await b.slice(1, -1, 'X/y').text(), b.slice(1).size, b.slice(-2).size, b.slice(9).size, b.slice(3, ` +
			`1).size, b.slice(1, 2, 'X/y').type, b.slice(NaN, 2).size, b.slice(-Infinity, Infinity).size]`, "ell|4|2|0|0|x/y|2|5"},
		{`const bytes = new Uint8Array([1]); const b = new Blob([bytes]); bytes[0] = 2; (await b.bytes())[0] = 3; return (await b.bytes())[0]`, "1"},
		{`return [new Blob([5, null, {}]).size, new Blob(['a\r\nb\rc\n'], {endings: 'native'}).size, new Blob(['\ud800']).size, new Blob(['x'], {type: ` +
			`'é'}).type, new Blob().size]`, "20|6|3||0"},
		{`return (await new Blob([new Uint8Array([0xEF, 0xBB, 0xBF, 0xFF, 0x61, 0xE2, 0x82])]).text())`, "\ufffda\ufffd"},
		{`for (const bad of [() => new Blob('x'), () => new Blob(5), () => new Blob(null), () => new Blob([], 5), () => new Blob([], {endings: 'x'}),
			() => new File([]), () => Blob.prototype.size]) {
		  try { bad(); return String(bad) } catch (e) { if (!(e instanceof TypeError)) return String(bad) + e } } return 'ok'`, "ok"},
		{`try { await Blob.prototype.text.call({}) } catch (e) { return e.name }`, "TypeError"},
		{`const f = new File(['x'], 'a/b.txt', {type: 'text/plain', lastModified: 5.9}); return [f.name, f.lastModified, f.size, f.type, ` +
			`f instanceof Blob, f.slice(0, 1) instanceof File, String(f)]`, "a/b.txt|5|1|text/plain|true|false|[object File]"},
		{`const f = new File(['a\r\n', new Blob(['b']), new File(['c'], 'x'), new Uint8Array([100])], 'n', {endings: 'native'}); ` +
			`return [await f.text(), f.size]`, "a\nbcd|5"},
		{`const f = structuredClone({f: new File(['xy'], 'n', {lastModified: 7, type: 'a/b'}), b: new Blob(['z'])}); return [f.f.name, f.f.lastModified, ` +
			`f.f.type, await f.f.text(), f.f instanceof File, await f.b.text(), f.b instanceof File]`, "n|7|a/b|xy|true|z|false"},
		{
			`class B extends Blob {} const b = new B(['q']); return [b instanceof B, await b.slice().text(), structuredClone(b) instanceof B]`,
			"true|q|false",
		},
	})
}

// TestBlobsAreBounded: what is too large is refused before memory is taken for it.
func TestBlobsAreBounded(t *testing.T) {
	evalCases(t, web.Options{MaxBytes: 1000}, [][2]string{
		{`const part = new Uint8Array(10); return new Blob(Array(100).fill(part)).size`, "1000"},
		{
			`const part = new Uint8Array(10); try { new Blob(Array(101).fill(part)) } catch (e) { return [e.name, e.message] }`,
			"RangeError|Blob: 1010 bytes are more than the limit of 1000",
		},
		{`const b = new Blob(['x'.repeat(600)]); try { new Blob([b, b]) } catch (e) { return e.name }`, "RangeError"},
		{`try { new Blob(['é'.repeat(501)]) } catch (e) { return e.name }`, "RangeError"},
		{
			`let b = new Blob(['x']); for (let i = 0; i < 9; i++) b = new Blob([b, b]); try { new Blob([b, b]) } catch (e) { return [b.size, e.name] }`,
			"512|RangeError",
		},
		{`let b = new Blob(); for (let i = 0; i < 1000; i++) b = new Blob([b, 'x']); return [b.size, (await b.slice(0, 500).text()).length, ` +
			`await b.text().catch(e => e.name)]`, "1000|500|RangeError"},
	})
}

func TestFormData(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const f = new FormData(); f.append('a', 1); f.append('b', 'x'); f.append('a', 2); return [f.get('a'), f.getAll('a'), f.has('b'), f.has('c'), ` +
			`f.get('c'), [...f.keys()].join(), [...f.values()].join(), [...f].join(';')]`, "1|1,2|true|false|null|a,b,a|1,x,2|a,1;b,x;a,2"},
		{`const f = new FormData(); f.append('a', 1); f.append('b', 2); f.append('a', 3); f.set('a', 4); f.set('c', 5); ` +
			`f.delete('b'); return [...f].join(';')`, "a,4;c,5"},
		{`const f = new FormData(); f.append('f', new Blob(['x'], {type: 'a/b'})); f.append('g', new File(['y'], 'n', {lastModified: 3}), 'm');
			f.append('h', new File([], 'n'));
		  return [...f.values()].map(v => v.name + v.type + (v instanceof File)).concat(f.get('g').lastModified)`, "bloba/btrue|mtrue|ntrue|3"},
		{`const f = new FormData(); for (const bad of [() => f.append('a'), () => f.append('a', 'b', 'c'), () => new FormData({}), () => f.forEach(5),
			() => f.get(), () => FormData.prototype.keys.call({})]) {
		  try { bad(); return String(bad) } catch (e) { if (!(e instanceof TypeError)) return String(e) } } return 'ok'`, "ok"},
		{`const f = new FormData(); f.append('a', 1); const seen = []; f.forEach((value, name, form) => { seen.push(name + value + (form === f)); ` +
			`if (seen.length < 3) form.append('b', 2) }); return seen`, "a1true|b2true|b2true"},
		{`const f = new FormData(); f.append('a', 1); const i = f.entries(); i.next(); f.append('b', 2); return [i.next().value, i.next().done, ` +
			`String(i), i[Symbol.iterator]() === i]`, "b,2|true|[object FormData Iterator]|true"},
		{`const f = new FormData(); f.append('\ud800', '\ud800'); return [f.has('\ufffd'), f.get('\ud800')]`, "true|\ufffd"},
		{`try { structuredClone(new FormData()) } catch (e) { return e.name }`, "DataCloneError"},
	})
}

// TestLongTextsAreDecodedInPieces: where a text is cut is not seen in what is decoded.
func TestLongTextsAreDecodedInPieces(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{`const bytes = new Uint8Array(3e6 + 1).fill(0xa4); const text = new TextDecoder('gb18030').decode(bytes); return [text.length, ` +
			`text[0] === text[1499999], text.charCodeAt(1500000)]`, "1500001|true|65533"},
		{`const text = 'aé😀'.repeat(4e5); return new TextDecoder().decode(new TextEncoder().encode('\ufeff' + text)) === text`, "true"},
		{`const d = new TextDecoder('utf-8', {fatal: true}); const bytes = new Uint8Array(3e6); bytes[2999999] = 0xff; try { d.decode(bytes) } catch (e) ` +
			`{ return [e.name, d.decode(new Uint8Array([97]))] }`, "TypeError|a"},
		{`const d = new TextDecoder(); const bytes = new Uint8Array(2e6).fill(97); bytes[1999999] = 0xe2; return [d.decode(bytes, {stream: ` +
			`true}).length, d.decode(new Uint8Array([0x82, 0xac]))]`, "1999999|€"},
	})
}
