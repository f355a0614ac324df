package image

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/fwrun/fwrun/ship/binary"
	"github.com/fwrun/fwrun/ship/parcel"
)

// variant is an image of the test's own program with a small application.
func variant(t *testing.T) Variant {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	program, err := binary.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	a := &parcel.Application{
		Name: "shop", Compiled: []byte("x"), Files: fstest.MapFS{"a b/shop.js": {Data: []byte("1")}},
		Paths: []string{"a b/shop.js"},
	}
	return Variant{Program: program, Application: a}
}

// files returns the files of an archive by name.
func files(t *testing.T, r io.Reader) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for archive := tar.NewReader(r); ; {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		if all[header.Name], err = io.ReadAll(archive); err != nil {
			t.Fatal(err)
		}
	}
}

func written(t *testing.T, o Options, variants ...Variant) ([]byte, *Image) {
	t.Helper()
	var out bytes.Buffer
	image, err := Write(&out, variants, o)
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), image
}

// TestSameDigest: the same input makes the same bytes, and another time another digest.
func TestSameDigest(t *testing.T) {
	v, o := variant(t), Options{Name: "shop:1.0", Created: time.Unix(1000, 0).UTC()}
	one, first := written(t, o, v)
	two, second := written(t, o, v)
	if !bytes.Equal(one, two) || first.Digest != second.Digest {
		t.Errorf("%s and %s", first.Digest, second.Digest)
	}
	o.Created = time.Unix(2000, 0).UTC()
	if _, other := written(t, o, v); other.Digest == first.Digest {
		t.Error("the time does not count")
	}
}

// TestDockerReadsIt: the manifest for docker load names blobs that are there, and the configuration has what containers need.
func TestDockerReadsIt(t *testing.T) {
	archive, _ := written(t, Options{Name: "shop:1.0"}, variant(t))
	all := files(t, bytes.NewReader(archive))
	var manifest []struct {
		Config   string
		RepoTags []string
		Layers   []string
	}
	if err := json.Unmarshal(all["manifest.json"], &manifest); err != nil || len(manifest) != 1 || len(manifest[0].Layers) != 3 ||
		manifest[0].RepoTags[0] != "shop:1.0" {
		t.Fatalf("%+v, %v", manifest, err)
	}
	for _, name := range append(manifest[0].Layers, manifest[0].Config) {
		if all[name] == nil {
			t.Errorf("%s is not there", name)
		}
	}
	config := string(all[manifest[0].Config])
	for _, want := range []string{
		`"User":"65532:65532"`, `"Entrypoint":["/usr/bin/fwrun","serve"]`, `"FWRUN_SUPERVISE=true"`,
		`"Test":["CMD","/usr/bin/fwrun","health"]`, `"StopSignal":"SIGTERM"`,
	} {
		if !strings.Contains(config, want) {
			t.Errorf("the configuration has no %s: %s", want, config)
		}
	}
	reader, err := gzip.NewReader(bytes.NewReader(all[manifest[0].Layers[2]]))
	if err != nil {
		t.Fatal(err)
	}
	if layer := files(t, reader); string(layer["opt/application/files/a b/shop.js"]) != "1" || layer["opt/application/application.json"] == nil {
		t.Errorf("the application's layer has %d files", len(layer))
	}
}

// TestBare: fwrun alone is no server.
func TestBare(t *testing.T) {
	archive, _ := written(t, Options{Name: "fwrun:latest"}, Variant{Program: variant(t).Program})
	all := files(t, bytes.NewReader(archive))
	for name, text := range all {
		if strings.HasPrefix(name, "blobs/") && bytes.Contains(text, []byte(`"rootfs"`)) && bytes.Contains(text, []byte("Healthcheck")) {
			t.Errorf("%s", text)
		}
	}
}

func TestAuthorities(t *testing.T) {
	pool := x509.NewCertPool()
	text := authorities()
	if !pool.AppendCertsFromPEM([]byte(text)) || strings.Count(text, "BEGIN CERTIFICATE") < 50 {
		t.Errorf("there are %d certificates", strings.Count(text, "BEGIN CERTIFICATE"))
	}
}

func TestTagOf(t *testing.T) {
	for name, want := range map[string]string{"shop": "latest", "shop:1.0": "1.0", "example.com:5000/shop": "latest", "example.com:5000/shop:2": "2"} {
		if got := tagOf(name); got != want {
			t.Errorf("%s has the tag %s", name, got)
		}
	}
}
