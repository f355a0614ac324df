package senders

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

var (
	ada  = Sender{Name: "ada", Roles: []string{"ADMIN", "büro"}, Scopes: []string{"read"}}
	seal = New([]byte(strings.Repeat("s", 32)))
)

func sealed(t *testing.T, s *Seal, who Sender, queue, body string) string {
	t.Helper()
	text, err := s.Of(who, queue, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestSeal: who was sealed comes out, and nothing else does.
func TestSeal(t *testing.T) {
	t.Parallel()
	for _, who := range []Sender{ada, {Name: "bot"}, {Name: "a.b \"c\"\x00\n"}} {
		for _, body := range []string{"", "{}", "\x00\xff"} {
			text := sealed(t, seal, who, "mails", body)
			if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
				t.Errorf("%q is no header", text)
			}
			if got, err := seal.Open(text, "mails", []byte(body)); err != nil || !reflect.DeepEqual(got, who) {
				t.Errorf("%+v became %+v, %v", who, got, err)
			}
		}
	}
}

// TestForged: texts of other messages, of other secrets and with changes are not good.
func TestForged(t *testing.T) {
	t.Parallel()
	good := sealed(t, seal, ada, "mails", "body")
	said, signature, _ := strings.Cut(good, ".")
	nobody := sealed(t, seal, Sender{}, "mails", "body")
	root, _, _ := strings.Cut(sealed(t, seal, Sender{Name: "root"}, "mails", "body"), ".")
	for _, c := range []struct{ what, text, queue, body string }{
		{"nothing", "", "mails", "body"},
		{"another queue", good, "mail", "body"},
		{"a letter that has moved", sealed(t, seal, ada, "mail", "sbody"), "mails", "body"},
		{"another body", good, "mails", "body "},
		{"no body", good, "mails", ""},
		{"another secret", sealed(t, New([]byte(strings.Repeat("S", 32))), ada, "mails", "body"), "mails", "body"},
		{"somebody else", root + "." + signature, "mails", "body"},
		{"no signature", said, "mails", "body"},
		{"an empty signature", said + ".", "mails", "body"},
		{"a short signature", good[:len(good)-4], "mails", "body"},
		{"a longer signature", good + "AAAA", "mails", "body"},
		{"two signatures", good + "." + signature, "mails", "body"},
		{"other letters of the same bytes", said + "." + signature[:len(signature)-1] + next(signature[len(signature)-1]), "mails", "body"},
		{"padding", good + "=", "mails", "body"},
		{"a line end", good + "\n", "mails", "body"},
		{"nobody", nobody, "mails", "body"},
	} {
		if got, err := seal.Open(c.text, c.queue, []byte(c.body)); !errors.Is(err, ErrForged) || got.Name != "" {
			t.Errorf("%s: %+v, %v", c.what, got, err)
		}
	}
}

// next returns the letter after one of base64: of the last one of 32 bytes, two bits are not used.
func next(letter byte) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	return string(letters[strings.IndexByte(letters, letter)+1])
}

// FuzzOpen: no text is good but the one that was made.
func FuzzOpen(f *testing.F) {
	good, _ := seal.Of(ada, "mails", []byte("body"))
	for _, text := range []string{"", ".", good, good[:40], strings.ToUpper(good), "e30." + good} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if who, err := seal.Open(text, "mails", []byte("body")); err == nil && text != good {
			t.Errorf("%q is %+v", text, who)
		}
	})
}
