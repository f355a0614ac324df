package app

import (
	"github.com/fwrun/fwrun/app/listing"
	"github.com/fwrun/fwrun/app/management"
	document "github.com/fwrun/fwrun/app/openapi"
	"github.com/fwrun/fwrun/app/sessions"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
)

// document writes the OpenAPI document of an application.
func (s *settings) document(m *manifest.Manifest) schema.Node {
	return s.openAPI.Document(m, document.Application{
		Version: s.agents.Server.Version, ContextPath: s.host.ContextPath, Closed: s.host.JSON.RefuseUnknown,
		Rules: s.security.Rules(), Schemes: s.security.Schemes(),
	})
}

// routesOf returns the routes of an application, and of log-ins.
func (s *settings) routesOf(m *manifest.Manifest) []listing.Route {
	return listing.Routes(m, s.security.Rules(), s.host.ContextPath, s.security.LoginRoutes())
}

// web describes the application's own server.
func (s *settings) web() management.Web {
	w := management.Web{Settings: s.host, Agents: s.agents.Manifest.Path}
	if e := s.endpoint; !e.Unix {
		w.Address = e.Address
	}
	return w
}

// sessions returns the settings of sessions.
func (s *settings) sessions() sessions.Settings {
	own := s.security.Session
	return sessions.Settings{Enabled: own.Enabled, Secret: own.Secret, Datasource: own.Datasource, Clock: s.security.Clock}
}

// keepInMemory uses stores in memory, so that a run without a trace does not touch stores that others use.
func (s *settings) keepInMemory() {
	s.caches, s.locks, s.security.Session.Datasource = s.caches.InMemory(), s.locks.InMemory(), ""
}

// descriptors returns how many files databases and search clusters may need.
func (s *settings) descriptors() (taken uint64) {
	for _, one := range s.datasources {
		taken += uint64(max(0, one.Descriptors()))
	}
	for _, one := range s.search {
		taken += uint64(one.Limits.Most)
	}
	return taken
}
