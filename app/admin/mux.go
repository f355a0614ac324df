package admin

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
)

// Mux serves handlers, each below a path that begins and ends with a slash. A handler gets paths without it. The root lists the
// paths.
func Mux(handlers map[string]http.Handler) http.Handler {
	mux := http.NewServeMux()
	var paths []string
	for path, h := range handlers {
		mux.Handle(path, http.StripPrefix(strings.TrimSuffix(path, "/"), h))
		paths = append(paths, path)
	}
	slices.Sort(paths)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"process": os.Getpid(), "paths": paths}) // the client has gone
	})
	return mux
}
