package weburl

import "testing"

// parsed lists inputs, bases and results. An empty result means that parsing fails.
var parsed = []struct{ input, base, want string }{
	{"https://example.org", "", "https://example.org/"},
	{"HTTPS://User:Pa%20ss@EXAMPLE.org:443/a/../b/./c?q=1#f", "", "https://User:Pa%20ss@example.org/b/c?q=1#f"},
	{"  https://example.org/\t\nx  ", "", "https://example.org/x"},
	{"https:example.org", "", "https://example.org/"},
	{"https:////example.org\\x", "", "https://example.org/x"},
	{"x", "", ""},
	{"//host/x", "", ""},
	{"https://", "", ""},
	{"https://:80", "", ""},
	{"https://a b/", "", ""},
	{"https://a%00b/", "", ""},
	{"https://example.org:65536/", "", ""},
	{"https://example.org:x/", "", ""},
	{"https://user@/x", "", ""},
	{"https://a@b@c/", "", "https://a%40b@c/"},
	{"https://example.org/ü?ü#ü", "", "https://example.org/%C3%BC?%C3%BC#%C3%BC"},
	{"https://example.org/%zz%41", "", "https://example.org/%zz%41"},
	{"https://example.org/?a'b", "", "https://example.org/?a%27b"},
	{"foo://host/?a'b", "", "foo://host/?a'b"},
	{"https://example.org/%2E%2e/a/.%2E/b", "", "https://example.org/b"},

	// relative to a base
	{"../x?q", "https://h/a/b/c", "https://h/a/x?q"},
	{"x", "https://h/a/b?q#f", "https://h/a/x"},
	{"?x", "https://h/a/b?q#f", "https://h/a/b?x"},
	{"#x", "https://h/a/b?q#f", "https://h/a/b?q#x"},
	{"", "https://h/a/b?q#f", "https://h/a/b?q"},
	{"/x", "https://u:p@h:8080/a", "https://u:p@h:8080/x"},
	{"//other/x", "https://u:p@h:8080/a", "https://other/x"},
	{"\\\\other\\x", "https://h/a", "https://other/x"},
	{"https:x", "https://h/a/b", "https://h/a/x"},
	{"http:x", "https://h/a/b", "http://x/"},
	{"#x", "mailto:a@b", "mailto:a@b#x"},
	{"x", "mailto:a@b", ""},
	{"../../..", "foo://h/a/b", "foo://h/"},

	// hosts
	{"https://faß.example/", "", "https://xn--fa-hia.example/"},
	{"https://日本語.jp", "", "https://xn--wgv71a119e.jp/"},
	{"https://a\u00adb.org", "", "https://ab.org/"},
	{"https://xn--a/", "", ""},
	{"https://0x7f.1/", "", "https://127.0.0.1/"},
	{"https://1.2.3.4.", "", "https://1.2.3.4/"},
	{"https://010.0.0.1", "", "https://8.0.0.1/"},
	{"https://4294967295", "", "https://255.255.255.255/"},
	{"https://4294967296", "", ""},
	{"https://1.2.3.4.5", "", ""},
	{"https://1.2.256.4", "", ""},
	{"https://1.2.3.09", "", ""},
	{"https://[::1]:80/", "", "https://[::1]:80/"},
	{"https://[1:0:0:2:0:0:0:3]", "", "https://[1:0:0:2::3]/"},
	{"https://[::ffff:1.2.3.4]", "", "https://[::ffff:102:304]/"},
	{"https://[1::2::3]", "", ""},
	{"https://[12345::]", "", ""},
	{"https://[::1", "", ""},
	{"https://[::1.2.3]", "", ""},
	{"foo://Ex%41mple ü/", "", ""},
	{"foo://Ex%41mpleü/", "", "foo://Ex%41mple%C3%BC/"},

	// files and others
	{"file:///C|/x/../..", "", "file:///C:/"},
	{"file:c:\\x", "", "file:///c:/x"},
	{"file://localhost/x", "", "file:///x"},
	{"/x", "file:///C:/a", "file:///C:/x"},
	{"D:/x", "file:///C:/a", "d:/x"},
	{"mailto:a b ü", "", "mailto:a b %C3%BC"},
	{"data:text/plain,x#y z", "", "data:text/plain,x#y%20z"},
	{"data:a b  ?c", "", "data:a b %20?c"},
	{"foo:/.//x", "", "foo:/.//x"},
	{"foo:", "", "foo:"},
}

func TestParse(t *testing.T) {
	for _, test := range parsed {
		var base *URL
		if test.base != "" {
			base, _ = Parse(test.base, nil)
		}
		got := ""
		if u, ok := Parse(test.input, base); ok {
			got = u.Href()
		}
		if got != test.want {
			t.Errorf("%q against %q: got %q, want %q", test.input, test.base, got, test.want)
		}
		if again, ok := Parse(got, nil); got != "" && (!ok || again.Href() != got) {
			t.Errorf("%q does not read back as itself", got)
		}
	}
}

func TestComponents(t *testing.T) {
	u, ok := Parse("https://u:p@Example.org:8443/a/b?x=1#y", nil)
	if !ok {
		t.Fatal("not a URL")
	}
	got := []string{u.Origin(), u.Scheme, u.Username, u.Password, u.HostPort(), u.Host, u.PortText(), u.Pathname(), u.Search(), u.Hash()}
	want := []string{"https://example.org:8443", "https", "u", "p", "example.org:8443", "example.org", "8443", "/a/b", "?x=1", "#y"}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("component %d: got %q, want %q", i, got[i], want[i])
		}
	}
	for input, origin := range map[string]string{
		"file:///x": "null", "mailto:x": "null", "blob:https://a.b/c": "https://a.b", "blob:x": "null", "wss://h:443/": "wss://h",
	} {
		if u, ok := Parse(input, nil); !ok || u.Origin() != origin {
			t.Errorf("origin of %s: got %q, want %q", input, u.Origin(), origin)
		}
	}
}

var changed = []struct{ href, name, value, want string }{
	{"https://h/", "protocol", "http", "http://h/"},
	{"https://h:80/", "protocol", "http:x", "http://h/"},
	{"https://h/", "protocol", "foo", "https://h/"},
	{"https://h/", "protocol", "1x", "https://h/"},
	{"https://h/", "username", "a b", "https://a%20b@h/"},
	{"https://h/", "password", "x:y", "https://:x%3Ay@h/"},
	{"file:///x", "username", "a", "file:///x"},
	{"https://h/", "host", "other:81/x", "https://other:81/"},
	{"https://h/", "host", "", "https://h/"},
	{"https://h/", "host", "a b", "https://h/"},
	{"https://h:1/", "hostname", "other", "https://other:1/"},
	{"https://h:1/", "hostname", "other:2", "https://h:1/"},
	{"mailto:x", "hostname", "h", "mailto:x"},
	{"https://h/", "port", "81x", "https://h:81/"},
	{"https://h:1/", "port", "443", "https://h/"},
	{"https://h:1/", "port", "", "https://h/"},
	{"https://h:1/", "port", "x", "https://h:1/"},
	{"https://h/a", "pathname", "../b c?#", "https://h/b%20c%3F%23"},
	{"foo://h", "pathname", "", "foo://h"},
	{"mailto:x", "pathname", "y", "mailto:x"},
	{"https://h/?a", "search", "?b c", "https://h/?b%20c"},
	{"https://h/?a#f", "search", "", "https://h/#f"},
	{"https://h/", "hash", "#x y", "https://h/#x%20y"},
	{"https://h/#x", "hash", "", "https://h/"},
}

func TestSet(t *testing.T) {
	for _, test := range changed {
		u, _ := Parse(test.href, nil)
		if got := u.Set(test.name, test.value).Href(); got != test.want {
			t.Errorf("%s of %s to %q: got %s, want %s", test.name, test.href, test.value, got, test.want)
		}
		if u.Href() != test.href {
			t.Errorf("%s was changed itself", test.href)
		}
	}
}

func TestForm(t *testing.T) {
	pairs := ParseForm("a=1&b=2+3&&c&=d&%C3%BC=%zz&e=f=g&bad=%ff")
	want := []Pair{{"a", "1"}, {"b", "2 3"}, {"c", ""}, {"", "d"}, {"ü", "%zz"}, {"e", "f=g"}, {"bad", "\ufffd"}}
	if len(pairs) != len(want) {
		t.Fatalf("got %q, want %q", pairs, want)
	}
	for i := range want {
		if pairs[i] != want[i] {
			t.Errorf("got %q, want %q", pairs[i], want[i])
		}
	}
	if got := SerializeForm([]Pair{{"a b", "ü&=+~*-._"}, {"", "x"}}); got != "a+b=%C3%BC%26%3D%2B%7E*-._&=x" {
		t.Errorf("got %s", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, test := range parsed {
		f.Add(test.input)
	}
	f.Fuzz(func(t *testing.T, input string) {
		u, ok := Parse(input, nil)
		if !ok {
			return
		}
		href := u.Href()
		again, ok := Parse(href, nil)
		if !ok {
			t.Fatalf("%q gave %q, which is no URL", input, href)
		}
		if again.Href() != href {
			t.Fatalf("%q gave %q, which gave %q", input, href, again.Href())
		}
		for _, name := range []string{"protocol", "username", "host", "hostname", "port", "pathname", "search", "hash"} {
			u.Set(name, input)
		}
	})
}
