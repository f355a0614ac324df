package management

import (
	"net"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
)

// Settings hold which management endpoints there are, where, and who may ask.
type Settings struct {
	Socket    bool // there is an admin socket
	enabled   bool
	base      string // the path of the discovery page, "/" for none
	endpoints map[string]endpointSettings
	auth      actuator.Auth
	MaxSeries int    // of one metric
	Address   string // of a listener of its own; empty for the application's
	admin     adminSettings
	health    healthSettings
	info      infoSettings
	exchanges int    // requests that are kept for httpexchanges
	logFile   string // absolute; empty if the log is not written to a file, as far as is known
}

type endpointSettings struct {
	enabled bool
	path    string
	show    actuator.ShowValues // of env and configprops
}

// Surroundings are what the settings of an application do not say.
type Surroundings struct {
	Folder   string // of the application
	LogFile  string // that the log is written to, if that is known
	IsSocket bool   // the application listens on a socket in the file system
}

// Auth says how clients prove who they are.
func (s *Settings) Auth() actuator.Auth { return s.auth }

// Read reads the section management, and what is in the answer of info.
func Read(r *config.Reader, around Surroundings) Settings {
	own := r.Under("management")
	s := Settings{
		Socket: own.Bool("socket"), enabled: own.Bool("endpoints.enabled"), endpoints: map[string]endpointSettings{},
		base: readBasePath(own, "endpoints.base-path"),
		auth: actuator.Auth{
			Username: own.String("auth.username"), Password: own.String("auth.password"), Token: own.String("auth.token"),
		},
	}
	s.MaxSeries = own.Int("metrics.max-series")
	s.exchanges = own.Int("httpexchanges.max")
	if s.logFile = own.String("endpoint.logfile.external-file", around.LogFile); s.logFile != "" && !filepath.IsAbs(s.logFile) {
		s.logFile = filepath.Join(around.Folder, s.logFile)
	}
	if s.auth.Username != "" || s.auth.Password != "" {
		own.Require("auth.username", "auth.password")
	}
	if own.Has("server.port") || own.Has("server.address") {
		address, port := own.String("server.address"), own.Int("server.port")
		s.Address = net.JoinHostPort(strings.Trim(address, "[]"), strconv.Itoa(port))
	}
	for _, id := range config.Endpoints() {
		one := own.Under("endpoint." + id)
		s.endpoints[id] = endpointSettings{one.Bool("enabled"), readEndpointPath(one, "path"), actuator.ShowNever}
	}
	for _, id := range []string{"env", "configprops"} {
		one := s.endpoints[id]
		one.show = actuator.ShowValues(own.String("endpoint." + id + ".show-values"))
		s.endpoints[id] = one
	}
	s.admin = readAdmin(own.Under("admin"))
	s.admin.check(own.Under("admin"), around.IsSocket, s.Address != "")
	s.health, s.info = readHealth(own), readInfo(r)
	return s
}

// readBasePath reads the path of the discovery page. It may lack the slash at its beginning; "/" means that there is no page.
func readBasePath(r *config.Reader, key string) string {
	return "/" + strings.TrimPrefix(endpointPath(r, key), "/")
}

// readEndpointPath reads the path of an endpoint, which may lack the slash at its beginning: then it is below the base path.
func readEndpointPath(r *config.Reader, key string) string {
	path := endpointPath(r, key)
	if path == "/" {
		r.Reject(key, "must not be /, below which all other paths are", "for example "+key+": /internal")
	}
	return path
}

// endpointPath reads a path, with or without a slash at its beginning. What has a meaning in patterns and URLs cannot be in it.
func endpointPath(r *config.Reader, key string) string {
	path := r.String(key)
	if path == "" || path == "/" {
		return path
	}
	canonical, err := host.ContextPath(path)
	if err != nil || canonical == "" || strings.ContainsAny(canonical, "{}*?#") {
		r.Reject(key, "is not a valid path for an endpoint", "for example "+key+": /internal/things")
		return ""
	}
	if !strings.HasPrefix(path, "/") {
		return strings.TrimPrefix(canonical, "/")
	}
	return canonical
}
