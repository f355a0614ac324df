package web_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web"
)

func TestURLPattern(t *testing.T) {
	evalCases(t, web.Options{}, [][2]string{
		{
			`const p = new URLPattern({pathname: '/books/:id(\\d+)?'}); const m = p.exec('https://example.com/books/123');
		  return [m.pathname.groups.id, m.hostname.input, m.inputs[0], p.test('https://example.com/books'),
		    p.exec({pathname: '/books'}).pathname.groups.id, p.test('https://example.com/books/x'), p.pathname, p.hostname, p.hasRegExpGroups]`,
			`123|example.com|https://example.com/books/123|true|undefined|false|/books/:id(\d+)?|*|true`,
		},
		{`const p = new URLPattern('https://*.example.com:8080/:a/*\\?q=:q#h'); const m = p.exec('https://www.example.com:8080/x/y/z?q=1#h'); ` +
			`return [p.port, m.hostname.groups[0], m.pathname.groups.a, m.pathname.groups[0], m.search.groups.q, ` +
			`p.test('http://www.example.com:8080/x/y?q=1#h')]`, "8080|www|x|y/z|1|false"},
		{
			`const p = new URLPattern('/a/:b', 'https://example.com'); return [p.test('/a/c', 'https://example.com'), p.test('/a/c', ` +
				`'https://example.org'), p.test('no url'), p.test({pathname: 'c', baseURL: 'https://example.com/a/'}), p.hasRegExpGroups]`,
			"true|false|false|true|false",
		},
		{`return [new URLPattern({pathname: '/A'}, {ignoreCase: true}).test({pathname: '/a'}), new URLPattern({pathname: '/A'}).test({pathname: '/a'}), ` +
			`new URLPattern().test('https://example.com'), new URLPattern(null).pathname, ` +
			`new URLPattern(new URL('https://example.com/x')).test('https://example.com/x')]`, "true|false|true|*|true"},
		{`return [new URLPattern('data\\:text/:kind').exec('data:text/plain').pathname.groups.kind, new URLPattern({hostname: '[:address]'}).hostname, ` +
			`new URLPattern({pathname: '/é/{:a}b'}).pathname, new URLPattern({protocol: 'https', port: '443'}).port]`, "plain|[:address]|/%C3%A9/{:a}b|"},
		{`for (const bad of [['/a'], ['https://example.com/(a'], [{pathname: '/:a/:a'}], [{pathname: '/(a(b))'}], [{pathname: '/(\\m)'}],
			[{hostname: 'a b'}], [{port: 'x'}], [{protocol: 'a b'}], [{}, 'https://example.com'], ['https://example.com', 'no base'],
				[{pathname: '('.repeat(100)}], [{pathname: '/'.repeat(10001)}], [{pathname: '/([)'}], [{pathname: '/:'}],
					[{pathname: '\\\\'.slice(1)}], ['https://example.com', undefined, 5]]) {
		  try { new URLPattern(...bad); return JSON.stringify(bad) } catch (e) { if (!(e instanceof TypeError)) return JSON.stringify(bad) + e } }
		    return 'ok'`, "ok"},
	})
}
