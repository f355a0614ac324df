package forms

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func text(name, value string) field { return field{name: name, text: value, mime: "text/plain"} }

func file(name, filename, mime, content string) field {
	return field{name: name, filename: filename, mime: mime, file: BlobOf([]byte(content))}
}

func TestEncode(t *testing.T) {
	got := string(encode(nil, []field{text("a\"\n", "x\ny\rz"), file("f", "q\"\r\nr", "", "\n")}, "B"))
	want := "--B\r\nContent-Disposition: form-data; name=\"a%22%0D%0A\"\r\n\r\nx\r\ny\r\nz\r\n" +
		"--B\r\nContent-Disposition: form-data; name=\"f\"; filename=\"q%22%0D%0Ar\"\r\nContent-Type: application/octet-stream\r\n\r\n\n\r\n--B--\r\n"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestParse(t *testing.T) {
	part := func(head, content string) string { return "--B\r\n" + head + "\r\n\r\n" + content + "\r\n" }
	const disposition = `Content-Disposition: form-data; name="a"`
	for _, c := range []struct {
		body string
		want []field
	}{
		{"--B--", nil},
		{"\r\n--B--\r\nepilogue", nil},
		{part(disposition, "x") + "--B--\r\n", []field{text("a", "x")}},
		{part(disposition, "") + part(disposition, "\r\n--b\r\n") + "--B--", []field{text("a", ""), text("a", "\r\n--b\r\n")}},
		{
			part("content-disposition: FORM-DATA; name=a; filename=f.txt\r\nContent-Type: Image/PNG\r\nX-Other: 1", "\r\n") + "--B--",
			[]field{{name: "a", filename: "f.txt", mime: "image/png", file: BlobOf([]byte("\r\n"))}},
		},
		{
			part(disposition+`; filename="a%22%0D%0a;\é.txt"`, "\xff") + "--B--",
			[]field{{name: "a", filename: "a\"\r\n;\\é.txt", mime: "text/plain", file: BlobOf([]byte("\xff"))}},
		},
		{part(disposition+`; filename=""`, "") + "--B--", []field{{name: "a", mime: "text/plain", file: BlobOf(nil)}}},
		{"--B \t\r\n" + disposition + "\r\n\r\n\xff\r\n--B--", []field{text("a", "\ufffd")}},
	} {
		got, err := parse([]byte(c.body), "B")
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %+v %v, want %+v", c.body, got, err, c.want)
		}
	}
	for _, bad := range []string{
		"", "x", "--B", "--B\r\n", "--Bx\r\n", part("", "x") + "--B--", part(disposition, "x"), part(disposition, "x") + "--C--",
		part("X: y", "x") + "--B--",
		part("Content-Disposition: attachment; name=a", "x") + "--B--", part(`Content-Disposition: form-data; name="a`, "x") + "--B--",
		part("Content-Disposition: form-data", "x") + "--B--",
		part("Content-Disposition : form-data; name=a", "x") + "--B--", part(disposition+"\r\n"+disposition, "x") + "--B--",
		part(disposition+"\r\nX: "+strings.Repeat("x", maxHead), "x") + "--B--",
	} {
		if got, err := parse([]byte(bad), "B"); err == nil {
			t.Errorf("%.80q was read as %+v", bad, got)
		}
	}
	if _, err := parse([]byte(strings.Repeat(part(disposition, ""), maxFields+1)+"--B--"), "B"); !errors.Is(err, errFields) {
		t.Errorf("too many fields: %v", err)
	}
	for _, boundary := range []string{"", strings.Repeat("x", 71)} {
		if _, err := parse(nil, boundary); !errors.Is(err, errBoundary) {
			t.Errorf("the boundary %q: %v", boundary, err)
		}
	}
}

func TestSlices(t *testing.T) {
	b := &Blob{}
	for _, piece := range []string{"ab", "", "cde", "f"} {
		b.add([]byte(piece))
	}
	for from := range b.size + 1 {
		for to := from; to <= b.size; to++ {
			if got := string(b.Slice(from, to).Bytes()); got != "abcdef"[from:to] {
				t.Errorf("from %d to %d: %q", from, to, got)
			}
		}
	}
}

// FuzzParse: what is read and encoded again reads the same, and no body is read as more than it has.
func FuzzParse(f *testing.F) {
	f.Add("--B\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\nContent-Type: a/b\r\n\r\nx\r\n--B--")
	f.Add("--B\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n--B--")
	f.Fuzz(func(t *testing.T, body string) {
		fields, err := parse([]byte(body), "B")
		if err != nil {
			return
		}
		size := 0
		for i, one := range fields {
			if one.file != nil {
				size += one.file.size
			}
			one.text, one.name = newlines(one.text), newlines(one.name)
			if one.file != nil && one.mime == "" {
				one.mime = "application/octet-stream"
			}
			fields[i] = one
		}
		if size > len(body) {
			t.Fatalf("%d bytes of %d", size, len(body))
		}
		boundary := newBoundary()
		again, err := parse(encode(nil, fields, boundary), boundary)
		if err != nil || len(again) != len(fields) {
			t.Fatalf("%+v became %+v: %v", fields, again, err)
		}
		for i := range fields {
			if fields[i].file == nil {
				fields[i].mime = "text/plain"
			}
			if !reflect.DeepEqual(fields[i], again[i]) && fields[i].file != nil && fields[i].file.size > 0 {
				t.Fatalf("%+v became %+v", fields[i], again[i])
			}
		}
	})
}
