package weburl

import "testing"

func TestBase(t *testing.T) {
	for text, want := range map[string]string{
		"https://api.example.com":          "https://api.example.com",
		" HTTPS://API.example.com:443/v1/": "https://api.example.com/v1",
		"http://bücher.example.com/é":      "http://xn--bcher-kva.example.com/%C3%A9",
		"http://127.1:8080/a/../b//":       "http://127.0.0.1:8080/b",
		"http://[::1]/":                    "http://[::1]",
		"ftp://example.com":                "",
		"example.com/v1":                   "",
		"/v1":                              "",
		"https://me@example.com":           "",
		"https://:pw@example.com":          "",
		"https://example.com/?a":           "",
		"https://example.com/#a":           "",
		"":                                 "",
	} {
		got, problem := Base(text)
		if (got == nil) != (want == "") || got != nil && got.String() != want || (problem == "") != (want != "") {
			t.Errorf("%q: got %v, %s", text, got, problem)
		}
	}
}
