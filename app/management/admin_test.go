package management

import (
	"net"
	"os"
	"reflect"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/register"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/outbound"
)

// read returns the settings of a text of YAML and the problems.
func read(t *testing.T, yaml string, around Surroundings) (Settings, string) {
	t.Helper()
	props, problems := config.Load(fstest.MapFS{"config/application.yml": &fstest.MapFile{Data: []byte(yaml)}}, config.Options{})
	if len(problems.Errors()) > 0 {
		t.Fatal(problems)
	}
	r := props.Reader()
	s := Read(r, around)
	text := ""
	for _, d := range r.Problems() {
		text += d.Message + "; "
	}
	return s, text
}

func TestAdminSettings(t *testing.T) {
	s, problems := read(t, `management: { admin: { url: ["https://admin.example.com", "https://admin.example.com/", "http://other.example.com/a"],
		interval: 1s, name: shop, username: ada, password: tulip,
		service-url: " https://shop.example.com/ ", management-url: "HTTP://shop.example.com", metadata: { a: 1, tags: { b: x } } } }`,
		Surroundings{IsSocket: true})
	want := adminSettings{
		servers: []string{"https://admin.example.com", "http://other.example.com/a"}, name: "shop", service: "https://shop.example.com/",
		management: "HTTP://shop.example.com",
		metadata:   map[string]string{"a": "1", "tags.b": "x"}, interval: time.Second, username: "ada", password: "tulip",
	}
	if problems != "" || !reflect.DeepEqual(s.admin, want) {
		t.Errorf("%+v, want %+v: %s", s.admin, want, problems)
	}
	if s, _ := read(t, "", Surroundings{}); s.admin.interval != 10*time.Second || s.admin.servers != nil {
		t.Errorf("%+v", s.admin)
	}
	for yaml, want := range map[string]string{
		`management: { admin: { url: "https://admin.example.com" } }`: "management.admin.url cannot " +
			"be used: the application listens on a socket, which Spring Boot Admin cannot reach; ",
		`management: { admin: { url: "https://admin.example.com", service-url: "https://shop.example.com" } }`:    "",
		`management: { admin: { url: "https://admin.example.com", management-url: "https://shop.example.com" } }`: "",
		`management: { admin: { url: "https://admin.example.com" }, server: { port: 9090 } }`:                     "",
		`management: { admin: { password: tulip } }`: "management.admin.username is " +
			"not set; ",
	} {
		if _, got := read(t, yaml, Surroundings{IsSocket: true}); got != want {
			t.Errorf("%s\n got %s\nwant %s", yaml, got, want)
		}
	}
	if _, got := read(t, `management: { admin: { url: "https://admin.example.com" } }`, Surroundings{}); got != "" {
		t.Error(got)
	}
}

type at string

func (at) Network() string  { return "tcp" }
func (a at) String() string { return string(a) }

// TestInstance: what Spring Boot Admin is told of the application, for the addresses of its listeners and the settings.
func TestInstance(t *testing.T) {
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	own := Address{"https", "shop.example.com:443", at("10.0.0.1:8443")}
	apart := Address{"http", "127.0.0.1:0", at("127.0.0.1:9090")}
	for name, c := range map[string]struct {
		of   adminSettings
		p    Process
		base string
		want [4]string
	}{
		"plain": {adminSettings{}, Process{Application: own}, "/actuator", [4]string{
			"shop", "https://shop.example.com:8443/",
			"https://shop.example.com:8443/actuator", "https://shop.example.com:8443/actuator/health",
		}},
		"a context": {adminSettings{name: "own"}, Process{Application: own, ContextPath: "/a"}, "/", [4]string{
			"own",
			"https://shop.example.com:8443/a/", "https://shop.example.com:8443/a", "https://shop.example.com:8443/a/health",
		}},
		"apart": {adminSettings{}, Process{Application: own, ContextPath: "/a", Management: apart}, "/m", [4]string{
			"shop",
			"https://shop.example.com:8443/a/", "http://127.0.0.1:9090/m", "http://127.0.0.1:9090/m/health",
		}},
		"all addresses": {
			adminSettings{},
			Process{Application: Address{"http", "0.0.0.0:80", at("[::]:80")}},
			"/m",
			[4]string{"shop", "http://" + machine + ":80/", "http://" + machine + ":80/m", "http://" + machine + ":80/m/health"},
		},
		"any address": {
			adminSettings{},
			Process{Application: Address{"http", ":80", at("[::]:80")}},
			"/m",
			[4]string{"shop", "http://" + machine + ":80/", "http://" + machine + ":80/m", "http://" + machine + ":80/m/health"},
		},
		"an address": {
			adminSettings{},
			Process{Application: Address{"http", "[::1]:80", at("[::1]:81")}},
			"/m",
			[4]string{"shop", "http://[::1]:81/", "http://[::1]:81/m", "http://[::1]:81/m/health"},
		},
		"set": {
			adminSettings{service: "https://a.example.com", management: "https://b.example.com/m/", health: "https://c.example.com/h"},
			Process{Application: own},
			"/m",
			[4]string{"shop", "https://a.example.com", "https://b.example.com/m/", "https://c.example.com/h"},
		},
		"a set service": {adminSettings{service: "https://a.example.com/"}, Process{Application: own}, "/m", [4]string{
			"shop",
			"https://a.example.com/", "https://a.example.com/m", "https://a.example.com/m/health",
		}},
		"a set management": {adminSettings{management: "https://b.example.com/m/"}, Process{Application: own}, "/m", [4]string{
			"shop",
			"https://shop.example.com:8443/", "https://b.example.com/m/", "https://b.example.com/m/health",
		}},
		"a socket": {
			adminSettings{management: "https://b.example.com"},
			Process{Application: Address{At: at("x")}},
			"/m",
			[4]string{"shop", "", "https://b.example.com", "https://b.example.com/health"},
		},
	} {
		c.p.Name, c.p.Began = "shop", time.Unix(1, 2).In(time.FixedZone("", 3600))
		c.of.metadata = map[string]string{"tags.a": "b"}
		m := &Management{settings: &Settings{admin: c.of, base: c.base}}
		i := m.instance(c.p)
		if got := [4]string{i.Name, i.ServiceURL, i.ManagementURL, i.HealthURL}; got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if len(i.Metadata) != 2 || i.Metadata["startup"] != "1970-01-01T00:00:01.000000002Z" || i.Metadata["tags.a"] != "b" {
			t.Errorf("%s: %v", name, i.Metadata)
		}
	}
}

// TestHealthElsewhere: the health endpoint may be at another path than the others.
func TestHealthElsewhere(t *testing.T) {
	for path, want := range map[string]string{"": "/m/health", "fine": "/m/fine", "/fine": "/fine"} {
		s := &Settings{base: "/m", enabled: true, endpoints: map[string]endpointSettings{"health": {enabled: true, path: path}}}
		shown, err := s.serve(s.enabledOf([]actuator.Endpoint{{ID: "info"}, {ID: "health"}}), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		m := &Management{settings: s, shown: shown}
		if got := m.healthPath("/m"); got != want {
			t.Errorf("%q: %s, want %s", path, got, want)
		}
		own := Address{"http", "127.0.0.1:80", at("127.0.0.1:80")}
		if got := m.instance(Process{Application: own}).HealthURL; got != "http://127.0.0.1:80"+want {
			t.Errorf("%q: %s", path, got)
		}
	}
}

func TestAdminPlan(t *testing.T) {
	s := &Settings{base: "/m", admin: adminSettings{
		servers: []string{"https://admin.example.com/"}, interval: time.Minute, username: "ada",
		password: "tulip",
	}}
	m := &Management{settings: s}
	p := Process{Application: Address{"http", "127.0.0.1:80", net.Addr(at("127.0.0.1:80"))}}
	got := m.AdminPlan(p, outbound.Settings{ForbidPrivate: true})
	if !reflect.DeepEqual(got.Servers, s.admin.servers) || got.Interval != time.Minute || got.Username != "ada" || got.Password != "tulip" ||
		got.Transport == nil || got.Instance.ServiceURL != "http://127.0.0.1:80/" {
		t.Errorf("%+v", got)
	}
	if got := m.AdminPlan(Process{}, outbound.Settings{}); !reflect.DeepEqual(got, register.Plan{}) {
		t.Errorf("without a listener %+v", got)
	}
	s.admin.servers = nil
	if got := m.AdminPlan(p, outbound.Settings{}); !reflect.DeepEqual(got, register.Plan{}) {
		t.Errorf("without a server %+v", got)
	}
}
