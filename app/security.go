package app

import (
	"net/http"
	"time"

	"github.com/fwrun/fwrun/app/security"
	"github.com/fwrun/fwrun/logging"
)

// prepareSecurity makes what finds out who is asking.
func (g *generation) prepareSecurity() error {
	transport := &http.Transport{Proxy: http.ProxyFromEnvironment, DisableKeepAlives: true, ResponseHeaderTimeout: 10 * time.Second}
	made, err := security.New(g.settings.security, transport, g.logs.Logger(logging.HTTP))
	if err != nil {
		return err
	}
	g.security = made
	g.settings.host.Policies.Security = made.Host()
	return nil
}
