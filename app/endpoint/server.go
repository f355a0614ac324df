package endpoint

import (
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/pollution"
)

// ReadServer reads the limits of the server, but for its policies.
func ReadServer(r *config.Reader, application string, dev bool) host.Settings {
	return host.Settings{
		Folder:          application,
		ContextPath:     readContextPath(r),
		MaxBodyBytes:    int(r.Size("server.max-body-bytes")),
		MaxStreamBytes:  r.Size("server.max-stream-bytes"),
		MaxHeaderBytes:  int(r.Size("server.max-header-bytes")),
		MaxConnections:  r.Int("server.max-connections"),
		MaxPerClient:    r.Int("server.max-connections-per-client"),
		MaxHops:         r.Int("server.max-hops"),
		Multipart:       readMultipart(r, application),
		JSON:            readJSON(r),
		ReadTimeout:     r.Duration("server.read-timeout"),
		WriteTimeout:    r.Duration("server.write-timeout"),
		IdleTimeout:     r.Duration("server.idle-timeout"),
		ShutdownTimeout: r.Duration("server.shutdown-timeout"),
		StreamGrace:     r.Duration("server.stream-grace"),
		AccessLog:       r.Bool("server.access-log", dev),
		Dev:             dev,
	}
}

func readContextPath(r *config.Reader) string {
	path, err := host.ContextPath(r.String("server.context-path"))
	if err != nil {
		r.Reject("server.context-path", err.Error(), "for example server.context-path: /api")
	}
	return path
}

// readJSON reads the limits and rules of JSON in bodies, messages and the arguments of tools.
func readJSON(r *config.Reader) schema.Limits {
	limits := schema.Limits{
		Depth:  r.Int("server.max-json-depth"),
		Values: r.Int("server.max-json-values"),
		Proto:  pollution.Refused,
	}
	if r.String("server.json.proto") == "drop" {
		limits.Proto = pollution.Dropped
	}
	limits.Coerce = r.Bool("server.json.coerce")
	limits.RefuseUnknown = r.String("server.json.unknown") == "refuse"
	limits.RefuseTwice = r.String("server.json.duplicates") == "refuse"
	return limits
}

func readMultipart(r *config.Reader, application string) host.MultipartSettings {
	m := host.MultipartSettings{
		MaxBytes:      r.Size("server.multipart.max-bytes"),
		MaxFileBytes:  r.Size("server.multipart.max-file-bytes"),
		MaxFieldBytes: r.Size("server.multipart.max-field-bytes"),
		MaxFiles:      r.Int("server.multipart.max-files"),
		MaxParts:      r.Int("server.multipart.max-parts"),
		Folder:        r.String("server.multipart.folder"),
	}
	if m.Folder != "" {
		m.Folder = folder.Within(application, m.Folder)
	}
	return m
}
