package http_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

// fakeUpload is a file, or a missing one with code 4; it records the calls.
type fakeUpload struct {
	field, name string
	code        int
	moved       string
}

func (u *fakeUpload) Field() string       { return u.field }
func (u *fakeUpload) Name() string        { return u.name }
func (u *fakeUpload) ClaimedType() string { return "" }
func (u *fakeUpload) MediaType() string   { return "image/png" }
func (u *fakeUpload) Path() string        { return "/tmp/" + u.name }
func (u *fakeUpload) Size() int64         { return 3 }
func (u *fakeUpload) Code() int           { return u.code }

func (u *fakeUpload) Bytes(limit int64) ([]byte, error) {
	if u.code != 0 {
		return nil, fault.New("fake", fault.NotFound, "no file was uploaded")
	}
	return []byte("\uFEFFa\xff"), nil
}

func (u *fakeUpload) Move(_ context.Context, folder, name string, overwrite bool) (string, error) {
	u.moved = fmt.Sprintf("%s %q %v", folder, name, overwrite)
	return "stored", nil
}

func TestHttpUploadedFile(t *testing.T) {
	p := newPage(t)
	upload := &fakeUpload{field: "f", name: "a"}
	value, err := p.Supplied("HttpUploadedFile", upload)
	if err != nil {
		t.Fatal(err)
	}
	p.Set("f", value)
	p.Cases([][2]string{
		{`f instanceof HttpUploadedFile`, "true"},
		{`[f.getFilePath(), f.getName(), f.getSize(), f.getError(), f.getMediaType(), f.getClientMediaType()].join("|")`, "/tmp/a|a|3|0|image/png|"},
		{`f.getErrorText()`, "There is no error, the file uploaded with success"},
		{`f.bytes().then((b) => b instanceof Uint8Array && b.join())`, "239,187,191,97,255"},
		{`f.text()`, "a\uFFFD"},
		{`f.moveTo("in")`, "stored"},
		{`f.seen = 1; Object.keys(f).join()`, "seen"},
		{`new HttpUploadedFile()`, "throws TypeError: an HttpUploadedFile cannot be made with new; it comes with a request"},
		{`HttpUploadedFile.prototype.getName.call({})`, "throws TypeError: this is not an HttpUploadedFile"},
		{`HttpUploadedFile.UPLOAD_ERR_NO_FILE`, "4"},
		{`"use strict"; HttpUploadedFile.UPLOAD_ERR_OK = 1`, "throws TypeError: Cannot assign to read only property 'UPLOAD_ERR_OK'"},
		{`f.moveTo()`, `throws TypeError: moveTo takes a folder, such as "uploads"`},
		{`f.moveTo("")`, `throws TypeError: moveTo takes a folder, such as "uploads"`},
		{`f.moveTo("in", 7)`, "throws TypeError: moveTo takes a name as its second argument, or options"},
	})
	for script, want := range map[string]string{
		`f.moveTo("in")`:                            `/app/in "" false`,
		`f.moveTo("in", "x")`:                       `/app/in "x" false`,
		`f.moveTo("in", null)`:                      `/app/in "" false`,
		`f.moveTo("in", "x", { overwrite: true })`:  `/app/in "x" true`,
		`f.moveTo("in", { overwrite: true })`:       `/app/in "" true`,
		`f.moveTo("/abs/in", undefined, {})`:        `/abs/in "" false`,
		`f.moveTo("../beside", "../../etc/passwd")`: `/beside "../../etc/passwd" false`,
	} {
		if got := p.Eval(script); got != "stored" || upload.moved != want {
			t.Errorf("%s: %s, %s; want %s", script, got, upload.moved, want)
		}
	}
	upload.code = 4
	p.Cases([][2]string{
		{`f.getErrorText()`, "No file was uploaded"},
		{`f.text().catch(String)`, "Error: no file was uploaded"},
	})
	if _, err := p.Supplied("HttpUploadedFile", "text"); err == nil {
		t.Error("a text is taken for a file")
	}
}

func TestFilesOfARequest(t *testing.T) {
	p := newPage(t)
	request := &fakeRequest{files: []any{
		&fakeUpload{field: "one", name: "a"}, &fakeUpload{field: "list[]", name: "b"},
		&fakeUpload{field: "two", name: "c"}, &fakeUpload{field: "two", name: "d"}, &fakeUpload{field: "__proto__", name: "e"},
	}}
	value, err := p.Supplied("HttpRequest", request)
	if err != nil {
		t.Fatal(err)
	}
	p.Set("q", value)
	p.Cases([][2]string{
		{`[q.getFile("one"), q.getFile("list"), q.getFile("list[]"), q.getFile("two")].map((f) => f.getName()).join()`, "a,b,b,c"},
		{`q.getFile("none")`, "null"},
		{
			`JSON.stringify(q.getFiles(), (_, v) => v instanceof HttpUploadedFile ? v.getName() : v)`,
			`{"one":"a","list":["b"],"two":["c","d"],"__proto__":"e"}`,
		},
		{`q.getRawBytes() instanceof Uint8Array && q.getRawBytes().join()`, "112,61"},
	})
	request.odd = true
	p.Cases([][2]string{
		{`q.getRawBody()`, "throws HttpRestException: the body is not text in a supported charset"},
		{`try { q.getRawBody() } catch (e) { e.status }`, "415"},
	})
}
