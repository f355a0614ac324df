package http

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/fwrun/fwrun/tests/harness"
)

// downloads is an application that sends files of its folder.
const downloads = `import { GetMapping, ResponseEntity } from "fwrun";
export const file = GetMapping("/files/{name}")((name) => ResponseEntity.ok().withFile(name, { root: "data" }));
`

// TestLargeDownload sends a file of 1 GiB to two clients at once: the memory of the process must not grow
// with it.
func TestLargeDownload(t *testing.T) {
	const size, clients, allowed = 1 << 30, 2, 40 << 20
	app, url := harness.Serve(t, downloadFolder(t, size))
	fetch(t, url+"/files/large.bin", "bytes=0-1000000", 1000001) // memory that is needed once
	before := harness.ResidentSize(t, app.Cmd.Process.Pid)
	began, done := time.Now(), make(chan struct{})
	for _, ranges := range []string{"", "bytes=0-99999,200000-"} {
		go func() {
			defer func() { done <- struct{}{} }()
			want := int64(size)
			if ranges != "" {
				want = -1 // plus the heads of the parts
			}
			fetch(t, url+"/files/large.bin", ranges, want)
		}()
	}
	most, look := 0, time.NewTicker(10*time.Millisecond)
	defer look.Stop()
	for left := clients; left > 0; {
		select {
		case <-done:
			left--
		case <-look.C:
			most = max(most, harness.ResidentSize(t, app.Cmd.Process.Pid)-before)
		}
	}
	t.Logf("%.0f MB/s, %.1f MB more than before", clients*size/1e6/time.Since(began).Seconds(), float64(most)/1e6)
	if most > allowed {
		t.Errorf("the process grew by %d MB, %d are allowed", most>>20, allowed>>20)
	}
}

// TestAbandonedDownload: no file stays open when clients disconnect in the middle.
func TestAbandonedDownload(t *testing.T) {
	t.Parallel()
	folder := downloadFolder(t, 1<<30)
	app, url := harness.Serve(t, folder)
	for range 10 {
		connection, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = fmt.Fprintf(connection, "GET /files/large.bin HTTP/1.1\r\nHost: x\r\n\r\n")
		if _, err := io.ReadFull(connection, make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		if n := openFiles(t, app.Cmd.Process.Pid, "large.bin"); n == 0 {
			t.Fatal("the file is not open while it is sent")
		}
		_ = connection.Close()
	}
	untilClosed(t, app.Cmd.Process.Pid)
}

// TestStalledDownload: a client that reads nothing is disconnected.
func TestStalledDownload(t *testing.T) {
	t.Parallel()
	app, url := harness.Serve(t, downloadFolder(t, 1<<30), "SERVER_WRITE_TIMEOUT=200ms")
	connection, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close()
	_, _ = fmt.Fprintf(connection, "GET /files/large.bin HTTP/1.1\r\nHost: x\r\n\r\n")
	if _, err := io.ReadFull(connection, make([]byte, 1000)); err != nil {
		t.Fatal(err)
	}
	untilClosed(t, app.Cmd.Process.Pid)
}

// untilClosed waits until a process has closed the large file.
func untilClosed(t *testing.T, pid int) {
	t.Helper()
	harness.Eventually(t, "files are closed after their clients have gone", func() bool { return openFiles(t, pid, "large.bin") == 0 })
}

// TestSlowDownload: the write timeout limits the time without progress, not the whole download.
func TestSlowDownload(t *testing.T) {
	t.Parallel()
	const timeout = time.Second
	folder := downloadFolder(t, 256<<20)
	_, url := harness.Serve(t, folder, "SERVER_WRITE_TIMEOUT="+timeout.String())
	response, err := http.Get(url + "/files/large.bin")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	pause := time.NewTicker(timeout / 10)
	defer pause.Stop()
	piece := make([]byte, 2<<20)
	for began := time.Now(); time.Since(began) < 3*timeout; <-pause.C {
		if _, err := io.ReadFull(response.Body, piece); err != nil {
			t.Fatalf("after %v: %v", time.Since(began), err)
		}
	}
	rest, err := io.Copy(io.Discard, response.Body)
	if err != nil || rest == 0 {
		t.Errorf("of the rest came %d bytes: %v", rest, err)
	}
}

func downloadFolder(t *testing.T, size int64) string {
	t.Helper()
	folder := t.TempDir()
	harness.WriteFile(t, filepath.Join(folder, "app.js"), downloads)
	if err := os.Mkdir(filepath.Join(folder, "data"), 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(folder, "data", "large.bin"))
	if err != nil {
		t.Fatal(err)
	}
	if err := file.Truncate(size); err != nil { // a hole: it takes no space on the disk
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return folder
}

// fetch reads a response to its end, and compares its length unless want is negative.
func fetch(t *testing.T, url, ranges string, want int64) {
	request, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Error(err)
		return
	}
	if ranges != "" {
		request.Header.Set("Range", ranges)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Error(err)
		return
	}
	defer response.Body.Close()
	got, err := io.CopyBuffer(struct{ io.Writer }{io.Discard}, response.Body, make([]byte, 1<<20))
	if err != nil || response.StatusCode >= 300 || want >= 0 && got != want {
		t.Errorf("%s: %d, %d bytes: %v", ranges, response.StatusCode, got, err)
	}
}

// openFiles counts the descriptors of a process that are open on a file with that name.
func openFiles(t *testing.T, pid int, name string) (n int) {
	t.Helper()
	folder := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if target, err := os.Readlink(filepath.Join(folder, entry.Name())); err == nil && filepath.Base(target) == name {
			n++
		}
	}
	return n
}
