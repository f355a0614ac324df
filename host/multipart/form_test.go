package multipart

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/fwrun/fwrun/platform/fault"
)

var roomy = Limits{Bytes: 1 << 20, FileBytes: 1 << 19, Files: 10, Parts: 20, FieldBytes: 1000, TextBytes: 2000}

// body makes a body of parts, each a header and a content, with the boundary B.
func body(parts ...string) string {
	var b strings.Builder
	for _, part := range parts {
		b.WriteString("--B\r\n" + part + "\r\n")
	}
	return b.String() + "--B--\r\n"
}

func text(name, value string) string {
	return fmt.Sprintf("Content-Disposition: form-data; name=%q\r\n\r\n%s", name, value)
}

func upload(name, file, content string) string {
	return fmt.Sprintf("Content-Disposition: form-data; name=%q; filename=%q\r\nContent-Type: image/png\r\n\r\n%s", name, file, content)
}

func testStore(t testing.TB) *Store {
	t.Helper()
	s := NewStore(t.TempDir())
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// left counts the files in a store.
func left(t testing.TB, s *Store) int {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.parent, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return len(files)
}

func TestRead(t *testing.T) {
	long := strings.Repeat("\r\n--", 50_000)
	for name, in := range map[string]func(io.Reader) io.Reader{
		"at once": func(r io.Reader) io.Reader { return r }, "byte by byte": iotest.OneByteReader, "with the end": iotest.DataErrReader,
	} {
		store := testStore(t)
		form, err := Read(in(strings.NewReader(body(
			text("a", "1"), text("a", ""), text("b[]", "two\r\nlines"), upload("f", "x.png", long),
			upload("empty", "e", ""), upload("none", "", ""),
		)+"an epilogue")), "B", store, roomy, Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := []Field{{"a", "1", ""}, {"a", "", ""}, {"b[]", "two\r\nlines", ""}}; !reflect.DeepEqual(form.Fields, want) {
			t.Errorf("%s: %q", name, form.Fields)
		}
		if len(form.Files) != 3 || left(t, store) != 2 {
			t.Fatalf("%s: %d files, %d stored", name, len(form.Files), left(t, store))
		}
		f := form.Files[0]
		got, err := f.Bytes(1 << 20)
		if err != nil || string(got) != long || f.Size() != int64(len(long)) || f.Field() != "f" || f.Name() != "x.png" || f.ClaimedType() != "image/png" {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
		if f = form.Files[1]; f.Code() != OK || f.Size() != 0 || f.Path() == "" {
			t.Errorf("%s: an empty file has the code %d", name, f.Code())
		}
		if f = form.Files[2]; f.Code() != NoFile || f.Path() != "" || f.MediaType() != "" {
			t.Errorf("%s: no file has the code %d", name, f.Code())
		}
		if form.Remove(); left(t, store) != 0 {
			t.Errorf("%s: %d files are left", name, left(t, store))
		}
		if _, err := form.Files[0].Bytes(1); fault.KindOf(err) != fault.NotFound {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadNames(t *testing.T) {
	for header, want := range map[string]string{
		`form-data; name="a"`:                                   `"a"`,
		`Form-Data; NAME=a`:                                     `"a"`,
		`form-data; name=""`:                                    `""`,
		`form-data;name="a";filename="b"`:                       `"a" "b"`,
		`form-data; filename="b"; name="a"`:                     `"a" "b"`,
		`form-data; name="a%22b\"c"; filename="%22"`:            `"a\"b\"c" "\""`,
		`form-data; name="a"; filename="C:\dir\x.txt"`:          `"a" "C:\\dir\\x.txt"`,
		`form-data; name="a"; filename="../../etc/passwd"`:      `"a" "../../etc/passwd"`,
		`form-data; name="a;b=c"; filename="a;name=\"x\""`:      `"a;b=c" "a;name=\"x\""`,
		`form-data; name="ünï"; filename="é😀"`:                  `"ünï" "é😀"`,
		`form-data; name="a%0D%0AX: y"`:                         `"a%0D%0AX: y"`,
		`form-data; name="a"; filename="b"; filename*=utf-8''c`: `"a" "b"`,
		`form-data ; name = "a" `:                               `"a"`,
		`form-data`:                                             "invalid",
		`attachment; name="a"`:                                  "invalid",
		`form-data; filename="a"`:                               "invalid",
		`form-data; name="a"; name="b"`:                         "invalid",
		`form-data; name="a"; Name="b"`:                         "invalid",
		`form-data; name="a"; filename="b"; filename="c"`:       "invalid",
		`form-data; name="a"; filename*=utf-8''b`:               "invalid",
		`form-data; name="a`:                                    "invalid",
		`form-data; name="a" filename="b"`:                      "invalid",
		`form-data; name=a"b`:                                   "invalid",
		`form-data; name=`:                                      "invalid",
		`form-data; ="a"`:                                       "invalid",
		"form-data; name=\"a\xff\"":                             "invalid",
		"form-data; name=\"a\x00b\"":                            "invalid",
		"form-data; name=\"a\nb\"":                              "invalid",
	} {
		form, err := Read(strings.NewReader(body("Content-Disposition: "+header+"\r\n\r\nx")), "B", testStore(t), roomy, Options{})
		got := ""
		switch {
		case fault.KindOf(err) == fault.Invalid && err != nil:
			got = "invalid"
		case err != nil:
			got = err.Error()
		case len(form.Fields) > 0:
			got = fmt.Sprintf("%q", form.Fields[0].Name)
		default:
			got = fmt.Sprintf("%q %q", form.Files[0].Field(), form.Files[0].Name())
		}
		if got != want {
			t.Errorf("%s\n got %s\nwant %s", header, got, want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	store := testStore(t)
	file := upload("f", "x", strings.Repeat("x", 100_000))
	for name, text := range map[string]string{
		"nothing":                "",
		"no boundary":            "hello",
		"another boundary":       strings.ReplaceAll(body(file), "--B", "--C"),
		"cut in a file":          body(file)[:50_000],
		"cut before the end":     strings.TrimSuffix(body(file), "--\r\n"),
		"cut in a header":        body(file)[:20],
		"no line after the last": strings.TrimSuffix(body(file), "--B--\r\n") + "--B",
		"boundary with a tail":   strings.TrimSuffix(body(file), "--B--\r\n") + "--BC\r\n\r\n--B--",
		"bare line feeds":        strings.ReplaceAll(body(file), "\r\n", "\n"),
		"folded header":          body("Content-Disposition: form-data;\r\n name=\"a\"\r\n\r\nx"),
		"no colon":               body("Content-Disposition\r\n\r\nx"),
		"space before the colon": body("Content-Disposition : form-data; name=a\r\n\r\nx"),
		"no disposition":         body("Content-Type: a/b\r\n\r\nx"),
		"two dispositions":       body("Content-Disposition: form-data; name=a\r\ncontent-disposition: form-data; name=b\r\n\r\nx"),
		"base64":                 body(file, "Content-Transfer-Encoding: base64\r\n"+upload("g", "y", "eA==")),
		"text that is none":      body(file, text("a", "\xff")),
		"a preamble":             "hello\r\n" + body(file),
		"a preamble in two ways": "\n--B\r\n" + body(file),
		"behind the end":         strings.TrimSuffix(body(file), "\r\n") + "0",
		"an endless padding":     "--B" + strings.Repeat(" ", 100) + "\r\n",
	} {
		if form, err := Read(strings.NewReader(text), "B", store, roomy, Options{}); err == nil || fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v, %v", name, form, err)
		}
	}
	if n := left(t, store); n != 0 {
		t.Errorf("%d files are left", n)
	}
}

func TestReadLimits(t *testing.T) {
	store := testStore(t)
	many := func(n int, part string) string {
		return body(strings.Split(strings.Repeat(part+"\x00", n), "\x00")[:n]...)
	}
	for name, c := range map[string]struct {
		text string
		want string // of the error; empty if there is none
	}{
		"parts, as many as may be":  {many(20, text("a", "")), ""},
		"parts":                     {many(21, text("a", "")), "the form has more than 20 parts; server.multipart.max-parts is the limit"},
		"files, as many as may be":  {many(10, upload("a", "b", "")), ""},
		"files":                     {many(11, upload("a", "", "")), "the form has more than 10 files; server.multipart.max-files is the limit"},
		"field, as large as may be": {body(text("a", strings.Repeat("x", 1000))), ""},
		"field": {
			body(upload("f", "x", "x"), text("a", strings.Repeat("x", 1001))),
			`the field "a" is too large; server.multipart.max-field-bytes is the limit`,
		},
		"fields together": {many(3, text("a", strings.Repeat("x", 900))), "the fields of the form are too large in total; " +
			"server.max-body-bytes is the limit"},
		"file, as large as may be": {body(upload("f", "x", strings.Repeat("x", 1<<19))), ""},
		"file, too large": {
			body(upload("é", "x", strings.Repeat("x", 1<<19+1))),
			`the file "\u00e9" is too large; server.multipart.max-file-bytes is the limit`,
		},
		"body": {many(3, upload("f", "x", strings.Repeat("x", 400_000))), "the body is too large; server.multipart.max-bytes is the limit"},
		"epilogue": {
			body(upload("f", "x", "x")) + strings.Repeat("x", 2<<20),
			"the body is too large; server.multipart.max-bytes is the limit",
		},
		"header, long": {
			body("X: " + strings.Repeat("x", 9000) + "\r\n" + text("a", "")),
			"the header of a part of the multipart body is too large",
		},
		"header, many lines":   {body(strings.Repeat("X: y\r\n", 20) + text("a", "")), "the header of a part of the multipart body is too large"},
		"header, never ending": {"--B\r\n" + strings.Repeat("x", 100_000), "the header of a part of the multipart body is too large"},
	} {
		form, err := Read(strings.NewReader(c.text), "B", store, roomy, Options{})
		got := ""
		if failed, ok := errors.AsType[*fault.Error](err); ok {
			got = failed.Public
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		form.Remove()
	}
	if n := left(t, store); n != 0 {
		t.Errorf("%d files are left", n)
	}
}

func TestReadCharsets(t *testing.T) {
	unknown := errors.New("unknown")
	decode := func(charset string, text []byte) (string, error) {
		if charset == "x-upper" {
			return strings.ToUpper(string(text)), nil
		}
		return "", unknown
	}
	part := func(charset string) string {
		return "Content-Type: text/plain; charset=" + charset + "\r\n" + text("a", "x")
	}
	form, err := Read(strings.NewReader(body(part("x-upper"), text("b", "y"), upload("f", "z", ""), text("_charset_", "x-upper"))),
		"B", testStore(t), roomy, Options{Decode: decode})
	if err != nil {
		t.Fatal(err)
	}
	names := []string{form.Files[0].Field(), form.Files[0].Name()}
	for _, field := range form.Fields {
		names = append(names, field.Name+"="+field.Value)
	}
	if got := strings.Join(names, " "); got != "F Z A=X B=Y _CHARSET_=X-UPPER" {
		t.Error(got)
	}
	store := testStore(t)
	if _, err := Read(strings.NewReader(body(upload("f", "z", "x"), part("odd"))), "B", store, roomy, Options{Decode: decode}); !errors.Is(err,
		unknown) || left(t, store) != 0 {
		t.Error(err, left(t, store))
	}
}

func TestBoundary(t *testing.T) {
	for contentType, want := range map[string]string{
		`multipart/form-data; boundary=B`:                          "B",
		`multipart/form-data; charset=utf-8; BOUNDARY="a b"`:       "a b",
		`multipart/form-data; boundary="gc0pJq0M:08jU534c0p"`:      "gc0pJq0M:08jU534c0p",
		`multipart/form-data; boundary=----WebKitFormBoundary7MA4`: "----WebKitFormBoundary7MA4",
		`multipart/form-data`:                                      "",
		`multipart/form-data; boundary=`:                           "",
		`multipart/form-data; boundary=""`:                         "",
		`multipart/form-data; boundary="a "`:                       "",
		`multipart/form-data; boundary="a;b"`:                      "",
		"multipart/form-data; boundary=\"a\r\nb\"":                 "",
		`multipart/form-data; boundary=a; boundary=b`:              "",
		`multipart/form-data; boundary*=utf-8''a`:                  "",
		`multipart/form-data; boundary*0=a; boundary*1=b`:          "",
		`multipart/form-data; boundary="a`:                         "",
		`multipart/form-data; boundary=` + strings.Repeat("a", 70): strings.Repeat("a", 70),
		`multipart/form-data; boundary=` + strings.Repeat("a", 71): "",
	} {
		got, err := Boundary(contentType)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v", contentType, got, err)
		}
	}
}

func TestASenderThatFails(t *testing.T) {
	store, gone := testStore(t), errors.New("gone")
	in := io.MultiReader(strings.NewReader("--B\r\n"+upload("f", "x", strings.Repeat("x", 100_000))), iotest.ErrReader(gone))
	if _, err := Read(in, "B", store, roomy, Options{}); !errors.Is(err, gone) || left(t, store) != 0 {
		t.Errorf("%v, %d files are left", err, left(t, store))
	}
}

func TestADiskThatFails(t *testing.T) {
	store := NewStore(filepath.Join(t.TempDir(), "file"))
	if err := os.WriteFile(store.parent, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(strings.NewReader(body(upload("f", "x", "x"))), "B", store, roomy, Options{}); fault.KindOf(err) != fault.Unavailable {
		t.Error(err)
	}
}

func BenchmarkRead(b *testing.B) {
	content := body(upload("f", "x", strings.Repeat("0123456789abcde\n", 1<<19)))
	limits := roomy
	limits.Bytes, limits.FileBytes = 1<<30, 1<<30
	store := testStore(b)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		form, err := Read(strings.NewReader(content), "B", store, limits, Options{})
		if err != nil {
			b.Fatal(err)
		}
		form.Remove()
	}
}
