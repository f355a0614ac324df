package config

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/fault"
)

func TestGetters(t *testing.T) {
	const unusable = "unusable"
	text := func(r *Reader) any { return r.String("a", "default") }
	whole := func(r *Reader) any { return r.Int("a", -1) }
	between := func(r *Reader) any { return r.IntBetween("a", 5, 1, 10) }
	number := func(r *Reader) any { return r.Float("a", -1) }
	boolean := func(r *Reader) any { return r.Bool("a", true) }
	duration := func(r *Reader) any { return r.Duration("a", -1) }
	size := func(r *Reader) any { return r.Size("a", -1) }
	list := func(r *Reader) any { return r.Strings("a", []string{"default"}) }
	oneOf := func(r *Reader) any { return r.OneOf("a", "json", "json", "pretty") }
	tests := []struct {
		name string
		get  func(*Reader) any
		rows map[string]any
	}{
		{"String", text, map[string]any{
			"x": "x", "''": "", "1.10": "1.10", "true": "true", "null": "default", "[]": unusable, "{b: 1}": unusable,
		}},
		{"Int", whole, map[string]any{
			"7": 7, "-7": -7, "'7'": 7, "007": 7, "0x10": 16, "null": -1,
			"7.0": unusable, "x": unusable, "''": unusable, "true": unusable, "99999999999999999999": unusable,
		}},
		{"IntBetween", between, map[string]any{"1": 1, "10": 10, "0": unusable, "11": unusable}},
		{"Float", number, map[string]any{"1": 1.0, "1.5": 1.5, "'1e3'": 1000.0, ".inf": unusable, ".nan": unusable, "x": unusable}},
		{"Bool", boolean, map[string]any{
			"true": true, "YES": true, "On": true, "1": true, "'1'": true,
			"false": false, "no": false, "OFF": false, "0": false, "2": unusable, "y": unusable, "''": unusable,
		}},
		{"Duration", duration, map[string]any{
			"5s": 5 * time.Second, "500ms": 500 * time.Millisecond, "2m": 2 * time.Minute, "1h": time.Hour,
			"1d": 24 * time.Hour, "1h30m": 90 * time.Minute, "1.5s": 1500 * time.Millisecond, "30": 30 * time.Second,
			"0.5": 500 * time.Millisecond, "0": time.Duration(0), "5 s": unusable, "5x": unusable, "-5s": unusable,
			"s": unusable, "''": unusable, "1..5s": unusable, "999999999d": unusable,
		}},
		{"Size", size, map[string]any{
			"10MiB": int64(10 << 20), "10MB": int64(10_000_000), "512KiB": int64(512 << 10), "1 gib": int64(1 << 30),
			"2TiB": int64(2 << 40), "2tb": int64(2e12), "1.5kib": int64(1536), "100": int64(100), "100B": int64(100), "0": int64(0),
			"1GB": int64(1e9), "10M": unusable, "-1": unusable, "0.3": unusable, "''": unusable, "99999999TiB": unusable,
		}},
		{"Strings", list, map[string]any{
			"[x, 1, true]": []string{"x", "1", "true"}, "x, y": []string{"x", "y"}, "x": []string{"x"}, "7": []string{"7"},
			"[]": []string{}, "''": []string(nil), "null": []string{"default"}, "{b: 1}": unusable, "[[x]]": unusable,
		}},
		{"OneOf", oneOf, map[string]any{"PRETTY": "pretty", "json": "json", "xml": unusable}},
	}
	for _, tt := range tests {
		for text, wanted := range tt.rows {
			t.Run(tt.name+" "+text, func(t *testing.T) {
				r := loadText(t, "a: "+text+"\n").Reader()
				otherwise := tt.get(load(t, folder(), Options{}).Reader())
				got := tt.get(r)
				if wanted == unusable {
					if len(r.Problems()) != 1 || !reflect.DeepEqual(got, otherwise) {
						t.Errorf("got %#v with problems %v", got, r.Problems())
					}
				} else if !reflect.DeepEqual(got, wanted) || len(r.Problems()) > 0 {
					t.Errorf("got %#v, want %#v; problems %v", got, wanted, r.Problems())
				}
			})
		}
	}
}

func TestReaderGathersProblems(t *testing.T) {
	p := load(t, folder("application.yml", "server:\n  port: eighty\n  handler-timeout: soon\n  workers: {max: 8}\n"),
		Options{Env: []string{"SERVER_MAX_BODY_BYTES=lots"}})
	r := p.Reader()
	server := r.Under("server")
	if got := server.Int("port", 8080); got != 8080 {
		t.Errorf("port %d", got)
	}
	r.Int("server.port", 8080)
	server.Duration("handler-timeout", time.Second)
	if got := server.Under("workers").Int("max", 0); got != 8 {
		t.Errorf("workers.max %d", got)
	}
	server.Size("max-body-bytes", 0)
	server.Reject("workers.max", "is less than server.workers.min", "raise it")
	wanted := []string{
		`config/application.yml:2:9: server.port must be a whole number, not "eighty"`,
		`config/application.yml:3:20: server.handler-timeout must be a duration, not "soon"`,
		`server.max-body-bytes (environment SERVER_MAX_BODY_BYTES) must be a size, not "lots"`,
		`config/application.yml:4:18: server.workers.max is less than server.workers.min`,
	}
	if got := r.Problems().Error(); got != strings.Join(wanted, "\n") {
		t.Errorf("got\n%s", got)
	}
	if got := r.Problems()[0]; got.Source != "  port: eighty" || got.Hint != "for example port: 10" {
		t.Errorf("source %q, hint %q", got.Source, got.Hint)
	}
}

func TestReaderWalksListsAndSections(t *testing.T) {
	p := loadText(t, "datasource:\n  - {name: main, url: 'sqlite:x'}\n  - name: other\nqueues: {b: {size: 2}, a: {size: 1}}\none: {name: x}\nbad: text\n")
	r := p.Reader()
	var names []string
	for _, d := range r.Items("datasource") {
		d.Require("name", "url")
		names = append(names, d.Key()+"="+d.String("name", ""))
	}
	if got := strings.Join(names, " "); got != "datasource[0]=main datasource[1]=other" {
		t.Errorf("datasources %s", got)
	}
	if got := r.Problems().Error(); got != "config/application.yml:3:5: datasource[1].url is not set" {
		t.Errorf("problems %s", got)
	}
	if got := strings.Join(r.Names("queues"), " "); got != "b a" {
		t.Errorf("queues %s", got)
	}
	if got := r.Items("one"); len(got) != 1 || got[0].String("name", "") != "x" {
		t.Errorf("a single section gives %d elements", len(got))
	}
	if r.Items("nope") != nil || r.Names("nope") != nil || r.Has("nope") || !r.Has("bad") {
		t.Error("a key that is not set seems to be")
	}
	r.Items("bad")
	r.Names("bad")
	if len(r.Problems()) != 3 {
		t.Errorf("problems %v", r.Problems())
	}
}

func TestValue(t *testing.T) {
	p := loadText(t, "a: {Key-One: [1, {x: y}], token: hush}\n")
	v, _ := p.Lookup("a")
	fields := v.Fields()
	if len(fields) != 2 || fields[0].Name != "Key-One" || fields[0].Value.Key != "a.Key-One" {
		t.Fatalf("fields %v", fields)
	}
	items := fields[0].Value.Items()
	if len(items) != 2 || items[1].Kind() != Map || items[0].Text() != "1" || items[1].Key != "a.Key-One[1]" {
		t.Errorf("items %v", items)
	}
	if token := fields[1].Value; token.Shown() != masked || token.Text() != "hush" || !token.Secret() {
		t.Errorf("token shown as %s", token.Shown())
	}
	v.Any().(map[string]any)["new"] = 1
	if len(v.Fields()) != 2 {
		t.Error("a copy is not a copy")
	}
	if zero := (Value{}); zero.Kind() != Null || zero.Any() != nil || zero.Items() != nil || zero.Fields() != nil || zero.Text() != "" {
		t.Error("the zero Value is not null")
	}
}

func TestDocumentedDefaultsAreUsable(t *testing.T) {
	p := load(t, folder(), Options{})
	r := p.Reader()
	seen := map[string]bool{}
	for _, k := range Keys() {
		if seen[foldKey(k.Name)] || k.Meaning == "" {
			t.Errorf("%s is listed twice, or without a meaning", k.Name)
		}
		seen[foldKey(k.Name)] = true
		if k.Default == "" {
			continue
		}
		want(t, p, k.Name, literalScalar(k.Default, Origin{}).scalar, "default")
		switch k.Type {
		case TypeInt:
			r.Int(k.Name, 0)
		case TypeNumber:
			r.Float(k.Name, 0)
		case TypeBool:
			r.Bool(k.Name, false)
		case TypeDuration:
			r.Duration(k.Name, 0)
		case TypeSize:
			r.Size(k.Name, 0)
		case TypeText:
			r.String(k.Name, "")
		default:
			t.Errorf("%s: a %s with a default", k.Name, k.Type)
		}
	}
	if len(r.Problems()) > 0 {
		t.Error(r.Problems())
	}
}

func TestOriginsAreTold(t *testing.T) {
	for origin, told := range map[Origin]string{
		{}: "default",
		{Kind: FromFile, Place: fault.Place{File: "config/application.yml", Line: 3, Col: 9}}: "config/application.yml:3:9",
		{Kind: FromEnvironment, Name: "SERVER_PORT"}:                                          "environment SERVER_PORT",
		{Kind: FromFlag, Name: "port"}:                                                        "flag --port",
	} {
		if origin.String() != told {
			t.Errorf("got %s, want %s", origin, told)
		}
	}
}
