package web_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

func TestURL(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`const u = new URL('https://u:p@h.org:8080/a/b?x=1#f'); return [u.href, u.origin, u.protocol, u.username, u.password, u.host, u.hostname, ` +
				`u.port, u.pathname, u.search, u.hash]`,
			"https://u:p@h.org:8080/a/b?x=1#f|https://h.org:8080|https:|u|p|h.org:8080|h.org|8080|/a/b|?x=1|#f",
		},
		{
			`return [new URL('../x', 'https://h/a/b/c').href, String(new URL('https://h')), JSON.stringify(new URL('https://h')), ` +
				`new URL(new URL('https://h/x')).href]`,
			`https://h/a/x|https://h/|"https://h/"|https://h/x`,
		},
		{
			`try { new URL('nope') } catch (e) { return [e.name, e.message, e.code, e.input, e instanceof TypeError] }`,
			"TypeError|Invalid URL|ERR_INVALID_URL|nope|true",
		},
		{`const long = 'http://h/' + 'a'.repeat(2e6), u = new URL('http://h/x'); u.pathname = long; return [URL.canParse(long), ` +
			`URL.canParse('x', long), u.href]`, "false|false|http://h/x"},
		{`return new URLSearchParams('a=b&&c&'.repeat(3e4)).size + [...new URLSearchParams('d=e&'.repeat(2e4) + 'f=é&')].at(-1).join()`, "60000f,é"},
		{`return [URL.canParse('x'), URL.canParse('x', 'https://h'), URL.canParse('https://h'), URL.parse('x'), URL.parse('x', ` +
			`'https://h').href, URL.parse('x', 'y')]`, "false|true|true|null|https://h/x|null"},
		{`const u = new URL('https://h/'); u.protocol = 'http'; u.host = 'x:1'; u.pathname = '/a b'; u.search = 'q=ü'; u.hash = 'z'; ` +
			`u.username = 'me'; return u.href`, "http://me@x:1/a%20b?q=%C3%BC#z"},
		{`const u = new URL('https://h/'); try { u.href = 'x' } catch (e) { return [e.name, u.href] }`, "TypeError|https://h/"},
		{`const u = new URL('https://h/?a=1'); const p = u.searchParams; p.append('b', '2 3'); u.search = '?c=4'; return [p.get('c'), p.has('a'), ` +
			`u.searchParams === p, u.href]`, "4|false|true|https://h/?c=4"},
		{`const u = new URL('https://h/?a=1#x'); u.searchParams.delete('a'); return u.href`, "https://h/#x"},
		{`const u = new URL('https://h/?a=1'); u.searchParams.set('a', 'ü&'); u.href = 'https://h/?b=2'; ` +
			`return [u.searchParams.get('b'), u.searchParams.size]`, "2|1"},
		{`try { URL('https://h') } catch (e) { return e.name }`, "TypeError"},
		{`return [String(URL.prototype[Symbol.toStringTag]), Object.keys(URL.prototype).includes('href'), URL.name, URL.length >= 0]`, "URL|true|URL|true"},
	})
}

func TestURLSearchParams(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`return [String(new URLSearchParams('?a=1&b=2+3&a=%C3%BC')), new URLSearchParams('a=1&a=2').getAll('a').join(), new URLSearchParams().size]`,
			"a=1&b=2+3&a=%C3%BC|1,2|0",
		},
		{`return [String(new URLSearchParams({a: 1, b: 'x y'})), String(new URLSearchParams([['a', 1], ['a', 2]])), String(new URLSearchParams(new ` +
			`Map([['k', 'v']]))), String(new URLSearchParams(new URLSearchParams('x=1')))]`, "a=1&b=x+y|a=1&a=2|k=v|x=1"},
		{`const p = new URLSearchParams('a=1&b=2&a=3'); p.set('a', 9); p.append('c', ''); return [p.toString(), p.get('x'), p.has('b', ` +
			`'2'), p.has('b', '3'), p.size]`, "a=9&b=2&c=|null|true|false|3"},
		{
			`const p = new URLSearchParams('a=1&a=2&b=3'); p.delete('a', '2'); const one = p.toString(); p.delete('a'); return [one, p.toString()]`,
			"a=1&b=3|b=3",
		},
		{`const p = new URLSearchParams('z=1&a=2&z=0&é=1&😀=1&ﬀ=1'); p.sort(); return [...p.keys()].join()`, "a,z,z,é,😀,ﬀ"},
		{`const p = new URLSearchParams('a=1&b=2'); const seen = []; p.forEach((v, k, o) => seen.push(k + v + (o === p))); return [seen.join(), ` +
			`[...p].join(';'), [...p.values()].join(), [...p.entries()].length, p[Symbol.iterator] === p.entries]`, "a1true,b2true|a,1;b,2|1,2|2|true"},
		{`try { new URLSearchParams([['a']]) } catch (e) { return e.name }`, "TypeError"},
		{`return [String(new URLSearchParams("*-._ ~!'()+%")), String(new URLSearchParams([['\ud800', 'x']]))]`, "*-._+%7E%21%27%28%29+%25=|%EF%BF%BD=x"},
		{`const p = new URLSearchParams('a=1&b=2&c=3'); const seen = []; for (const [k] of p) { seen.push(k); p.delete(k) } return seen`, "a|c"},
	})
}
