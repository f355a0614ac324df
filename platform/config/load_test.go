package config

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/platform/fault"
)

// folder returns an application folder with the files given as name, text, name, text.
func folder(namesAndTexts ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(namesAndTexts); i += 2 {
		fsys["config/"+namesAndTexts[i]] = &fstest.MapFile{Data: []byte(namesAndTexts[i+1])}
	}
	return fsys
}

// load loads an application that must not have errors.
func load(t *testing.T, fsys fstest.MapFS, options Options) *Properties {
	t.Helper()
	props, problems := Load(fsys, options)
	if errs := problems.Errors(); len(errs) > 0 {
		t.Fatalf("Load: %v", errs)
	}
	return props
}

func loadText(t *testing.T, text string) *Properties {
	t.Helper()
	return load(t, folder("application.yml", text), Options{})
}

// want checks the value and the origin of one key.
func want(t *testing.T, p *Properties, key string, value any, origin string) {
	t.Helper()
	v, ok := p.Lookup(key)
	if !ok {
		t.Errorf("%s is not set", key)
		return
	}
	if !reflect.DeepEqual(v.Any(), value) {
		t.Errorf("%s = %#v, want %#v", key, v.Any(), value)
	}
	if origin != "" && v.Origin.String() != origin {
		t.Errorf("%s comes from %s, want %s", key, v.Origin, origin)
	}
}

func TestWithoutFilesThereAreDefaults(t *testing.T) {
	p := load(t, fstest.MapFS{}, Options{})
	want(t, p, "server.port", int64(8080), "default")
	want(t, p, "server.address", "127.0.0.1", "default")
	want(t, p, "framework.mcp.max-body-bytes", "1MiB", "default")
	if _, ok := p.Lookup("framework.application.name"); ok {
		t.Error("a key without a default is set")
	}
}

func TestEverySourceWinsOverThoseBefore(t *testing.T) {
	fsys := folder(
		"application.yml", "server:\n  port: 1\n  address: base\n  handler-timeout: 5s\n  max-json-depth: 9\n",
		"application-dev.yml", "server:\n  port: 2\n  address: dev\n  handler-timeout: 6s\n",
		"application-local.yaml", "server.port: 3\nserver.address: local\n",
	)
	p := load(t, fsys, Options{
		Profile: "dev, local",
		Env:     []string{"SERVER_PORT=4", "SERVER_ADDRESS=env"},
		Flags:   map[string]string{"server.port": "5"},
	})
	want(t, p, "server.port", int64(5), "flag --port")
	want(t, p, "server.address", "env", "environment SERVER_ADDRESS")
	want(t, p, "server.handler-timeout", "6s", "config/application-dev.yml:4:20")
	want(t, p, "server.max-json-depth", int64(9), "config/application.yml:5:19")
	want(t, p, "server.cpu-timeout", "2s", "default")
}

func TestProfilesAreChosen(t *testing.T) {
	files := []string{
		"application.yml", "a: base\n", "application-dev.yml", "a: dev\n",
		"application-prod.yml", "a: prod\n",
	}
	tests := []struct {
		name    string
		base    string
		options Options
		want    []string
		value   string
	}{
		{"none", "", Options{}, nil, "base"},
		{"flag", "framework.profile: prod\n", Options{Profile: "dev", Env: []string{"FWRUN_PROFILE=prod"}}, []string{"dev"}, "dev"},
		{"variable", "framework.profile: dev\n", Options{Env: []string{"FWRUN_PROFILE=prod"}}, []string{"prod"}, "prod"},
		{"key", "framework.profile: prod\n", Options{}, []string{"prod"}, "prod"},
		{"key as in Spring", "framework.profiles.active: [dev, prod]\n", Options{}, []string{"dev", "prod"}, "prod"},
		{"key with placeholder", "framework.profile: $env.STAGE || dev\n", Options{Env: []string{"STAGE="}}, []string{"dev"}, "dev"},
		{"relaxed variable", "framework.profile: dev\n", Options{Env: []string{"FRAMEWORK_PROFILE=prod"}}, []string{"prod"}, "prod"},
		{"order and repetition", "", Options{Profile: "prod,dev,prod"}, []string{"prod", "dev"}, "dev"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			fsys := folder(files...)
			fsys["config/application.yml"].Data = []byte("a: base\n" + tt.base)
			p := load(t, fsys, tt.options)
			if got := p.Profiles(); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("profiles %v, want %v", got, tt.want)
			}
			want(t, p, "a", tt.value, "")
			if tt.want != nil {
				got := p.Reader().Strings("framework.profile")
				if got == nil {
					got = p.Reader().Strings("framework.profiles.active")
				}
				if !reflect.DeepEqual(got, tt.want) {
					t.Errorf("the key says %v, want %v", got, tt.want)
				}
			}
		})
	}
}

func TestMerge(t *testing.T) {
	p := load(t, folder(
		"application.yml", "m: {a: 1, b: 2}\nl: [1, 2, 3]\ns: text\nsection: {a: 1}\ngone: 1\npage-size: 1\n",
		"application-x.yml", "m: {b: 3, c: 4}\nl: [9]\ns: {a: 1}\nsection:\ngone: null\npageSize: 2\n",
	), Options{Profile: "x"})
	want(t, p, "m", map[string]any{"a": int64(1), "b": int64(3), "c": int64(4)}, "")
	want(t, p, "l", []any{int64(9)}, "")
	want(t, p, "s.a", int64(1), "")
	want(t, p, "section.a", int64(1), "")
	want(t, p, "gone", nil, "")
	want(t, p, "page_size", int64(2), "config/application-x.yml:6:11")
}

func TestKeysMatchRelaxed(t *testing.T) {
	p := loadText(t, "users:\n  pageSize: 20\n  list: [{Name: a}, {name: b}]\nA.b-c: 1\nlabels:\n  \"k8s.io/x\": y\n  200: ok\n")
	for _, key := range []string{"users.pageSize", "users.page-size", "users.page_size", "USERS.PAGESIZE", "users[pageSize]"} {
		want(t, p, key, int64(20), "config/application.yml:2:13")
	}
	want(t, p, "users.list[1].name", "b", "")
	want(t, p, "users.list.0.name", "a", "")
	want(t, p, "a.bC", int64(1), "")
	want(t, p, "labels[k8s.io/x]", "y", "")
	want(t, p, "labels.200", "ok", "")
	for _, key := range []string{"users.list[2]", "users.list[x]", "users.pageSize.x", "labels.k8s.io/x", "nope"} {
		if _, ok := p.Lookup(key); ok {
			t.Errorf("%s is set", key)
		}
	}
}

func TestEnvironment(t *testing.T) {
	text := "path: keep\nfoo: [{bar: 1}, {bar: 2}]\ntags: [a]\nrate: 0.5\ndebug: false\ntitle: x\ncount: 3\nmixed: {pageSize: 1}\n"
	tests := []struct {
		env, key string
		want     any
	}{
		{"SERVER_PORT=81", "server.port", int64(81)},
		{"SERVER_MAXBODYBYTES=1MiB", "server.max-body-bytes", "1MiB"},
		{"SERVER_MAX_BODY_BYTES=1MiB", "server.max-body-bytes", "1MiB"},
		{"server_max_body_bytes=1MiB", "server.max-body-bytes", "1MiB"},
		{"FRAMEWORK_MCP_SERVERNAME=x", "framework.mcp.serverName", "x"},
		{"MIXED_PAGE_SIZE=9", "mixed.pageSize", int64(9)},
		{"FOO_1_BAR=7", "foo[1].bar", int64(7)},
		{"FOO_2_BAR=7", "foo[2].bar", int64(7)},
		{"TAGS=a, b,,c", "tags", []any{"a", "b", "c"}},
		{"TAGS_1=z", "tags[1]", "z"},
		{"FRAMEWORK_SCAN_0=z", "framework.scan[0]", "z"},
		{"RATE=2", "rate", int64(2)},
		{"DEBUG=on", "debug", true},
		{"DEBUG=perhaps", "debug", "perhaps"},
		{"DEBUG=", "debug", false},
		{"SERVER_CPU_TIMEOUT=", "server.cpu-timeout", "2s"},
		{"TITLE=", "title", ""},
		{"TITLE=a${b} || $env.C", "title", "a${b} || $env.C"},
		{"COUNT=007", "count", "007"},
		{"DATASOURCE_0_URL=sqlite:x", "datasource[0].url", "sqlite:x"},
		{"DATASOURCE_0_CONNECTION_MAX=7", "datasource[0].connection.max", int64(7)},
		{"DATASOURCE_0_CONNECTION_MAX_IDLE_TIME=7m", "datasource[0].connection.max-idle-time", "7m"},
		{"MANAGEMENT_ENDPOINT_HEALTH_ENABLED=true", "management.endpoint.health.enabled", true},
		{"SERVER=x", "server.port", int64(8080)},
	}
	for _, tt := range tests {
		t.Run(tt.env, func(t *testing.T) {
			p := load(t, folder("application.yml", text), Options{Env: []string{tt.env, "HOME=/root", "_=", "=C:"}})
			want(t, p, tt.key, tt.want, "")
			for _, absent := range []string{"home", "HOME"} {
				if _, ok := p.Lookup(absent); ok {
					t.Errorf("the variable HOME leaked in")
				}
			}
		})
	}
}

func TestElementsOfAListFollowEachOther(t *testing.T) {
	env := []string{}
	for i := 11; i >= 0; i-- {
		env = append(env, fmt.Sprintf("OPENSEARCH_%d_NAME=n%d", i, i))
	}
	p := load(t, fstest.MapFS{}, Options{Env: env})
	want(t, p, "opensearch[11].name", "n11", "environment OPENSEARCH_11_NAME")
	if v, _ := p.Lookup("opensearch"); len(v.Items()) != 12 {
		t.Errorf("%d elements, want 12", len(v.Items()))
	}
}

func TestFlagsSetAnyKey(t *testing.T) {
	p := load(t, folder("application.yml", "a: {b: true}\nc: 1\n"),
		Options{Flags: map[string]string{"a.b": "no", "c.d": "${x}", "e[0].f": "1", "Server.Port": "3"}})
	want(t, p, "a.b", false, "flag --a.b")
	want(t, p, "c.d", "${x}", "flag --c.d")
	want(t, p, "e", []any{map[string]any{"f": "1"}}, "")
	want(t, p, "server.port", int64(3), "flag --port")
}

func TestFolder(t *testing.T) {
	fsys := fstest.MapFS{"etc/app/application.yaml": {Data: []byte("a: 1")}}
	p := load(t, fsys, Options{Folder: "etc/app"})
	want(t, p, "a", int64(1), "etc/app/application.yaml:1:4")
}

func TestAllIsInOrder(t *testing.T) {
	p := load(t, folder("application.yml", "z: 1\nserver:\n  port: 2\n  context-path: /x\na: {c: [], b: [1, {d: ~}]}\n"), Options{})
	var got []string
	for _, v := range p.All() {
		if v.Origin.Kind != FromDefault {
			got = append(got, v.Key)
		}
		if again, ok := p.Lookup(v.Key); !ok || again.Origin != v.Origin {
			t.Errorf("%s cannot be looked up", v.Key)
		}
	}
	wanted := "z server.port server.context-path a.c a.b[0] a.b[1].d"
	if strings.Join(got, " ") != wanted {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), wanted)
	}
	if last := p.All()[len(p.All())-1]; last.Origin.Kind != FromDefault {
		t.Errorf("the last one is %s (%s), not a default", last.Key, last.Origin)
	}
}

func TestProblemsDoNotHideTheRest(t *testing.T) {
	p, problems := Load(folder("application.yml", "server.port: 1\na: ${nope}\n"), Options{})
	if len(problems.Errors()) != 1 || problems[0].Place != (fault.Place{File: "config/application.yml", Line: 2, Col: 4}) {
		t.Fatalf("problems: %v", problems)
	}
	want(t, p, "server.port", int64(1), "")
	want(t, p, "a", nil, "")
}

func TestConcurrentReads(t *testing.T) {
	p := loadText(t, "a: 1\nb: ${a}\n")
	done := make(chan any)
	for range 8 {
		go func() {
			value, _ := p.Expand("${a}-${b}", fault.Place{})
			p.All()
			done <- value
		}()
	}
	for range 8 {
		if got := <-done; got != "1-1" {
			t.Errorf("got %v", got)
		}
	}
}

// TestDefaults: the tree of the defaults is the one that they make one after the other.
func TestDefaults(t *testing.T) {
	want := newMap(nil, Origin{})
	for _, k := range Keys() {
		if text := k.Standard(); text != "" {
			want = want.with(splitKey(k.Name), literalScalar(text, Origin{}))
		}
	}
	if got := defaults(); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestShapesAreNotShared: what a tree adds is not there for the next one.
func TestShapesAreNotShared(t *testing.T) {
	tree, _ := parseYAML(newFile("a.yml", "shop: {port: 1, list: [{a: 1}, {b: 2}]}\nserver: {own: 3}\ndatasource: [{own: 4}]\n"))
	known := knownShape(tree)
	for _, key := range []string{"shop.port", "shop.list[0].b", "server.own", "server.port", "datasource[1].own", "datasource[1].url"} {
		if known.at(splitKey(key)) == nil {
			t.Errorf("%s is unknown", key)
		}
	}
	without := knownShape(newMap(nil, Origin{}))
	for _, key := range []string{"shop", "server.own", "datasource[0].own"} {
		if without.at(splitKey(key)) != nil {
			t.Errorf("%s is known without the tree", key)
		}
	}
}
