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

	"github.com/fwrun/fwrun/config"
)

// TestKeysTakeEffectAsDocumented sets each key to another value, and reads the settings as a reload does.
// Every key must change the settings; the reload must warn of exactly those keys that need a restart.
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
		sample, known := samples[key.Name]
		if !known {
			sample = samplesByType[key.Type]
		}
		before, after := settingsWith(t, folder, key.Name, nil), settingsWith(t, folder, key.Name, sample)
		if !reflect.DeepEqual(before, settingsWith(t, folder, key.Name, nil)) {
			t.Fatalf("%s: settings that are read twice differ", key.Name)
		}
		if reflect.DeepEqual(before, after) {
			t.Errorf("%s is documented, and nothing reads it", key.Name)
		}
		if warned := len(before.fixed(after)) > 0; warned != (key.Effect == config.OnRestart) {
			t.Errorf("%s: %v, but a reload warns that it takes a restart: %v", key.Name, key.Effect, warned)
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
	config.TypeText: "other", config.TypeInt: 7, config.TypeNumber: 0.7, config.TypeBool: true, config.TypeDuration: "77s", config.TypeSize: "77KiB",
	config.TypeList: []string{"other.example.com"}, config.TypeMap: map[string]any{"X-Sample": "other"},
}

// samples are for keys for which the sample of their type is invalid, or the default.
var samples = map[string]any{
	"server.socket-mode":                   "0600",
	"server.context-path":                  "/other",
	"server.tls.min-version":               "1.3",
	"server.trusted-proxies":               []string{"10.0.0.0/8"},
	"server.forwarded-headers":             "forwarded",
	"server.cors.origins":                  []string{"https://other.example.com"},
	"server.cors.methods":                  []string{"GET"},
	"server.cors.headers":                  []string{"X-Other"},
	"server.cors.exposed-headers":          []string{"X-Other"},
	"server.cors.paths[].path":             "/other/**",
	"server.cors.paths[].origins":          []string{"https://other.example.com"},
	"server.cors.paths[].methods":          []string{"GET"},
	"server.static":                        map[string]any{"/": "public"},
	"server.compression.enabled":           false,
	"server.json.proto":                    "drop",
	"server.json.unknown":                  "refuse",
	"server.json.duplicates":               "refuse",
	"server.compression.types":             []string{"text/plain"},
	"server.compression.codings":           []string{"gzip"},
	"queue.connections[].url":              "memory:",
	"queue.connections[].sync":             "always",
	"management.socket":                    false,
	"management.admin.url":                 []string{"https://admin.example.com"},
	"management.admin.service-url":         "https://other.example.com/",
	"management.admin.management-url":      "https://other.example.com/actuator",
	"management.admin.health-url":          "https://other.example.com/health",
	"framework.mcp.path":                   "/agents",
	"framework.mcp.oauth.resource":         "https://other.example.com/mcp",
	"framework.mcp.allowedOrigins":         []string{"https://other.example.com"},
	"framework.sql.prove":                  false,
	"framework.sql.violations.unique":      422,
	"framework.sql.violations.foreign-key": 422,
	"framework.sql.violations.check":       409,
	"framework.sql.violations.not-null":    409,
	"telemetry.otlp.protocol":              "grpc",
	"telemetry.otlp.traces":                false,
	"telemetry.otlp.metrics":               false,
	"telemetry.otlp.logs":                  false,
	"logging.level":                        "debug",
	"logging.format":                       "json",
	"logging.group":                        map[string]any{"desk": "orders"},
	"security.jwt[].secret":                "another secret of 32 bytes or more",
	"security.jwt[].public-key":            keyText("PUBLIC KEY"),
	"security.jwt[].private-key":           keyText("PRIVATE KEY"),
	"security.rules[].deny":                true,
	"security.session.cookie.same-site":    "Strict",
	"security.session.cookie.secure":       "never",
	"security.csrf":                        "off",
	"security.oidc.*.issuer":               "https://other.example.com",
	"security.oidc.*.scopes":               []string{"openid"},
	"security.oidc.*.home":                 "/other",
	"security.oidc.*.redirect-uri":         "https://other.example.com/callback",
	"security.headers.enabled":             "false",
	"security.headers.hsts":                "off",
	"security.headers.frame":               "sameorigin",
	"security.headers.content-type":        "off",
	"security.headers.referrer":            "no-referrer",
	"security.roles":                       map[string]any{"ADMIN": []string{"USER"}},
	"security.rules[].permit":              false,
	"datasource[].url":                     "sqlite:other.db",
	"datasource[].migrations.enabled":      false,
	"migrations.order":                     "natural",
	"opensearch[].hosts":                   []string{"https://other.example.com"},
	"opensearch[].ssl_verification":        false,
	"opensearch[].proxy":                   "http://proxy.example.com:3128",
	"cache.caches":                         map[string]any{"rates": map[string]any{"ttl": "77s"}},
	"http.client.retries.statuses":         []int{500},
	"http.client.proxy":                    "http://proxy.example.com:3128",
	"http.client.private-addresses":        "forbid",
	"http.client.tls.ca":                   "other.pem",
	"http.client.trace":                    false,
	"http.clients.*.base-url":              "https://other.example.com",
	"http.clients.*.retries.statuses":      []int{500},

	"management.endpoint.env.show-values":         "always",
	"management.endpoint.configprops.show-values": "always",

	"management.endpoint.health.show-details":   "always",
	"management.endpoint.health.probes.enabled": "false",
	"management.health.ping.enabled":            false,
	"management.health.diskSpace.enabled":       false,
	"management.health.db.enabled":              false,
	"management.health.cache.enabled":           false,
	"management.health.locks.enabled":           false,
	"management.health.queue.enabled":           false,
	"management.health.opensearch.enabled":      false,
	"management.health.certificates.enabled":    false,
	"management.info.app.enabled":               false,
	"management.info.build.enabled":             false,
	"management.info.git.enabled":               false,
}

// surroundings maps prefixes of keys to the configuration that the keys need to have a meaning.
var surroundings = map[string]string{
	"server.tls.":                `{"server":{"tls":{"certificate":"a.pem","key":"a.key","certificates":[{"certificate":"b.pem","key":"b.key"}]}}}`,
	"server.forwarded-headers":   `{"server":{"trusted-proxies":["10.0.0.0/8"]}}`,
	"server.cors.":               `{"server":{"cors":{"origins":["https://a.example.com"],"paths":[{"path":"/a","origins":["https://a.example.com"]}]}}}`,
	"management.admin.":          `{"management":{"admin":{"url":"https://a.example.com"}}}`,
	"framework.mcp.oauth.":       `{"framework":{"mcp":{"oauth":{"resource":"https://a.example.com/mcp","authorizationServers":["https://b.example.com"]}}}}`,
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
