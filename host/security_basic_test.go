package host

import (
	"encoding/base64"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseBasic(t *testing.T) {
	t.Parallel()
	encode := base64.StdEncoding.EncodeToString
	for text, want := range map[string]*basicCredentials{
		"ada:secret": {"ada", "secret"}, "ada:": {"ada", ""}, "ada:a:b": {"ada", "a:b"}, "Zoë:pässwörd €": {"Zoë", "pässwörd €"}, "ada: a ": {"ada", " a "},
		":secret": nil, "ada": nil, "": nil, ":": nil, "a\x00da:secret": nil, "ada:sec\x00ret": nil, "ada:secret\n": nil, "ada:\x7f": nil, "ada:\t": nil,
		"\xff:a": nil, "ada:\xc3": nil,
	} {
		got, ok := parseBasic(encode([]byte(text)))
		if ok != (want != nil) || ok && *got != *want {
			t.Errorf("%q is %v, %v", text, got, ok)
		}
	}
	good := encode([]byte("ada:secret"))
	for _, sent := range []string{
		good[:len(good)-1], good + "=", good + "\n", "\r" + good, good + good, " " + good, good[:4] + " " + good[4:], strings.Replace(good, "Y", "-", 1),
		"YWRhOg=", "YWRhOh==", "%", "ada:secret",
	} {
		if got, ok := parseBasic(sent); ok {
			t.Errorf("%q is %v", sent, got)
		}
	}
}

func FuzzParseBasic(f *testing.F) {
	for _, sent := range []string{"YWRhOnNlY3JldA==", "YWRhOg==", "", "====", "YWRh\nOg==", "/////w=="} {
		f.Add(sent)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		got, ok := parseBasic(sent)
		if !ok {
			return
		}
		text := got.name + ":" + got.password
		if base64.StdEncoding.EncodeToString([]byte(text)) != sent {
			t.Errorf("%q is %q", sent, text)
		}
		if got.name == "" || !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\n\r\x7f") || strings.Contains(got.name, ":") {
			t.Errorf("%q is %q", sent, text)
		}
	})
}

func TestChallengeOf(t *testing.T) {
	t.Parallel()
	if got, want := challengeOf(`my "\shop`), `Basic realm="my \"\\shop", charset="UTF-8"`; got != want {
		t.Errorf("%s, not %s", got, want)
	}
}
