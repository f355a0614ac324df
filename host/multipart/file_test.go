package multipart

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/fwrun/fwrun/platform/fault"
)

func TestSafeName(t *testing.T) {
	for text, want := range map[string]string{
		"photo.png":              "photo.png",
		"Ünïcode 😀.tar.gz":       "Ünïcode 😀.tar.gz",
		"../../etc/passwd":       "passwd",
		`..\..\windows\win.ini`:  "win.ini",
		`C:\x`:                   "x",
		"C:x":                    "C_x",
		"/":                      "",
		"..":                     "",
		"...":                    "",
		". .":                    "",
		"":                       "",
		".htaccess":              "htaccess",
		" .x":                    "x",
		"x. . ":                  "x",
		"a\x00b":                 "ab",
		"a\r\nb":                 "ab",
		"a\u202Egnp.exe":         "agnp.exe",
		"a\u200Bb\u2028c\uFEFFd": "abcd",
		"a\xffb":                 "a_b",
		`a<b>c:"d|e?f*g`:         "a_b_c__d_e_f_g",
		"a\u00A0b\tc":            "a bc",
		"nul":                    "_nul",
		"Con.txt":                "_Con.txt",
		"COM1":                   "_COM1",
		"lpt¹.x":                 "_lpt¹.x",
		"COM10":                  "COM10",
		"CONFIG":                 "CONFIG",
		"aux .txt":               "_aux .txt",
	} {
		if got := SafeName(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
	for _, long := range []string{strings.Repeat("é", 500) + ".jpeg", strings.Repeat("x", 500), "x." + strings.Repeat("y", 500)} {
		if got := SafeName(long); len(got) > longestName || len(got) < longestName-4 || !utf8.ValidString(got) {
			t.Errorf("%q is %d bytes long", got, len(got))
		}
	}
	if got := SafeName(strings.Repeat("é", 500) + ".jpeg"); !strings.HasSuffix(got, ".jpeg") {
		t.Errorf("%q has lost its extension", got)
	}
}

func FuzzSafeName(f *testing.F) {
	f.Add("../a")
	f.Fuzz(func(t *testing.T, text string) {
		name := SafeName(text)
		if name == "" {
			return
		}
		if filepath.Base(name) != name || strings.ContainsAny(name, "/\\\x00:") || name[0] == '.' || len(name) > longestName+1 || !utf8.ValidString(name) {
			t.Errorf("%q becomes %q", text, name)
		}
		if again := SafeName(name); again != name {
			t.Errorf("%q becomes %q becomes %q", text, name, again)
		}
	})
}

// uploaded reads a form of one file.
func uploaded(t *testing.T, content string) (*Form, *File) {
	t.Helper()
	form, err := Read(strings.NewReader(body(upload("f", "../x.png", content))), "B", testStore(t), roomy, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(form.Remove)
	return form, form.Files[0]
}

func TestMove(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "in", "box")
	form, f := uploaded(t, "one")
	before := f.Path()
	name, err := f.Move(t.Context(), folder, f.Name(), false)
	if err != nil || name != "x.png" || f.Path() != filepath.Join(folder, "x.png") {
		t.Fatalf("%q, %v, %s", name, err, f.Path())
	}
	if _, err := os.Stat(before); !os.IsNotExist(err) {
		t.Errorf("it is still in the store: %v", err)
	}
	form.Remove()
	if content, err := f.Bytes(10); string(content) != "one" {
		t.Errorf("%q, %v", content, err)
	}
	if info, err := os.Stat(f.Path()); err != nil || info.Mode() != movedMode {
		t.Error(info.Mode(), err)
	}

	_, second := uploaded(t, "two")
	if _, err := second.Move(t.Context(), folder, "x.png", false); fault.KindOf(err) != fault.Conflict {
		t.Errorf("a file is replaced: %v", err)
	}
	if content, _ := f.Bytes(10); string(content) != "one" {
		t.Errorf("the first is now %q", content)
	}
	if _, err := second.Move(t.Context(), folder, "x.png", true); err != nil {
		t.Error(err)
	}
	if content, _ := f.Bytes(10); string(content) != "two" {
		t.Errorf("it was not replaced: %q", content)
	}

	_, third := uploaded(t, "three")
	if name, err = third.Move(t.Context(), folder, "", false); err != nil || len(name) != 32 || strings.Trim(name, "0123456789abcdef") != "" {
		t.Errorf("%q, %v", name, err)
	}
	if name, err = third.Move(t.Context(), folder, "again", false); err != nil || name != "again" {
		t.Errorf("%q, %v", name, err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 2 {
		t.Errorf("%v", entries)
	}
}

func TestMoveNeverFollowsALink(t *testing.T) {
	folder, victim := t.TempDir(), filepath.Join(t.TempDir(), "victim")
	if err := os.WriteFile(victim, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(victim, filepath.Join(folder, "x")); err != nil {
		t.Fatal(err)
	}
	_, f := uploaded(t, "new")
	if _, err := f.Move(t.Context(), folder, "x", false); fault.KindOf(err) != fault.Conflict {
		t.Error(err)
	}
	if _, err := f.Move(t.Context(), folder, "x", true); err != nil {
		t.Error(err)
	}
	if content, _ := os.ReadFile(victim); string(content) != "old" {
		t.Errorf("the link was followed: %q", content)
	}
}

// TestMoveByCopy moves a file to another device.
func TestMoveByCopy(t *testing.T) {
	folder := t.TempDir()
	for _, overwrite := range []bool{false, true} {
		_, f := uploaded(t, "content")
		target := filepath.Join(folder, "x")
		if err := copyOver(t.Context(), f.Path(), target, overwrite); err != nil {
			t.Fatal(err)
		}
		if content, err := os.ReadFile(target); string(content) != "content" {
			t.Errorf("%q, %v", content, err)
		}
	}
	_, f := uploaded(t, "other")
	if err := copyOver(t.Context(), f.Path(), filepath.Join(folder, "x"), false); !os.IsExist(err) {
		t.Error(err)
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("%v", entries)
	}
}

func TestMoveRefuses(t *testing.T) {
	form, f := uploaded(t, "x")
	form.Remove()
	if _, err := f.Move(t.Context(), t.TempDir(), "x", false); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
	form, f = uploaded(t, "x")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Move(t.Context(), file, "x", false); fault.KindOf(err) != fault.Unavailable {
		t.Error(err)
	}
	if form.Remove(); f.Path() == "" {
		t.Error("a file forgets where it was")
	}
	none := &File{code: NoFile}
	if _, err := none.Move(t.Context(), file, "x", false); fault.KindOf(err) != fault.NotFound {
		t.Error(err)
	}
}

func TestMediaType(t *testing.T) {
	for content, want := range map[string]string{
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR": "image/png",
		"%PDF-1.7":                            "application/pdf",
		"<!DOCTYPE html><html>":               "text/html",
		"hello":                               "text/plain",
		`{"a": 1}`:                            "application/json",
		"\x00\x01\x02":                        "application/octet-stream",
		"":                                    "text/plain",
	} {
		if _, f := uploaded(t, content); f.MediaType() != want {
			t.Errorf("%q is %s, want %s", content, f.MediaType(), want)
		}
	}
}

func TestBytes(t *testing.T) {
	_, f := uploaded(t, "12345")
	if _, err := f.Bytes(4); fault.KindOf(err) != fault.TooLarge {
		t.Error(err)
	}
	if got, err := f.Bytes(5); string(got) != "12345" {
		t.Errorf("%q, %v", got, err)
	}
}
