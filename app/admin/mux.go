package admin

import (
	"encoding/json"
	"net/http"
	"os"
	"slices"
	"strings"
)

// Mux serves handlers by path. One whose path ends with a slash answers what is below it, and gets paths without it. Any other answers
// its path and what is below that, and gets whole paths. The root lists the paths.
func Mux(handlers map[string]http.Handler) http.Handler {
	mux := http.NewServeMux()
	var paths []string
	for path, h := range handlers {
		if above, isBelow := strings.CutSuffix(path, "/"); isBelow {
			mux.Handle(path, http.StripPrefix(above, h))
		} else {
			mux.Handle(path, h)
			mux.Handle(path+"/", h)
		}
		paths = append(paths, path)
	}
	slices.Sort(paths)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"process": os.Getpid(), "paths": paths}) // the client has gone
	})
	return mux
}
