package config

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

func TestGetters(t *testing.T) {
	const unusable = "unusable"
	text := func(r *Reader) any { return r.String("a") }
	whole := func(r *Reader) any { return r.Int("a") }
	number := func(r *Reader) any { return r.Float("a") }
	boolean := func(r *Reader) any { return r.Bool("a") }
	duration := func(r *Reader) any { return r.Duration("a") }
	size := func(r *Reader) any { return r.Size("a") }
	list := func(r *Reader) any { return r.Strings("a") }
	tests := []struct {
		name string
		key  Key
		get  func(*Reader) any
		rows map[string]any
	}{
		{"String", Key{Type: TypeText, Default: "default"}, text, map[string]any{
			"x": "x", "''": "", "1.10": "1.10", "true": "true", "null": "default", "[]": unusable, "{b: 1}": unusable,
		}},
		{"Int", Key{Type: TypeInt, Default: "-1"}, whole, map[string]any{
			"7": 7, "-7": -7, "'7'": 7, "007": 7, "0x10": 16, "null": -1,
			"7.0": unusable, "x": unusable, "''": unusable, "true": unusable, "99999999999999999999": unusable,
		}},
		{"Int from 1 to 10", Key{Type: TypeInt, Default: "5", Min: "1", Max: "10"}, whole, map[string]any{
			"1": 1, "10": 10, "0": unusable, "11": unusable,
		}},
		{"Duration of at least 1s", Key{Type: TypeDuration, Default: "5s", Min: "1s"}, duration, map[string]any{
			"1s": time.Second, "999d": 999 * 24 * time.Hour, "0": unusable, "999ms": unusable,
		}},
		{"Size of at most 1KiB", Key{Type: TypeSize, Max: "1KiB"}, size, map[string]any{"0": int64(0), "1KiB": int64(1024), "1025": unusable}},
		{"Float", Key{Type: TypeNumber, Default: "-1"}, number, map[string]any{
			"1": 1.0, "1.5": 1.5, "'1e3'": 1000.0, ".inf": unusable, ".nan": unusable, "x": unusable,
		}},
		{"Bool", Key{Type: TypeBool, Default: "true"}, boolean, map[string]any{
			"true": true, "YES": true, "On": true, "1": true, "'1'": true,
			"false": false, "no": false, "OFF": false, "0": false, "2": unusable, "y": unusable, "''": unusable,
		}},
		{"Duration", Key{Type: TypeDuration, Default: "7s"}, duration, map[string]any{
			"5s": 5 * time.Second, "500ms": 500 * time.Millisecond, "2m": 2 * time.Minute, "1h": time.Hour,
			"1d": 24 * time.Hour, "1h30m": 90 * time.Minute, "1.5s": 1500 * time.Millisecond, "30": 30 * time.Second,
			"0.5": 500 * time.Millisecond, "0": time.Duration(0), "5 s": unusable, "5x": unusable, "-5s": unusable,
			"s": unusable, "''": unusable, "1..5s": unusable, "999999999d": unusable,
		}},
		{"Size", Key{Type: TypeSize, Default: "7"}, size, map[string]any{
			"10MiB": int64(10 << 20), "10MB": int64(10_000_000), "512KiB": int64(512 << 10), "1 gib": int64(1 << 30),
			"2TiB": int64(2 << 40), "2tb": int64(2e12), "1.5kib": int64(1536), "100": int64(100), "100B": int64(100), "0": int64(0),
			"1GB": int64(1e9), "10M": unusable, "-1": unusable, "0.3": unusable, "''": unusable, "99999999TiB": unusable,
		}},
		{"Strings", Key{Type: TypeList, Default: "default"}, list, map[string]any{
			"[x, 1, true]": []string{"x", "1", "true"}, "x, y": []string{"x", "y"}, "x": []string{"x"}, "7": []string{"7"},
			"[]": []string{}, "''": []string(nil), "null": []string{"default"}, "{b: 1}": unusable, "[[x]]": unusable,
		}},
		{
			"String of choices",
			Key{Type: TypeText, Default: "json", Choices: []string{"json", "pretty"}},
			text,
			map[string]any{"PRETTY": "pretty", "json": "json", "xml": unusable},
		},
	}
	for _, tt := range tests {
		for text, wanted := range tt.rows {
			t.Run(tt.name+" "+text, func(t *testing.T) {
				tt.key.Name = "a"
				r := reading(loadText(t, "a: "+text+"\n"), tt.key)
				otherwise := tt.get(reading(load(t, folder(), Options{}), tt.key))
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
	if got := server.Int("port"); got != 8080 {
		t.Errorf("port %d", got)
	}
	r.Int("server.port")
	server.Duration("handler-timeout")
	if got := server.Under("workers").Int("max"); got != 8 {
		t.Errorf("workers.max %d", got)
	}
	server.Size("max-body-bytes")
	server.Reject("workers.max", "is less than server.workers.min", "raise it")
	wanted := []string{
		`config/application.yml:2:9: server.port must be a whole number from 0 to 65535, not "eighty"`,
		`config/application.yml:3:20: server.handler-timeout must be a duration, not "soon"`,
		`server.max-body-bytes (environment SERVER_MAX_BODY_BYTES) must be a size, not "lots"`,
		`config/application.yml:4:18: server.workers.max is less than server.workers.min`,
	}
	if got := r.Problems().Error(); got != strings.Join(wanted, "\n") {
		t.Errorf("got\n%s", got)
	}
	if got := r.Problems()[0]; got.Source != "  port: eighty" || got.Hint != "for example port: 8080" {
		t.Errorf("source %q, hint %q", got.Source, got.Hint)
	}
}

func TestReaderWalksListsAndSections(t *testing.T) {
	p := loadText(t, "datasource:\n  - {name: main, url: 'sqlite:x'}\n  - name: other\nqueues: {b: {size: 2}, a: {size: "+
		"1}}\none: {name: x}\nbad: text\n")
	r := p.Reader()
	var names []string
	for _, d := range r.Items("datasource") {
		d.Require("name", "url")
		names = append(names, d.Key()+"="+d.String("name"))
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
	if got := r.Items("one"); len(got) != 1 || got[0].Key() != "one" {
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

// TestDocumentedKeys: each key can be found and read, in any spelling, and its default is a value that it takes.
func TestDocumentedKeys(t *testing.T) {
	p := load(t, folder(), Options{})
	r := p.Reader()
	seen := map[string]bool{}
	for _, k := range Keys() {
		if seen[foldKey(k.Name)] || k.Doc == "" {
			t.Errorf("%s is listed twice, or without a meaning", k.Name)
		}
		seen[foldKey(k.Name)] = true
		if text := k.Standard(); text != "" {
			want(t, p, k.Name, literalScalar(text, Origin{}).scalar, "default")
		}
		for _, one := range append(k.Each, k) {
			for _, text := range []string{one.Default, one.Min, one.Max} {
				if text != "" && !takes(one, text) {
					t.Errorf("%s does not take %s", k.Name, text)
				}
			}
		}
		spelled := strings.ToUpper(strings.ReplaceAll(k.Name, "[]", "[7]"))
		for _, name := range []string{k.Name, spelled, strings.NewReplacer("[]", "", "*", "a.b").Replace(k.Name)} {
			if found := r.shared.known.declared(splitKey(name)); found == nil || found.Name != k.Name {
				t.Errorf("%s is found as %v", name, found)
			}
		}
	}
}

// takes reports whether a key takes a value.
func takes(k Key, text string) bool {
	k.Name = "a"
	r := reading(&Properties{root: treeOf([]standard{{splitKey("a"), newText(text, Origin{})}})}, k)
	switch k.Type {
	case TypeInt:
		r.Int("a")
	case TypeNumber:
		r.Float("a")
	case TypeBool:
		r.Bool("a")
	case TypeDuration:
		r.Duration("a")
	case TypeSize:
		r.Size("a")
	case TypeText:
		r.String("a")
	case TypeList:
		r.Strings("a")
	default:
		return false
	}
	return len(r.Problems()) == 0
}

// TestKeysBelowNames: keys of an entry are found below any name, and its own value is.
func TestKeysBelowNames(t *testing.T) {
	known := ownShape()
	for name, kind := range map[string]Type{
		"queue.queues.orders.dead-letter": TypeText, "queue.queues.a.b.deadLetter": TypeText, "queue.queues[a.b].concurrency": TypeInt,
		"logging.level.a.b.c": TypeText, "logging.level": TypeText, "security.roles.ADMIN": TypeList, "server.static[/a].index": TypeText,
		"server.static[/a.b/]": TypeText, "management.endpoint.health.groups.a": TypeList, "http.clients.a.b.retries.max": TypeInt,
	} {
		if k := known.declared(splitKey(name)); k == nil || k.Type != kind {
			t.Errorf("%s is %v", name, k)
		}
	}
	for _, name := range []string{
		"server", "server.prot", "server.port.x", "queue.queues.orders", "queue.queues.orders.x", "info.a", "security.jwt[0]", "a",
	} {
		if k := known.declared(splitKey(name)); k != nil {
			t.Errorf("%s is %v", name, k)
		}
	}
}

// TestUndeclared: to read what is not declared, or as another type, is a panic that names the key.
func TestUndeclared(t *testing.T) {
	r := loadText(t, "server: {prot: 1}\n").Reader().Under("server")
	for key, read := range map[string]func(){
		"server.prot":        func() { r.Int("prot") },
		"server.port":        func() { r.String("port") },
		"server.workers.min": func() { r.Size("workers.min", 1) },
		"server.max-hops":    func() { r.Int("max-hops", 1) },
	} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, key+" ") {
					t.Errorf("%s: %q", key, said)
				}
			}()
			read()
		}()
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
