package schema

import (
	"strings"
	"testing"
)

// TestFormats: what is an email address, a URL and a host name is what go-playground/validator 10.30.6 says, which was asked before.
func TestFormats(t *testing.T) {
	for name, c := range map[string]struct {
		is      func(string) bool
		yes, no []string
	}{
		"email": {isEmail, []string{
			"ada@example.com", `"a b"@x.org`, `"\""@x.yz`, "ü@ö.de", "用户@例子.公司", "a@1.c", "`a`@x.yz", "a@x~y.zz", "a@b.x~y", "a@b.c-d",
			strings.Repeat("a", 300) + "@b.cd",
		}, []string{
			"", "a@b", "@x.yz", "a@", "a@b@c.de", "a@-b.c", "a@b-.c", "a@b.cd-", "a@b..cd", "a..b@c.d", ".a@b.cd", "a.@b.cd", "a.b+c@x.y.", "a@b.c1",
			"a@b.1c", " a@b.cd", "a@b.cd ", "a@b.cd\n", "a\x00@b.cd", "a\xff@b.cd", `"a" @x.yz`, "\" \r\n a\"@x.yz", "a(c)@b.cd", "a@[127.0.0.1]",
			"Ada <ada@example.com>",
		}},
		"hostname": {isHostname, []string{"a.b", "1.2.3.4", "A-9.b", strings.Repeat("a", 63), strings.Repeat("a.", 126) + "a"}, []string{
			"", ".", "a.", ".a", "a..b", "-a", "a-", "a_b", "a b", "a\n", "ü.de", strings.Repeat("a", 64), strings.Repeat("a.", 126) + "aa",
		}},
		"url": {isURL([]string{"http", "file"}), []string{
			"http://a", "HTTP://a:80", "http://a:99999", "http://[::1]", "http://user:p%40@a/", "http://#a", "file://a/b",
		}, []string{
			"", "a", "http://", "http:///a", "http://[::1", "http://a b", "http://A%zz", "http://a:b", "http://?a", "http://%41", "http://#", "ftp://a",
			"file://a", "file://a/",
		}},
	} {
		for _, s := range c.yes {
			if !c.is(s) {
				t.Errorf("%q is no %s", s, name)
			}
		}
		for _, s := range c.no {
			if c.is(s) {
				t.Errorf("%q is a %s", s, name)
			}
		}
	}
}
