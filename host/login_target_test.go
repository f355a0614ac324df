package host

import (
	"net/url"
	"strings"
	"testing"
)

// FuzzIsOwnTarget: a browser that is sent to a path of the application stays where it is, also if it reads backslashes as slashes and
// leaves out blanks and line ends, as browsers do, and however often somebody decodes the path on the way.
func FuzzIsOwnTarget(f *testing.F) {
	for _, text := range []string{
		"/", "/orders?a=b#c", "//evil.example.com", "/\\evil.example.com", "/%2f/evil", "/%5cevil", "/%252f/evil",
		"/a/../..//evil", "/\t/evil", "/100%25", "https:evil",
	} {
		f.Add(text)
	}
	base, err := url.Parse("https://shop.example.com/shop")
	if err != nil {
		f.Fatal(err)
	}
	strip := strings.NewReplacer("\t", "", "\n", "", "\r", "", "\\", "/")
	f.Fuzz(func(t *testing.T, text string) {
		if !IsOwnTarget(text) {
			return
		}
		for range 5 {
			read := strip.Replace(strings.TrimSpace(text))
			if !strings.HasPrefix(read, "/") || strings.HasPrefix(read, "//") {
				t.Fatalf("%q leads to another host", text)
			}
			if to, err := base.Parse(read); err == nil && (to.Host != base.Host || to.Scheme != base.Scheme) {
				t.Fatalf("%q leads to %s", text, to)
			}
			path, _, _ := strings.Cut(text, "?")
			path, _, _ = strings.Cut(path, "#")
			decoded, err := url.PathUnescape(path)
			if err != nil {
				return
			}
			text = decoded
		}
	})
}
