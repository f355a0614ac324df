package host

import (
	"testing"
	"time"
	"unicode/utf8"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
)

// FuzzCookieValue: any text that a response sets is the text that the next request returns.
func FuzzCookieValue(f *testing.F) {
	for _, text := range []string{
		"", "a", "a b;c", "100%", "100%25", "%", "%zz", `"`, `"quoted"`, "ü", "\x00\r\n", "a=b", " a ", "\t",
		"日本 %E6", `\`, ",",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip("no script has it")
		}
		line := cookieLine(engine.Cookie{Name: "n", Value: text}, time.Now())
		if !isHeaderValue(line) {
			t.Fatalf("%q becomes %q", text, line)
		}
		var header fasthttp.RequestHeader
		header.Set(fasthttp.HeaderCookie, "before=1; "+line+"; after=2")
		got := map[string]string{}
		for name, value := range cookiesOf(&header) {
			got[name] = value
		}
		if len(got) != 3 || got["n"] != text {
			t.Errorf("%q is sent as %q and read as %q", text, line, got)
		}
	})
}
