package multipart

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"regexp"
	"strings"
	"testing"
)

// differs matches what the standard library parses differently: filename*, and \ before an ordinary character.
var differs = regexp.MustCompile(`\*|\\[^"\\]`)

// FuzzRead: a body that is accepted means the same to the standard library, which accepts more, and a refused body
// leaves no files.
func FuzzRead(f *testing.F) {
	f.Add(body(text("a", "1"), upload("f", "x.png", "\r\n--"), upload("none", "", "")))
	f.Add(body(text("a\\\"", "\r\n")) + "epilogue")
	f.Add("--B\r\nContent-Disposition: form-data; name=a\r\n\r\n--B--")
	f.Add(body("Content-Disposition: form-data; name=\"a\"; filename=\"C:\\x\"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nx"))
	f.Add(body("content-disposition:form-data;name=a;filename*=utf-8''b;filename=c\r\n\r\nx"))
	store := NewStore(f.TempDir())
	f.Fuzz(func(t *testing.T, text string) {
		form, err := Read(strings.NewReader(text), "B", store, roomy, Options{})
		defer form.Remove()
		if err != nil {
			if n := left(t, store); n != 0 {
				t.Errorf("%d files are left", n)
			}
			return
		}
		if differs.MatchString(text) {
			return
		}
		ours, theirs := describe(t, form), describeStandard(text)
		if ours != theirs {
			t.Errorf("%q\n ours %s\nstandard %s", text, ours, theirs)
		}
	})
}

// describe returns a description of the form, texts first, then files.
func describe(t *testing.T, form *Form) string {
	var b strings.Builder
	for _, field := range form.Fields {
		fmt.Fprintf(&b, "%q=%q\n", field.Name, field.Value)
	}
	for _, file := range form.Files {
		var content []byte
		if file.Code() == OK {
			var err error
			if content, err = file.Bytes(1 << 30); err != nil {
				t.Fatal(err)
			}
		}
		fmt.Fprintf(&b, "%q file %q=%q\n", file.Field(), file.Name(), content)
	}
	return b.String()
}

func describeStandard(text string) string {
	var texts, files strings.Builder
	for r := multipart.NewReader(strings.NewReader(text), "B"); ; {
		part, err := r.NextRawPart()
		if errors.Is(err, io.EOF) {
			return texts.String() + files.String()
		}
		if err != nil {
			return err.Error()
		}
		content, err := io.ReadAll(part)
		if err != nil {
			return err.Error()
		}
		_, parameters, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		if err != nil {
			return err.Error()
		}
		name := strings.ReplaceAll(parameters["name"], "%22", `"`)
		if file, isFile := parameters["filename"]; isFile {
			fmt.Fprintf(&files, "%q file %q=%q\n", name, strings.ReplaceAll(file, "%22", `"`), content)
		} else {
			fmt.Fprintf(&texts, "%q=%q\n", name, content)
		}
	}
}
