package host

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fwrun/fwrun/engine"
)

func TestCookieLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // its clock begins at 2000-01-01
		now := time.Now()
		for want, c := range map[string]engine.Cookie{
			"a=":                    {Name: "a"},
			"a=b=c":                 {Name: "a", Value: "b=c"},
			"a=b%20c%3BDomain=evil": {Name: "a", Value: "b c;Domain=evil"},
			"a=%C3%BC%0D%0A%00%22":  {Name: "a", Value: "ü\r\n\x00\""},
			"a=100%2525":            {Name: "a", Value: "100%25"},
			"sid=1; Path=/x; Domain=example.org; Secure; HttpOnly; SameSite=Lax": {
				Name: "sid", Value: "1", Path: "/x", Domain: "example.org", Secure: true, HTTPOnly: true, SameSite: "Lax",
			},
			"a=b; Expires=Sat, 01 Jan 2000 01:00:00 GMT; Max-Age=3600": {Name: "a", Value: "b", Expires: now.Unix() + 3600},
			"a=b; Expires=Fri, 31 Dec 1999 23:59:59 GMT; Max-Age=0":    {Name: "a", Value: "b", Expires: now.Unix() - 1},
		} {
			if err := checkCookie(c); err != nil {
				t.Errorf("%+v: %v", c, err)
			}
			if got := cookieLine(c, time.Now()); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	})
}

func TestCookieRefused(t *testing.T) {
	for word, c := range map[string]engine.Cookie{
		`""`:             {},
		"a b":            {Name: "a b"},
		"path":           {Name: "a", Path: "/;x"},
		"path: \"/\\n\"": {Name: "a", Path: "/\n"},
		"domain":         {Name: "a", Domain: "x;y"},
		"SameSite":       {Name: "a", SameSite: "Laxer"},
	} {
		if err := checkCookie(c); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%+v: got %v, want a word on %s", c, err, word)
		}
	}
}

func TestHeaderRefused(t *testing.T) {
	for _, h := range []engine.Header{
		{Name: "", Value: "x"},
		{Name: "X Y", Value: "x"},
		{Name: "X:", Value: "x"},
		{Name: "X\r\nY", Value: "x"},
		{Name: "Ü", Value: "x"},
		{Name: "X", Value: "a\r\nSet-Cookie: b=c"},
		{Name: "X", Value: "a\nb"},
		{Name: "X", Value: "a\x00"},
		{Name: "X", Value: "a\x7f"},
	} {
		if checkHeader(h) == nil {
			t.Errorf("%q was let through", h)
		}
	}
	for _, h := range []engine.Header{{Name: "X-Y_z", Value: ""}, {Name: "x", Value: "a\tb, \"ü\""}} {
		if err := checkHeader(h); err != nil {
			t.Error(err)
		}
	}
}
