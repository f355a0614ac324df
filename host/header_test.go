package host

import (
	"net/url"
	"testing"

	"github.com/fwrun/fwrun/engine"
)

func TestLocation(t *testing.T) {
	for text, want := range map[string]string{
		"/users/7":           "/users/7",
		"/users/Jürgen Groß": "/users/J%C3%BCrgen%20Gro%C3%9F",
		"/a%20b?q=%C3%BC#x":  "/a%20b?q=%C3%BC#x",
		"/100%":              "/100%25",
		"/%zz%4":             "/%25zz%254",
		"https://u@[::1]:8080/~a;b=c,d/(e)!$&'*+=@:?x[]=1": "https://u@[::1]:8080/~a;b=c,d/(e)!$&'*+=@:?x[]=1",
		`/"<>\^` + "`{|}": "/%22%3C%3E%5C%5E%60%7B%7C%7D",
		"/a\tb":           "/a%09b",
		"/\xff":           "/%FF",
		"":                "",
	} {
		if got := sentValue(engine.Header{Name: "location", Value: text}); got != want {
			t.Errorf("%q is sent as %s, want %s", text, got, want)
		}
	}
	if got := sentValue(engine.Header{Name: "X-Name", Value: "ü b"}); got != "ü b" {
		t.Errorf("another header is sent as %s", got)
	}
}

// FuzzLocation: what is sent is a URI that holds the same, and is not encoded twice.
func FuzzLocation(f *testing.F) {
	f.Add("/a b%20c%")
	f.Fuzz(func(t *testing.T, text string) {
		sent := encodedURI(text)
		for i := range len(sent) {
			if !inURI(sent[i]) {
				t.Fatalf("%q is sent as %q", text, sent)
			}
		}
		if encodedURI(sent) != sent {
			t.Errorf("%q is encoded twice: %q", sent, encodedURI(sent))
		}
		if _, err := url.PathUnescape(sent); err != nil {
			t.Errorf("%q: %v", sent, err)
		}
	})
}
