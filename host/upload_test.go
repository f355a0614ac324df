package host

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/host/hosttest"
)

// takesRequest makes every handler take the request, and so its form.
func (a *fakeApp) takesRequest() *fakeApp {
	request := &schema.Type{Kind: schema.Host, Name: hostRequest}
	a.params = []manifest.Param{{Name: "request", Key: "request", Origin: manifest.FromHost, Type: request}}
	return a
}

// uploading is a server whose uploads are in a folder of the test.
func uploading(t *testing.T, app Application, settings Settings) (r *running, stored func() int) {
	t.Helper()
	settings.Multipart.Folder = t.TempDir()
	r = start(t, app, settings)
	return r, func() int {
		files, err := filepath.Glob(filepath.Join(settings.Multipart.Folder, "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(files)
	}
}

const uploadHead = "POST / HTTP/1.1\r\nHost: h\r\nContent-Type: multipart/form-data; boundary=B\r\n"

const filePart = "--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n"

func TestAClientThatGoesLeavesNothing(t *testing.T) {
	r, stored := uploading(t, fakeRoutes("POST /").takesRequest(), Settings{})
	for name, head := range map[string]string{
		"length": "Content-Length: 1000000\r\n\r\n",
		"chunks": "Transfer-Encoding: chunked\r\n\r\nf0000\r\n",
	} {
		c := r.dial()
		if _, err := io.WriteString(c, uploadHead+head+filePart+strings.Repeat("x", 500_000)); err != nil {
			t.Fatal(err)
		}
		eventually(t, name+": a file in the store", func() bool { return stored() == 1 })
		_ = c.Close()
		eventually(t, name+": an empty store", func() bool { return stored() == 0 })
	}
}

func TestAClientThatIsLateLeavesNothing(t *testing.T) {
	r, stored := uploading(t, fakeRoutes("POST /").takesRequest(), Settings{ReadTimeout: 200 * time.Millisecond})
	got := r.raw(uploadHead + "Content-Length: 1000000\r\n\r\n" + filePart + strings.Repeat("x", 100_000))
	if got.status != 408 || stored() != 0 {
		t.Errorf("%d %s, %d files are left", got.status, got.body, stored())
	}
}

// TestFilesAreThereForTheHandler checks the store while the handler runs, and after it has panicked.
func TestFilesAreThereForTheHandler(t *testing.T) {
	app := fakeRoutes("POST /").takesRequest()
	r, stored := uploading(t, app, Settings{})
	body := filePart + "content\r\n--B--\r\n"
	during := 0
	app.invoke = func(context.Context, int) error {
		during = stored()
		return nil
	}
	send := func() reply {
		return r.ask("POST /", body, "Content-Type: multipart/form-data; boundary=B")
	}
	if got := send(); got.status != 200 || during != 1 || stored() != 0 {
		t.Errorf("%d: %d files during, %d after", got.status, during, stored())
	}
	app.invoke = func(context.Context, int) error { panic("no") }
	if got := send(); got.status != 500 || stored() != 0 {
		t.Errorf("%d: %d files after a panic", got.status, stored())
	}
	app.invoke = func(context.Context, int) error { return fmt.Errorf("no") }
	if got := send(); got.status != 500 || stored() != 0 {
		t.Errorf("%d: %d files after an error", got.status, stored())
	}
}

// TestAFormTooLargeEndsItsConnection sends a request in the rest of a form that was refused.
func TestAFormTooLargeEndsItsConnection(t *testing.T) {
	app, calls := counted(fakeRoutes("POST /", "GET /smuggled").takesRequest())
	r, stored := uploading(t, app, Settings{Multipart: MultipartSettings{MaxFileBytes: 1000}})
	rest := strings.Repeat("GET /smuggled HTTP/1.1\r\nHost: h\r\n\r\n", 5000)
	for framing, chunk := range hosttest.Framings {
		c := r.dial()
		go func() { _, _ = io.WriteString(c, hosttest.Framed(uploadHead, filePart+rest, chunk)) }()
		reader := bufio.NewReader(c)
		response, err := http.ReadResponse(reader, nil)
		if err != nil || response.StatusCode != 413 || !response.Close {
			t.Fatalf("%s: %v, %v", framing, response, err)
		}
		_, _ = io.Copy(io.Discard, response.Body)
		if more, err := io.ReadAll(reader); len(more) > 0 {
			t.Errorf("%s: there is more: %q, %v", framing, more, err)
		}
	}
	if calls[0].Load()+calls[1].Load() != 0 || stored() != 0 {
		t.Errorf("%d calls, %d files are left", calls[0].Load()+calls[1].Load(), stored())
	}
}

// TestFormsKeepTheConnection sends forms on one connection; they are accepted or refused for what they contain.
func TestFormsKeepTheConnection(t *testing.T) {
	r, stored := uploading(t, fakeRoutes("POST /", "GET /").takesRequest(), Settings{})
	c := r.dial()
	var requests []string
	for _, chunk := range hosttest.Framings {
		for _, end := range []string{"", "\r\n", "\r\nan epilogue"} {
			requests = append(requests, hosttest.Framed(uploadHead, filePart+"x\r\n--B--"+end, chunk))
		}
	}
	requests = append(requests, "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
	go func() { _, _ = io.WriteString(c, strings.Join(requests, "")) }()
	reader := bufio.NewReader(c)
	for i := range requests {
		response, err := http.ReadResponse(reader, nil)
		if err != nil || response.StatusCode != 200 {
			t.Fatalf("answer %d: %v, %v", i, response, err)
		}
		_, _ = io.Copy(io.Discard, response.Body)
	}
	if stored() != 0 {
		t.Errorf("%d files are left", stored())
	}
}

func TestADiskThatFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t, fakeRoutes("POST /").takesRequest(), Settings{Multipart: MultipartSettings{Folder: file}})
	got := r.ask("POST /", filePart+"x\r\n--B--\r\n", "Content-Type: multipart/form-data; boundary=B")
	if got.status != 500 || strings.Contains(got.body, file) {
		t.Errorf("%d %s", got.status, got.body)
	}
}

// TestTheStoreGoesWithTheServer stops a server that has received files.
func TestTheStoreGoesWithTheServer(t *testing.T) {
	folder := t.TempDir()
	r := start(t, fakeRoutes("POST /").takesRequest(), Settings{Multipart: MultipartSettings{Folder: folder}})
	r.ask("POST /", filePart+"x\r\n--B--\r\n", "Content-Type: multipart/form-data; boundary=B")
	r.client.CloseIdleConnections()
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Fatalf("the store is not there: %v", entries)
	}
	if err := r.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 0 {
		t.Errorf("%v is left", entries)
	}
}
