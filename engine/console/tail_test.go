package console_test

import (
	"strings"
	"testing"

	"github.com/fwrun/fwrun/engine/console"
)

func TestReadTail(t *testing.T) {
	for line, want := range map[string]string{
		"": "|", "us": "|us", "users.": "users|", "users.fi": "users|fi", "await users.repo.fi": "users.repo|fi",
		"f(users?.fi": "users|fi", "a + b": "|b", "[x, y.z": "y|z", "$a._b": "$a|_b", "größe.l": "größe|l", "!x.": "x|",
		"a=>b.": "b|", "[...a.b": "a|b", "f().x": "", "a[0].x": "", "`a`.x": "", "'a'.x": "", "1.": "", "a .": "",
	} {
		tail, ok := console.ReadTail(line)
		got := ""
		if ok {
			got = strings.Join(tail.Path, ".") + "|" + tail.Prefix
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}
