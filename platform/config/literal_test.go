package config

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestLiteralSecrets(t *testing.T) {
	const text = `
datasource:
  - { name: main, url: "postgres://shop:hunter2@db.example.com/shop" }
  - { name: two, url: "postgres://shop:${PW}@db.example.com/shop", password: geheim }
security:
  csrf: auto
  jwt:
    - { secret: "${JWT_SECRET}", public-key: keys/jwt.pem, key-id: 2026-01-0123456789abcdef }
  api-keys: { header: X-Api-Key }
  session: { cookie: sid, timeout: 30m }
shop:
  stripe-key: sk_live_0123456789abcdef
  token-ttl: 15m
  token: ""
  author: Ada
  apiToken: abc
`
	files := fstest.MapFS{"config/application.yml": {Data: []byte(text)}}
	var got []string
	for _, problem := range LiteralSecrets(files, "config/application.yml") {
		key, _, _ := strings.Cut(problem.Message, " ")
		got = append(got, key)
		if problem.Place.Line == 0 || strings.Contains(problem.Message+problem.Hint+problem.Source, "hunter2") {
			t.Errorf("%+v", problem)
		}
	}
	if want := "datasource[0].url datasource[1].password shop.stripe-key shop.apiToken"; strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
	if list := LiteralSecrets(files, "config/none.yml"); list != nil {
		t.Errorf("a file that is not there: %v", list)
	}
}

// TestBelow: the files of an executable lie below those outside, profile by profile.
func TestBelow(t *testing.T) {
	below := fstest.MapFS{
		"config/application.yml":      {Data: []byte("shop: { a: inside, b: inside, c: inside }\nframework: { profile: far }\n")},
		"config/application-far.yaml": {Data: []byte("shop: { c: inside far, d: inside far }\n")},
		"config/broken.yml":           {Data: []byte("opensearch:\n  - { name: logs }\n")},
	}
	over := fstest.MapFS{
		"application.yml":     {Data: []byte("shop: { b: outside }\n")},
		"application-far.yml": {Data: []byte("shop: { d: outside far }\n")},
	}
	props, problems := Load(over, Options{Below: below, Folder: "."})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for key, want := range map[string]string{
		"shop.a": "inside", "shop.b": "outside", "shop.c": "inside far", "shop.d": "outside far",
		"opensearch[0].name": "logs",
	} {
		if v, ok := props.Find(key); !ok || v.Text() != want {
			t.Errorf("%s is %q, want %q", key, v.Text(), want)
		}
	}
	if place := props.Place("shop.a"); place.File != "(executable)/config/application.yml" || props.Line(place) == "" {
		t.Errorf("shop.a is from %v", place)
	}
}

// TestElsewhere: a variable that will be set elsewhere is not missed.
func TestElsewhere(t *testing.T) {
	files := fstest.MapFS{"config/application.yml": {Data: []byte("shop: { token: '${SHOP_TOKEN}' }\n")}}
	if _, problems := Load(files, Options{}); len(problems.Errors()) == 0 {
		t.Error("here it is not missed either")
	}
	if _, problems := Load(files, Options{Elsewhere: true}); len(problems.Errors()) != 0 {
		t.Error(problems)
	}
}
