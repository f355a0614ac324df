package tests

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// sendUpload sends a form as browsers do. A field is name=text, name=@file or name=@ for an
// input that was left empty; name=@file=other calls the file otherwise.
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
	r := request{method: args[0], path: args[1], header: map[string][]string{"Content-Type": {w.FormDataContentType()}}, body: body.String()}
	got, err := r.send(ts.Getenv("URL"))
	ts.Check(err)
	show(ts, got, nil)
}

// awaitLeft waits until so many files match a pattern.
func awaitLeft(ts *testscript.TestScript, neg bool, args []string) {
	usage(ts, !neg && len(args) == 2, "left <n> <pattern>")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	var found []string
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		found, err = filepath.Glob(ts.MkAbs(args[1]))
		ts.Check(err)
		if len(found) == want {
			return
		}
	}
	ts.Fatalf("%d files match %s, not %d: %v", len(found), args[1], want, found)
}
