package app

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
)

// TestKeysTakeEffectAsDocumented sets each key to another value, and reads the settings as a reload does. Every key must change the settings,
// and those that take a restart must change what only the start of the process reads.
func TestKeysTakeEffectAsDocumented(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "other.pem"), []byte("read, and refused"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, key := range config.Keys() {
		if readBefore(key.Name) {
			if key.Effect != config.OnReload {
				t.Errorf("%s is documented to need a %s, and every reload loads the properties anew", key.Name, key.Effect)
			}
			continue
		}
		before, after := settingsWith(t, folder, key.Name, nil), settingsWith(t, folder, key.Name, sampleOf(key))
		if same(before, after) {
			t.Errorf("%s is documented, and nothing reads it", key.Name)
		}
		if startsUnlike(before, after) != (key.Effect == config.OnRestart) {
			t.Errorf("%s is documented to take effect with a %s, and does not", key.Name, key.Effect)
		}
		want := ""
		if key.Effect == config.OnRestart {
			want = key.Name
		}
		if warned := warnedOf(before, after); warned != want {
			t.Errorf("%s: a reload warns of %q", key.Name, warned)
		}
	}
}

// warnedOf returns the keys that a reload warns of.
func warnedOf(before, after settings) (keys string) {
	for _, d := range before.fixed(after) {
		_, keys, _ = strings.Cut(d.Message, " next start: ")
	}
	return keys
}

// same reports whether settings are equal, wherever they were read from.
func same(a, b settings) bool {
	a.props, b.props = nil, nil
	return reflect.DeepEqual(a, b)
}

// startsUnlike reports whether settings differ in what is made when the process starts, and stays for all generations.
func startsUnlike(a, b settings) bool {
	for _, s := range []*settings{&a, &b} {
		s.host.Policies = host.Policies{}               // they are of a generation
		s.host.ShutdownTimeout, s.host.InnerRuns = 0, 0 // the serving generation's; a share of the workers
	}
	return !reflect.DeepEqual(a.endpoint, b.endpoint) || !reflect.DeepEqual(a.host, b.host) || a.life.HardLimit != b.life.HardLimit ||
		a.management.Socket != b.management.Socket || a.management.Address != b.management.Address ||
		!reflect.DeepEqual(a.observe.Telemetry, b.observe.Telemetry) || a.queues.SyncsUnlike(b.queues)
}

// TestNoRestartForWhatStays: what is written otherwise, or concerns another listener, is not warned of, and what another release has is.
func TestNoRestartForWhatStays(t *testing.T) {
	read := func(folder, text string) settings {
		t.Helper()
		props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: []byte(text)}}, config.Options{})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		return readSettings(props, Options{Folder: folder})
	}
	const pair = "server: { tls: { certificate: a.pem, key: a.key } }"
	for _, c := range []struct{ folder, before, after, want string }{
		{"/a", "server: { read-timeout: 30s }", "server: { read-timeout: '0.5m' }", ""},
		{"/a", "server: { read-timeout: 30s, max-hops: 8 }", "server: { read-timeout: 40s, max-hops: 9 }", "server.max-hops, server.read-timeout"},
		{"/a", "server: { address: 'unix:/a.sock', port: 1 }", "server: { address: 'unix:/a.sock', port: 2 }", ""},
		{"/a", "server: { address: '[::1]' }", "server: { address: '::1' }", ""},
		{"/a", pair, pair, ""},
		{"/b", "server: { port: 1 }", "server: { port: 1 }", ""},
		{"/b", pair, pair, "server.tls.certificate, server.tls.key"},
		{"/a", "{}", "management: { server: { port: 9090 } }", "management.server.port"},
		{"/a", "queue: { connections: [{ name: a }] }", "queue: { connections: [{ name: b, url: 'embedded:b', sync: always }, { name: a }] }", ""},
	} {
		if warned := warnedOf(read("/a", c.before), read(c.folder, c.after)); warned != c.want {
			t.Errorf("%s: %s: warns of %q, want %q", c.before, c.after, warned, c.want)
		}
	}
}

// TestNames: no name that users choose makes what is below it unreadable.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, key := range config.Keys() {
		section, _, isNamed := strings.Cut(key.Name, ".*.")
		if !isNamed && len(key.Each) == 0 || seen[section] {
			continue
		}
		seen[section] = true
		for _, name := range []string{"", "a.b", "a[", "a]", "[0]", "*"} {
			for _, value := range []any{"x", []string{"x"}, map[string]any{"folder": "x", "include": []string{"x"}}} {
				document := map[string]any{}
				set(document, strings.Split(section, "."), map[string]any{name: value})
				text, _ := json.Marshal(document)
				props, _ := config.Load(fstest.MapFS{"config/application.yml": {Data: text}}, config.Options{})
				if props != nil {
					readSettings(props, Options{Folder: t.TempDir()})
				}
			}
		}
	}
}

// keyText returns a new key as PEM.
func keyText(kind string) string {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic(err)
	}
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	if kind == "PUBLIC KEY" {
		encoded, err = x509.MarshalPKIXPublicKey(public)
	}
	if err != nil {
		panic(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: encoded}))
}

// readBefore reports whether a key takes effect before the properties are complete.
func readBefore(key string) bool {
	return strings.HasPrefix(key, "framework.profile") || strings.HasPrefix(key, "propertySources[].")
}

// samplesByType differ from every default.
var samplesByType = map[config.Type]any{
	config.TypeText: "other", config.TypeInt: 7, config.TypeNumber: 0.7, config.TypeDuration: "77s", config.TypeSize: "77KiB",
	config.TypeList: []string{"other.example.com"}, config.TypeMap: map[string]any{"X-Sample": "other"},
}

// sampleOf returns a value that is not the default, and not that of the surroundings.
func sampleOf(key config.Key) any {
	sample, known := samples[key.Name]
	switch n := len(key.Choices); {
	case known:
		return sample
	case n > 0 && key.Choices[n-1] != key.Default:
		return key.Choices[n-1]
	case n > 0:
		return key.Choices[0]
	case key.Type == config.TypeBool:
		return key.Default != "true"
	}
	return samplesByType[key.Type]
}

// samples are for keys for which the sample of their type is invalid, or the default.
var samples = map[string]any{
	"server.socket-mode":                   "0600",
	"server.context-path":                  "/other",
	"server.trusted-proxies":               []string{"10.0.0.0/8"},
	"server.cors.origins":                  []string{"https://other.example.com"},
	"server.cors.methods":                  []string{"GET"},
	"server.cors.headers":                  []string{"X-Other"},
	"server.cors.exposed-headers":          []string{"X-Other"},
	"server.cors.paths[].path":             "/other/**",
	"server.cors.paths[].origins":          []string{"https://other.example.com"},
	"server.cors.paths[].methods":          []string{"GET"},
	"server.static":                        map[string]any{"/": "public"},
	"server.compression.types":             []string{"text/plain"},
	"server.compression.codings":           []string{"gzip"},
	"queue.connections[].url":              "memory:",
	"management.admin.url":                 []string{"https://admin.example.com"},
	"management.admin.service-url":         "https://other.example.com/",
	"management.admin.management-url":      "https://other.example.com/actuator",
	"management.admin.health-url":          "https://other.example.com/health",
	"framework.mcp.path":                   "/agents",
	"framework.mcp.oauth.resource":         "https://other.example.com/mcp",
	"framework.mcp.allowedOrigins":         []string{"https://other.example.com"},
	"framework.sql.violations.unique":      422,
	"framework.sql.violations.foreign-key": 422,
	"framework.sql.violations.check":       409,
	"framework.sql.violations.not-null":    409,
	"logging.level":                        "debug",
	"logging.group":                        map[string]any{"desk": "orders"},
	"security.jwt[].secret":                "another secret of 32 bytes or more",
	"security.jwt[].public-key":            keyText("PUBLIC KEY"),
	"security.jwt[].private-key":           keyText("PRIVATE KEY"),
	"security.rules[].permit":              false,
	"security.oidc.*.issuer":               "https://other.example.com",
	"security.oidc.*.scopes":               []string{"openid"},
	"security.oidc.*.home":                 "/other",
	"security.oidc.*.redirect-uri":         "https://other.example.com/callback",
	"security.headers.hsts":                "off",
	"security.roles":                       map[string]any{"ADMIN": []string{"USER"}},
	"datasource[].url":                     "sqlite:other.db",
	"opensearch[].hosts":                   []string{"https://other.example.com"},
	"opensearch[].proxy":                   "http://proxy.example.com:3128",
	"cache.caches":                         map[string]any{"rates": map[string]any{"ttl": "77s"}},
	"http.client.retries.statuses":         []int{500},
	"http.client.proxy":                    "http://proxy.example.com:3128",
	"http.client.tls.ca":                   "other.pem",
	"http.clients.*.base-url":              "https://other.example.com",
	"http.clients.*.retries.statuses":      []int{500},
}

// surroundings maps prefixes of keys to the configuration that the keys need to have a meaning.
var surroundings = map[string]string{
	"server.tls.":              `{"server":{"tls":{"certificate":"a.pem","key":"a.key","certificates":[{"certificate":"b.pem","key":"b.key"}]}}}`,
	"server.forwarded-headers": `{"server":{"trusted-proxies":["10.0.0.0/8"]}}`,
	"server.cors.": `{"server":{"cors":{"origins":["https://a.example.com"],"paths":[{"path":"/a",` +
		`"origins":["https://a.example.com"]}]}}}`,
	"management.admin.": `{"management":{"admin":{"url":"https://a.example.com"}}}`,
	"framework.mcp.oauth.": `{"framework":{"mcp":{"oauth":{"resource":"https://a.example.com/mcp",` +
		`"authorizationServers":["https://b.example.com"]}}}}`,
	"security.jwt[].":            `{"security":{"jwt":[{"secret":"a secret of 32 bytes, and a bit more"}]}}`,
	"security.api-keys.":         `{"security":{"api-keys":{"header":"X-Key"}}}`,
	"security.oidc.":             `{"security":{"session":{"enabled":true},"oidc":{"a":{"issuer":"https://a.example.com","client-id":"a"}}}}`,
	"security.headers.":          `{"security":{"headers":{"enabled":"true"}}}`,
	"security.rules[].":          `{"security":{"rules":[{"path":"/a","permit":true}]}}`,
	"datasource[].":              `{"datasource":[{"name":"main","url":"sqlite:a.db"}],"migrations":{"onStart":true}}`,
	"opensearch[].":              `{"opensearch":[{"name":"a","hosts":["https://a.example.com"]}]}`,
	"migrations.":                `{"datasource":[{"name":"main","url":"sqlite:a.db"}]}`,
	"http.client.no-proxy":       `{"http":{"client":{"proxy":"http://proxy.example.com:3128"}}}`,
	"http.clients.":              `{"http":{"clients":{"a":{"base-url":"https://a.example.com"}}}}`,
	"http.clients.*.auth.basic.": `{"http":{"clients":{"a":{"base-url":"https://a.example.com","auth":{"basic":{"username":"u","password":"p"}}}}}}`,
}

// settingsWith reads an application.yml with the configuration that the key needs and, unless it is nil, a
// value for the key.
func settingsWith(t *testing.T, folder, key string, value any) settings {
	t.Helper()
	document := map[string]any{}
	for beginning, text := range surroundings {
		if longest := longestBeginning(key); beginning == longest {
			if err := json.Unmarshal([]byte(text), &document); err != nil {
				t.Fatal(err)
			}
		}
	}
	if value != nil {
		set(document, strings.Split(strings.ReplaceAll(key, "*", "a"), "."), value)
	}
	text, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	props, problems := config.Load(fstest.MapFS{"config/application.yml": {Data: text}}, config.Options{})
	if len(problems) > 0 {
		t.Fatalf("%s: %v", key, problems)
	}
	s := readSettings(props, Options{Folder: folder})
	s.problems = nil // of certificates that do not exist
	return s
}

func longestBeginning(key string) string {
	longest := ""
	for beginning := range surroundings {
		if strings.HasPrefix(key, beginning) && len(beginning) > len(longest) {
			longest = beginning
		}
	}
	return longest
}

// set puts a value into nested sections and lists of one item.
func set(section map[string]any, path []string, value any) {
	name, isList := strings.CutSuffix(path[0], "[]")
	switch {
	case len(path) == 1:
		section[name] = value
	case isList:
		list, _ := section[name].([]any)
		if len(list) == 0 {
			list = []any{map[string]any{}}
			section[name] = list
		}
		set(list[0].(map[string]any), path[1:], value)
	default:
		next, _ := section[name].(map[string]any)
		if next == nil {
			next = map[string]any{}
			section[name] = next
		}
		set(next, path[1:], value)
	}
}
