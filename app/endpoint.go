package app

import (
	"crypto/tls"
	"io/fs"
	"net"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/config"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/host/certs"
)

// endpoint holds where and how the server listens.
type endpoint struct {
	address string      // "127.0.0.1:8080"; for a unix socket its file
	unix    bool        // it is a socket in the file system
	mode    fs.FileMode // of the socket file; 0 keeps the system's default
	tls     certs.Settings
}

// place returns where the server listens, without the port.
func (e endpoint) place() string {
	if e.unix {
		return "unix:" + e.address
	}
	host, _, _ := net.SplitHostPort(e.address)
	return host
}

// encrypted reports whether the server uses TLS.
func (e endpoint) encrypted() bool { return len(e.tls.Pairs) > 0 }

// readEndpoint reads server.address and related keys. Files are relative to the application's folder.
func readEndpoint(r *config.Reader, application string) endpoint {
	address, port := r.String("server.address"), r.Int("server.port")
	e := endpoint{address: net.JoinHostPort(strings.Trim(address, "[]"), strconv.Itoa(port)), tls: readTLS(r, application)}
	if file, ok := strings.CutPrefix(address, "unix:"); ok {
		if file == "" {
			r.Reject("server.address", "does not name a file for the socket", "for example server.address: unix:/run/app.sock")
		}
		e.address, e.unix = folder.Within(application, file), true
	}
	if text := r.String("server.socket-mode"); text != "" {
		mode, err := strconv.ParseUint(text, 8, 9)
		if err != nil || mode == 0 {
			r.Reject("server.socket-mode", "must be the permissions of a file in octal digits", "for example server.socket-mode: 0660")
		}
		e.mode = fs.FileMode(mode)
	}
	return e
}

func readContextPath(r *config.Reader) string {
	path, err := host.ContextPath(r.String("server.context-path"))
	if err != nil {
		r.Reject("server.context-path", err.Error(), "for example server.context-path: /api")
	}
	return path
}

func readTLS(r *config.Reader, application string) certs.Settings {
	s := certs.Settings{Handshake: r.Duration("server.tls.handshake-timeout")}
	for _, one := range tlsSections(r) {
		one.Require("certificate", "key")
		s.Pairs = append(s.Pairs, certs.Pair{
			Certificate: folder.Within(application, one.String("certificate")), Key: folder.Within(application, one.String("key")),
		})
	}
	if file := r.String("server.tls.client-ca"); file != "" {
		s.ClientCA = folder.Within(application, file)
		if len(s.Pairs) == 0 {
			r.Reject("server.tls.client-ca", "requires a certificate of the server", "add server.tls.certificate and server.tls.key")
		}
	}
	if r.String("server.tls.min-version") == "1.3" {
		s.MinVersion = tls.VersionTLS13
	}
	return s
}

// tlsSections returns the sections that name certificates; server.tls itself comes first.
func tlsSections(r *config.Reader) []*config.Reader {
	var list []*config.Reader
	if own := r.Under("server.tls"); own.Has("certificate") || own.Has("key") {
		list = append(list, own)
	}
	return append(list, r.Items("server.tls.certificates")...)
}
