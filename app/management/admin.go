package management

import (
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/actuator/register"
	"github.com/fwrun/fwrun/jsapi/web/weburl"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/platform/outbound"
)

// adminSettings hold at which servers the application registers, and as what. URLs that are empty are made from the
// listeners.
type adminSettings struct {
	servers                     []string
	name                        string
	service, management, health string // URLs
	metadata                    map[string]string
	interval                    time.Duration
	username, password          string
}

// readAdmin reads the section management.admin.
func readAdmin(r *config.Reader) adminSettings {
	s := adminSettings{
		name: r.String("name"), metadata: r.Flat("metadata"), interval: r.Duration("interval"),
		username: r.String("username"), password: r.String("password"),
		service: readAdminURL(r, "service-url"), management: readAdminURL(r, "management-url"), health: readAdminURL(r, "health-url"),
	}
	for _, text := range r.Strings("url") {
		u, problem := weburl.Base(text)
		if problem != "" {
			r.Reject("url", strings.ReplaceAll(problem, "auth.basic", "management.admin.username and .password"), "for example url: https://admin.example.com")
			continue
		}
		if server := u.String(); !slices.Contains(s.servers, server) {
			s.servers = append(s.servers, server)
		}
	}
	if s.username != "" || s.password != "" {
		r.Require("username", "password")
	}
	return s
}

// readAdminURL reads a URL of the application itself.
func readAdminURL(r *config.Reader, key string) string {
	text := strings.TrimSpace(r.String(key))
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		r.Reject(key, "must be a URL that begins with https:// or http://", "for example "+key+": https://shop.example.com/")
		return ""
	}
	return text
}

// check reports that the application cannot register at Spring Boot Admin without a URL of its endpoints: a socket in the file system has no URL.
func (s *adminSettings) check(r *config.Reader, isSocket, hasListener bool) {
	if len(s.servers) > 0 && isSocket && !hasListener && s.service == "" && s.management == "" {
		r.Reject("url", "cannot be used: the application listens on a socket, which Spring Boot Admin cannot reach",
			"set management.server.port, or management.admin.service-url to the URL of the server in front of it")
	}
}

// blindAdmin warns that Spring Boot Admin cannot ask how the application is.
func (s *Settings) blindAdmin(enabled []actuator.Endpoint, props *config.Properties) fault.List {
	isServed := slices.ContainsFunc(enabled, func(e actuator.Endpoint) bool { return e.ID == "health" })
	if len(s.admin.servers) == 0 || isServed || s.admin.health != "" {
		return nil
	}
	return fault.List{{
		Severity: fault.Warning, Code: "management-admin", Place: props.Place("management.admin.url"),
		Message: "management.admin.url is set, but the health endpoint is turned off: Spring Boot Admin shows the application as offline",
		Hint:    "set management.endpoints.enabled and management.endpoint.health.enabled to true",
	}}
}

// Process describes the process, for Spring Boot Admin.
type Process struct {
	Began       time.Time
	Name        string // of the application
	ContextPath string
	Application Address
	Management  Address // zero if the endpoints have no listener of their own
}

// Address is that of a listener.
type Address struct {
	Scheme     string
	Configured string   // name or address, and port; empty for a socket in the file system
	At         net.Addr // nil if there is no listener
}

// AdminPlan returns how the application registers at Spring Boot Admin. Without a listener it does not.
func (m *Management) AdminPlan(p Process, connections outbound.Settings) register.Plan {
	s := m.settings.admin
	if p.Application.At == nil || len(s.servers) == 0 {
		return register.Plan{}
	}
	// The URL was written by the operator of the application: it may be private, even if those that scripts call may not.
	connections.ForbidPrivate = false
	return register.Plan{
		Servers: s.servers, Interval: s.interval, Username: s.username, Password: s.password,
		Instance: m.instance(p), Transport: outbound.New(connections),
	}
}

// instance returns the description of the application for Spring Boot Admin.
func (m *Management) instance(p Process) register.Instance {
	s := m.settings.admin
	i := register.Instance{Name: s.name, ServiceURL: s.service, ManagementURL: s.management, HealthURL: s.health, Metadata: map[string]string{}}
	if i.Name == "" {
		i.Name = p.Name
	}
	i.Metadata["startup"] = p.Began.UTC().Format(time.RFC3339Nano)
	for name, text := range s.metadata {
		i.Metadata[name] = text
	}
	if i.ServiceURL == "" && p.Application.Configured != "" {
		i.ServiceURL = p.Application.origin() + p.ContextPath + "/"
	}
	above, base := strings.TrimSuffix(i.ServiceURL, "/"), strings.TrimSuffix(m.settings.base, "/") // endpoints are below both
	if p.Management.At != nil {
		above = p.Management.origin()
	}
	if i.ManagementURL == "" {
		i.ManagementURL = above + base
	} else {
		above = strings.TrimSuffix(strings.TrimSuffix(i.ManagementURL, "/"), base)
	}
	if i.HealthURL == "" {
		path := m.healthPath(base)
		if below, ok := strings.CutPrefix(path, base+"/"); ok {
			i.HealthURL = strings.TrimSuffix(i.ManagementURL, "/") + "/" + below
		} else {
			i.HealthURL = above + path
		}
	}
	return i
}

// healthPath returns the path of the health endpoint.
func (m *Management) healthPath(base string) string {
	if m.shown != nil {
		for _, mount := range m.shown.Mounts() {
			if mount.ID == "health" {
				return mount.Path
			}
		}
	}
	return base + "/health"
}

// origin returns how others call a listener: by the name or the address that is configured, or by the machine's name if it
// listens on all addresses.
func (a Address) origin() string {
	host, _, _ := net.SplitHostPort(a.Configured)
	_, port, _ := net.SplitHostPort(a.At.String())
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil && name != "" {
			host = name
		}
	}
	return a.Scheme + "://" + net.JoinHostPort(host, port)
}
