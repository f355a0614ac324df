package endpoint

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/host/compress"
	"github.com/fwrun/fwrun/jsapi/folders"
	"github.com/fwrun/fwrun/platform/config"
)

// Served returns the folders of static files, relative to that of the application: there are no scripts of it in them.
func Served(static []host.Static, application string, inside *folders.Inside) (list []string) {
	for _, one := range static {
		if name, err := filepath.Rel(inside.Over(one.Folder, application), one.Folder); err == nil {
			list = append(list, filepath.ToSlash(name))
		}
	}
	return list
}

// ReadStatic reads server.static: a folder for each prefix of the path, or a section with a folder.
func ReadStatic(r *config.Reader, application string, inside *folders.Inside) []host.Static {
	var list []host.Static
	for _, prefix := range r.Names("server.static") {
		key := "server.static[" + prefix + "]"
		one := host.Static{Prefix: prefix}
		name := ""
		if section := r.Named("server.static", prefix); section.Has("folder") {
			name = section.String("folder")
			one.Index = section.String("index")
			one.CacheControl = section.String("cache-control")
			one.Fallback = section.Bool("fallback")
			one.Precompressed = section.Bool("precompressed")
			key += ".folder"
		} else {
			name = section.String("")
		}
		within := inside.Folder(name, application)
		one.Folder = filepath.Join(within, filepath.FromSlash(name))
		if problem, hint := wrongPrefix(prefix); problem != "" {
			r.Reject(key, problem, hint)
		} else if problem, hint := wrongFolder(within, name); name != "" && problem != "" {
			r.Reject(key, problem, hint)
		}
		list = append(list, one)
	}
	return list
}

func wrongPrefix(prefix string) (problem, hint string) {
	clean := prefix == "/" || strings.HasPrefix(prefix, "/") && path.Clean(prefix) == strings.TrimSuffix(prefix, "/")
	if !clean || strings.ContainsAny(prefix, `%\?#`) {
		return "has the key " + prefix + ", which is not a valid path", `write "/" or a path such as "/assets"`
	}
	return "", ""
}

// wrongFolder returns why a folder cannot be served: it must be within the application, and must not contain
// files that are not public.
func wrongFolder(application, name string) (problem, hint string) {
	clean := path.Clean(filepath.ToSlash(name))
	private := []string{".", "config", "data", "migrations"}
	switch {
	case !filepath.IsLocal(name):
		return "names " + name + ", which is not within the application", "move the files into a folder of the application, such as public/"
	case slices.Contains(private, clean), strings.HasPrefix(clean, "config/"):
		return "names " + name + ", which contains private files", "serve another folder, such as public/"
	}
	root, err := os.OpenRoot(application)
	if err != nil {
		return "cannot be checked: " + err.Error(), ""
	}
	defer func() { _ = root.Close() }()
	info, err := root.Stat(clean)
	switch {
	case os.IsNotExist(err):
		return "names the folder " + name + ", which does not exist", "create the folder, or remove the line"
	case err != nil:
		return "names " + name + ", which cannot be served: " + folder.Reason(err), "the folder must be within the application, and readable"
	case !info.IsDir():
		return "names " + name + ", which is a file", "name its folder"
	}
	return "", ""
}

// ReadCompression reads how answers are compressed.
func ReadCompression(r *config.Reader) host.Compression {
	c := host.Compression{Off: !r.Bool("server.compression.enabled")}
	c.MinBytes = int(r.Size("server.compression.min-bytes"))
	c.Types = r.Strings("server.compression.types")
	for _, name := range r.Strings("server.compression.codings") {
		coding := compress.Coding(strings.ToLower(name))
		if !slices.Contains(compress.Codings(), coding) {
			r.Reject("server.compression.codings", "contains "+name+", which is not supported", "use zstd, br and gzip")
		}
		c.Codings = append(c.Codings, coding)
	}
	return c
}
