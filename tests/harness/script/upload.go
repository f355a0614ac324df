package script

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/textproto"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/fwrun/fwrun/tests/harness"
)

// sendUpload sends a form as browsers do. A field is name=text, name=@file, or name=@ for a file input that
// was left empty; name=@file=other sends the file under another name.
func sendUpload(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) >= 2, "upload <METHOD> <path> [<name>=<text>|<name>=@<file>[=<other>]]…")
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for _, field := range args[2:] {
		name, value, found := strings.Cut(field, "=")
		usage(ts, found, "upload … <name>=<text>")
		file, isFile := strings.CutPrefix(value, "@")
		if !isFile {
			ts.Check(w.WriteField(name, value))
			continue
		}
		file, other, renamed := strings.Cut(file, "=")
		if !renamed {
			other = strings.TrimPrefix(path.Base("/"+file), "/")
		}
		header := textproto.MIMEHeader{}
		header.Set("Content-Disposition", fmt.Sprintf(`form-data; name="%s"; filename="%s"`, name, strings.ReplaceAll(other, `"`, "%22")))
		header.Set("Content-Type", "application/octet-stream")
		part, err := w.CreatePart(header)
		ts.Check(err)
		if file != "" {
			_, err = part.Write([]byte(ts.ReadFile(file)))
			ts.Check(err)
		}
	}
	ts.Check(w.Close())
	r := request{
		method: args[0], path: args[1], header: map[string][]string{"Content-Type": {w.FormDataContentType()}}, body: body.String(),
		chunk: stateOf(ts).chunk,
	}
	got, err := r.send(ts.Getenv("URL"))
	ts.Check(err)
	show(ts, got, nil)
}

// awaitLeft waits until the given number of files match a pattern.
func awaitLeft(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "left <n> <pattern>")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var found []string
	ticks := time.NewTicker(5 * time.Millisecond) // there is no event to wait for
	defer ticks.Stop()
	for deadline := time.Now().Add(harness.Patience); time.Now().Before(deadline); <-ticks.C {
		found, err = filepath.Glob(ts.MkAbs(args[1]))
		ts.Check(err)
		if len(found) == want {
			return
		}
	}
	ts.Fatalf("%d files match %s, not %d: %v", len(found), args[1], want, found)
}

// uploadWithin uploads a file of a number of MiB, which is generated while it is sent, and expects that the
// process never takes more than a number of MiB of memory in addition to what it had before.
func uploadWithin(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 5, "upload-within <name> <most MiB> <MiB> <path> <field>")
	most, err := strconv.Atoi(args[1])
	ts.Check(err)
	size, err := strconv.Atoi(args[2])
	ts.Check(err)
	pid := runningApplication(ts, args[0]).Cmd.Process.Pid
	peakMemory(ts, pid) // resets the peak
	before := peakMemory(ts, pid)

	reader, pipe := io.Pipe()
	w := multipart.NewWriter(pipe)
	go func() {
		part, err := w.CreateFormFile(args[4], "large.bin")
		for i := 0; i < size && err == nil; i++ {
			_, err = part.Write(make([]byte, 1<<20))
		}
		if err == nil {
			err = w.Close()
		}
		pipe.CloseWithError(err)
	}()
	client, url, err := clientTo(ts.Getenv("URL"))
	ts.Check(err)
	got, err := client.Post(url+args[3], w.FormDataContentType(), reader)
	ts.Check(err)
	defer func() { _ = got.Body.Close() }()
	body, err := io.ReadAll(got.Body)
	ts.Check(err)
	show(ts, &Response{got.StatusCode, got.Header, string(body)}, nil)
	grown := (peakMemory(ts, pid) - before) >> 10
	ts.Logf("%d MiB uploaded, %d MiB of memory more", size, grown)
	if grown > most {
		ts.Fatalf("the process took %d MiB more, and not %d", grown, most)
	}
}

// peakMemory returns the largest resident memory of a process, in KiB, since its last call.
func peakMemory(ts *testscript.TestScript, pid int) int {
	folder := fmt.Sprintf("/proc/%d/", pid)
	status, err := os.ReadFile(folder + "status")
	ts.Check(err)
	found := harness.PeakLine.FindSubmatch(status)
	if found == nil {
		ts.Fatalf("the system does not tell")
	}
	ts.Check(os.WriteFile(folder+"clear_refs", []byte("5"), 0)) // resets the peak to the current memory
	kib, err := strconv.Atoi(string(found[1]))
	ts.Check(err)
	return kib
}
