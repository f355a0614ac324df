package stories

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"unsafe"
)

func TestJSON(t *testing.T) {
	r := New(0)
	for text, want := range map[string]string{
		`{"a":1,"password":"x"}`:                       `{"a":1,"password":"******"}`,
		`{"password" : 12.5e3 , "a":"b"}`:              `{"password" : "******" , "a":"b"}`,
		`{"token":null,"secret":true}`:                 `{"token":null,"secret":"******"}`,
		`{"secrets":{"a":{"b":["}"]}},"b":[1]}`:        `{"secrets":"******","b":[1]}`,
		`[{"pass\u0077ord":"x"},{"name":"a \"b\" c"}]`: `[{"pass\u0077ord":"******"},{"name":"a \"b\" c"}]`,
		`{"url":"http://a:hidden@b/"}`:                 `{"url":"http://a:******@b/"}`,
		`{"a":"password","b":"x"}`:                     `{"a":"password","b":"x"}`,
		`{"password":"x`:                               `{"password":"******"`,
		`{"password":{"a":[1,`:                         `{"password":"******"`,
		`{"password":`:                                 `{"password":`,
		`{"passwor`:                                    `{"passwor`,
		`"x`:                                           `"x`,
		`{"a":"\`:                                      `{"a":"\`,
		`{password: hidden, a: b}`:                     `{password: ******, a: b}`,
		`{"h":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghij"}`: `{"h":"******"}`,
	} {
		isCut := !json.Valid([]byte(text)) && strings.HasPrefix(text, `{"`) || strings.HasPrefix(text, `"x`)
		if got := r.JSON([]byte(text), isCut); got != want {
			t.Errorf("%s: got %s", text, got)
		}
	}
}

// FuzzJSON: whatever the text is, the values of secret members are not left in it.
func FuzzJSON(f *testing.F) {
	f.Add(`{"password":"hidden1","a":["b",{"token":[1,"hidden1"]}]}`, 20)
	f.Add(`{"a":"\\","secret" :{"x":"}"}}`, 7)
	f.Fuzz(func(t *testing.T, text string, end int) {
		r := New(0)
		r.JSON([]byte(text), true)
		inner, err := json.Marshal(text)
		if err != nil {
			return
		}
		whole := `{"a":` + string(inner) + `,"password":{"b":["hidden7",` + string(inner) + `]},"c":1}`
		if strings.Contains(text, "hidden7") {
			return
		}
		got := r.JSON([]byte(whole), false)
		if strings.Contains(got, "hidden7") || !json.Valid([]byte(got)) {
			t.Errorf("%s became %s", whole, got)
		}
		if got := r.JSON([]byte(whole[:max(0, min(end, len(whole)))]), true); strings.Contains(got, "hidden7") {
			t.Errorf("cut: %s", got)
		}
	})
}

func TestBodies(t *testing.T) {
	r := New(0)
	for _, c := range []struct{ media, body, kept, note string }{
		{"application/x-www-form-urlencoded", "a=b&password=x%20y&c", "a=b&password=******&c", ""},
		{"application/problem+json", `{"token":"x"}`, `{"token":"******"}`, ""},
		{"text/plain", `{"token":"x"}`, `{"token":"******"}`, ""},
		{"text/plain", "password=hidden and more", "password=****** and more", ""},
		{
			"application/xml", `<user password="x" a='1'><name>Ada</name><apiKey>k</apiKey><secret/></user>`,
			`<user password=****** a='1'><name>Ada</name><apiKey>******</apiKey><secret/></user>`, "",
		},
		{"text/xml", `<password>x`, `<password>******`, ""},
		{"text/xml", `<a password="x`, `<a password=******`, ""},
		{"image/png", "\x89PNG", "", "image/png, 4 bytes"},
		{"multipart/form-data; boundary=x", "--x", "", "multipart/form-data, 3 bytes"},
		{"text/plain", "\xff\xfe\x00", "", "text/plain, 3 bytes"},
		{"", "x", "", "application/octet-stream, 1 bytes"},
		{"text/plain", "", "", ""},
	} {
		if kept, note := r.body([]byte(c.media), []byte(c.body), len(c.body)); kept != c.kept || note != c.note {
			t.Errorf("%s %s: got %s, %s", c.media, c.body, kept, note)
		}
	}
	if kept, note := r.body([]byte("text/plain"), []byte(strings.Repeat("ä", 1<<20)), 2<<20); len(kept) != maxBody ||
		note != "cut; the whole has 2097152 bytes" {
		t.Errorf("%d bytes, %s", len(kept), note)
	}
	if _, note := r.body(nil, nil, 7); note != "not kept: 7 bytes" {
		t.Error(note)
	}
}

func FuzzBodies(f *testing.F) {
	f.Add("text/xml", `<a b='c' d="e"><password f='">">x</password`)
	f.Add("application/x-www-form-urlencoded", "%zz=%zz&&=")
	f.Fuzz(func(t *testing.T, media, body string) {
		kept, _ := New(0).body([]byte(media), []byte(body), len(body))
		if len(kept) > 8*len(body)+64 {
			t.Errorf("%d bytes became %d", len(body), len(kept))
		}
	})
}

func TestURL(t *testing.T) {
	u, err := url.Parse("https://user:pw@example.com/a?b=1&access_token=x#token")
	if err != nil {
		t.Fatal(err)
	}
	if got := New(0).URL(u); got != "https://user:xxxxx@example.com/a?b=1&access_token=******" {
		t.Error(got)
	}
}

// TestSizes holds the sizes that are counted against those that are taken.
func TestSizes(t *testing.T) {
	if n := unsafe.Sizeof(Story{}); n > storyBytes {
		t.Errorf("a story takes %d bytes", n)
	}
	if n := unsafe.Sizeof(Step{}); n > stepBytes {
		t.Errorf("a step takes %d bytes", n)
	}
	if n := unsafe.Sizeof(Logged{}); n > 160 {
		t.Errorf("a line takes %d bytes", n)
	}
}

// TestSuspicious holds the quick look against the close one.
func TestSuspicious(t *testing.T) {
	for _, text := range []string{
		"password=x", "API_KEY: x", "http://a:b@c", "Bearer abcdefghijklmnop", "--token x", "-----BEGIN PRIVATE KEY-----",
		"a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcdefghij",
		"user:password@tcp(host)/name", "Set-Cookie: a", "dsn=x", "sessionId=1",
	} {
		if !suspicious(text) {
			t.Errorf("%s does not look suspicious", text)
		}
	}
	for _, text := range []string{"text/html;q=0.9", "127.0.0.1:8080", "hello", "Mozilla/5.0 (X11; Linux)"} {
		if suspicious(text) {
			t.Errorf("%s looks suspicious", text)
		}
	}
}
