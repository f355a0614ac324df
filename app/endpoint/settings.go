package endpoint

import (
	"crypto/tls"
	"io/fs"
	"net"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/host/certs"
	"github.com/fwrun/fwrun/platform/config"
)

// Settings say where and how the server listens.
type Settings struct {
	Address string // "127.0.0.1:8080"; for a unix socket its file
	Unix    bool   // it is a socket in the file system

	mode fs.FileMode // of the socket file; 0 keeps the system's default
	tls  certs.Settings
}

// Place returns where the server listens, without the port.
func (s Settings) Place() string {
	if s.Unix {
		return "unix:" + s.Address
	}
	host, _, _ := net.SplitHostPort(s.Address)
	return host
}

// Read reads server.address and related keys. Files are relative to the application's folder.
func Read(r *config.Reader, application string) Settings {
	address, port := r.String("server.address"), r.Int("server.port")
	s := Settings{Address: net.JoinHostPort(strings.Trim(address, "[]"), strconv.Itoa(port)), tls: readTLS(r, application)}
	if file, ok := strings.CutPrefix(address, "unix:"); ok {
		if file == "" {
			r.Reject("server.address", "does not name a file for the socket", "for example server.address: unix:/run/app.sock")
		}
		s.Address, s.Unix = folder.Within(application, file), true
	}
	if text := r.String("server.socket-mode"); text != "" {
		mode, err := strconv.ParseUint(text, 8, 9)
		if err != nil || mode == 0 {
			r.Reject("server.socket-mode", "must be the permissions of a file in octal digits", "for example server.socket-mode: 0660")
		}
		s.mode = fs.FileMode(mode)
	}
	return s
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
