package main

import (
	"crypto/rand"
	"fmt"
	"log"
	"net/http"
	"regexp"
	"strconv"
	"time"
)

// cache says how long browsers may keep the answers of GET; the first that matches decides.
var cache = []struct {
	path  *regexp.Regexp
	value string
}{
	{regexp.MustCompile(`^/tags$`), "public, max-age=60"},
	{regexp.MustCompile(`^/articles$`), "public, max-age=5"},
	{regexp.MustCompile(`^/articles/[a-z0-9-]+$`), "public, max-age=10"},
}

var (
	requestID = regexp.MustCompile(`^[A-Za-z0-9-]{8,64}$`)
	client    = regexp.MustCompile(`^(web|ios|android)/(\d+)\.(\d+)\.(\d+)$`)
)

const (
	oldestClient = 2
	slow         = 500 * time.Millisecond
)

// policy is what holds for every request: it has an id, its client is not too old, its answer says how long it may be kept, and a slow one is
// logged.
func policy(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		id := r.Header.Get("X-Request-Id")
		if !requestID.MatchString(id) {
			id = rand.Text()
		}
		w.Header().Set("X-Request-Id", id)
		w.Header().Set("Cache-Control", cacheControl(r))
		if found := client.FindStringSubmatch(r.Header.Get("X-Client")); found != nil {
			if version, err := strconv.Atoi(found[2]); err != nil || version < oldestClient {
				refuse(w, http.StatusUpgradeRequired, fmt.Sprintf("version %s of %s is not supported any more", found[2], found[1]))
				return
			}
		}
		next.ServeHTTP(w, r)
		if took := time.Since(began); took > slow {
			log.Printf("slow request: %s %s %v", r.Method, r.URL.Path, took)
		}
	})
}

func cacheControl(r *http.Request) string {
	if r.Method != http.MethodGet {
		return "no-store"
	}
	for _, c := range cache {
		if c.path.MatchString(r.URL.Path) {
			return c.value
		}
	}
	return "private, no-cache"
}
