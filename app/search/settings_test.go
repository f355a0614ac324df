package search

import (
	"cmp"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fwrun/fwrun/migrate/search/cluster"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/outbound"
)

// read reads the connections of an application in the folder /app.
func read(text string) (Settings, string) {
	files := fstest.MapFS{"config/application.yml": &fstest.MapFile{Data: []byte("opensearch:\n" + text)}}
	props, problems := config.Load(files, config.Options{})
	r := props.Reader()
	s := Read(r, "/app")
	return s, append(problems, r.Problems()...).Error()
}

// TestKeysOfAConnection holds each key of a connection, and its default.
func TestKeysOfAConnection(t *testing.T) {
	hosts := []string{"https://a.example.com:9200"}
	entry := func(keys string) string {
		return "  - { name: logs, hosts: ['https://a.example.com:9200'], " + keys + " }\n"
	}
	for keys, want := range map[string]Connection{
		"":                                {Settings: cluster.Settings{}},
		"username: ada, password: geheim": {Settings: cluster.Settings{Username: "ada", Password: "geheim"}},
		"ssl_verification: true":          {Settings: cluster.Settings{}},
		"ssl_verification: false":         {Settings: cluster.Settings{Insecure: true}},
		"timeout: 7, connect_timeout: 2":  {Settings: cluster.Settings{Timeout: 7 * time.Second, ConnectTimeout: 2 * time.Second}},
		"timeout: 1.5, connect_timeout: 300ms": {Settings: cluster.Settings{
			Timeout:        1500 * time.Millisecond,
			ConnectTimeout: 300 * time.Millisecond,
		}},
		"proxy: 'http://proxy.example.com:3128'":                {Settings: cluster.Settings{Proxy: "http://proxy.example.com:3128"}},
		"proxy: false":                                          {Settings: cluster.Settings{NoProxy: true}},
		"migrations: { enabled: true }":                         {Migrates: true},
		"migrations: { enabled: false }":                        {},
		"migrations: { lock-timeout: 3s }":                      {LockTimeout: 3 * time.Second},
		"migrations: { 'enabled': true }, timeout: 60s":         {Settings: cluster.Settings{Timeout: time.Minute}, Migrates: true},
		"connection: { max: 7, queue: 8, acquire-timeout: 9s }": {Limits: outbound.Limits{Most: 7, Queue: 8, Wait: 9 * time.Second}},
	} {
		got, problems := read(entry(keys))
		want.Name, want.Hosts, want.LockTimeout = "logs", hosts, cmp.Or(want.LockTimeout, 10*time.Minute)
		if want.Limits.Most == 0 {
			want.Limits = outbound.Limits{Most: 256, Queue: 1024, Wait: 10 * time.Second}
		}
		want.Limits.Hint = "opensearch[].connection.max is the number of requests in flight, and opensearch[].connection.queue that of those that wait"
		if problems != "" || len(got) != 1 || !reflect.DeepEqual(got[0], want) {
			t.Errorf("%s\n got %+v %s\nwant %+v", keys, got, problems, want)
		}
	}
}

func TestHostsOfAConnectionKeepTheirOrder(t *testing.T) {
	got, problems := read("  - name: logs\n    hosts: ['http://c:1', 'http://a:2', 'http://b:3']\n")
	if problems != "" || !slices.Equal(got[0].Hosts, []string{"http://c:1", "http://a:2", "http://b:3"}) {
		t.Errorf("%+v %s", got, problems)
	}
}

// TestMistakesInConnections: each has its place, and no value that may be a password.
func TestMistakesInConnections(t *testing.T) {
	for text, want := range map[string]string{
		"  - { hosts: ['http://a:1'] }\n":                                                  "opensearch[0].name is not set",
		"  - { name: a }\n":                                                                "opensearch[0].hosts is not set",
		"  - { name: a, hosts: [] }\n":                                                     "opensearch[0].hosts is empty",
		"  - { name: a, hosts: ['a:geheim'] }\n":                                           "opensearch[0].hosts[0] is not a URL",
		"  - { name: a, hosts: ['http://a:1'], proxy: true }\n":                            "opensearch[0].proxy is not a URL",
		"  - { name: a, hosts: ['http://a:1'], ssl_verification: perhaps }\n":              "opensearch[0].ssl_verification",
		"  - { name: a, hosts: ['http://a:1'], timeout: soon }\n":                          "opensearch[0].timeout",
		"  - { name: a, hosts: ['http://a:1'] }\n  - { name: a, hosts: ['http://b:1'] }\n": "opensearch[1].name is the name of another connection, too",
		"  - { name: a, hosts: ['http://a:1'], ssl_verificaton: false }\n":                 "opensearch[0].ssl_verificaton",
	} {
		_, problems := read(text)
		if strings.Contains(problems, "geheim") || !strings.Contains(problems, want) || !strings.Contains(problems, "config/application.yml:") {
			t.Errorf("%s: got %s", text, problems)
		}
	}
}

// TestFilesOfSettings: ca is a file of the application's folder, or one with its whole path.
func TestFilesOfSettings(t *testing.T) {
	got, _ := read("  - { name: a, hosts: ['http://a:1'], ca: tls/ca.pem }\n  - { name: b, hosts: ['http://b:1'], ca: /tls/ca.pem }\n")
	if got[0].CA != filepath.FromSlash("/app/tls/ca.pem") || got[1].CA != "/tls/ca.pem" {
		t.Errorf("ca is %s and %s", got[0].CA, got[1].CA)
	}
}
