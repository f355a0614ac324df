package release

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/tests/harness"
)

// registry is a registry of npm with the packages of a release.
type registry struct {
	url  string
	docs map[string]map[string]any // by the package's name
	data map[string][]byte         // of the archives, by the names of their files
}

// newRegistry serves the packages of the release. A test may change them before it installs any.
func newRegistry(t *testing.T) *registry {
	t.Helper()
	r := &registry{docs: map[string]map[string]any{}, data: map[string][]byte{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /-/files/{file}", func(w http.ResponseWriter, req *http.Request) {
		if data, is := r.data[req.PathValue("file")]; is {
			_, _ = w.Write(data)
			return
		}
		http.NotFound(w, req)
	})
	mux.HandleFunc("GET /{name...}", func(w http.ResponseWriter, req *http.Request) {
		if doc, is := r.docs[req.PathValue("name")]; is {
			_ = json.NewEncoder(w).Encode(doc)
			return
		}
		http.NotFound(w, req)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	r.url = server.URL
	for _, file := range npmFiles(t) {
		data, err := os.ReadFile(filepath.Join(releaseFolder(t), "npm", file))
		if err != nil {
			t.Fatal(err)
		}
		r.publish(t, file, data)
	}
	return r
}

// npmFiles lists the packages of the release, in the order in which they are published.
func npmFiles(t *testing.T) []string {
	t.Helper()
	order, err := os.ReadFile(filepath.Join(releaseFolder(t), "npm", "ORDER"))
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Fields(string(order))
	if len(files) != 3 {
		t.Fatalf("there are %v", files)
	}
	return files
}

func (r *registry) publish(t *testing.T, file string, data []byte) {
	t.Helper()
	var about map[string]any
	if err := json.Unmarshal(inPackage(t, data, "package/package.json"), &about); err != nil {
		t.Fatal(err)
	}
	name, _ := about["name"].(string)
	version, _ := about["version"].(string)
	sum := sha512.Sum512(data)
	about["dist"] = map[string]any{"tarball": r.url + "/-/files/" + file, "integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:])}
	r.data[file] = data
	r.docs[name] = map[string]any{"name": name, "dist-tags": map[string]string{"latest": version}, "versions": map[string]any{version: about}}
}

// inPackage returns a file of an archive.
func inPackage(t *testing.T, data []byte, name string) []byte {
	t.Helper()
	unpacked, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for archive := tar.NewReader(unpacked); ; {
		header, err := archive.Next()
		if err != nil {
			t.Fatal(name, err)
		}
		if header.Name == name {
			text, err := io.ReadAll(archive)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
	}
}

// npmEnv is an environment in which npm knows nothing of the user's.
func npmEnv(t *testing.T, registry string) []string {
	t.Helper()
	home := t.TempDir()
	harness.WriteFile(t, filepath.Join(home, "npmrc"), "")
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "FWRUN_CACHE=" + filepath.Join(home, "fwrun"), "npm_config_registry=" + registry,
		"npm_config_cache=" + filepath.Join(home, "cache"), "npm_config_userconfig=" + filepath.Join(home, "npmrc"),
		"npm_config_globalconfig=" + filepath.Join(home, "none"),
		"npm_config_audit=false", "npm_config_fund=false", "npm_config_update_notifier=false", "npm_config_fetch_retries=0",
	}
}
