package binary

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// own opens the test's own binary, which is one of this module and has the mark.
func own(t *testing.T) *os.File {
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
	return file
}

func TestRead(t *testing.T) {
	p, err := Read(own(t))
	if err != nil {
		t.Fatal(err)
	}
	if want := runtime.GOOS + "/" + runtime.GOARCH; p.Platform != want || p.Carries {
		t.Errorf("it is for %s, and carries: %v; want %s", p.Platform, p.Carries, want)
	}
	if sources, known := OwnSources(); !known || sources != p.Sources {
		t.Errorf("the file has the sources %s, the process %s", p.Sources, sources)
	}
	if extent, carries := Own(); carries {
		t.Errorf("the test carries %v", extent)
	}
}

// TestMark: a marked copy differs in the numbers only, and says that it carries something.
func TestMark(t *testing.T) {
	p, err := Read(own(t))
	if err != nil {
		t.Fatal(err)
	}
	var plain, marked bytes.Buffer
	for out, extent := range map[*bytes.Buffer]Extent{&plain: {}, &marked: {Offset: p.Size, Length: 77}} {
		if err := p.Mark(out, extent); err != nil {
			t.Fatal(err)
		}
	}
	if plain.Len() != int(p.Size) || marked.Len() != int(p.Size) {
		t.Fatalf("%d and %d bytes of %d", plain.Len(), marked.Len(), p.Size)
	}
	differ := 0
	for i := range plain.Bytes() {
		if plain.Bytes()[i] != marked.Bytes()[i] {
			differ++
		}
	}
	if !p.Keeps() {
		if differ != 0 {
			t.Errorf("%d bytes of a signed program differ", differ)
		}
		return
	}
	if differ == 0 || differ > numbers {
		t.Errorf("%d bytes differ", differ)
	}
	again, err := read(bytes.NewReader(marked.Bytes()), int64(marked.Len()))
	if err != nil || !again.Carries {
		t.Errorf("the copy carries: %v, %v", again, err)
	}
}

func TestReadRefuses(t *testing.T) {
	folder := t.TempDir()
	for name, content := range map[string][]byte{
		"empty": nil, "text": []byte("#!/bin/sh\n"), "only a mark": []byte(mark), "the beginning of one": []byte("\x7fELF\x02\x01\x01"),
	} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(file); err == nil {
			t.Errorf("%s is taken for a fwrun", name)
		}
		_ = file.Close()
	}
	dir, err := os.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = dir.Close() }()
	if _, err := Read(dir); err == nil {
		t.Error("a folder is taken for a fwrun")
	}
}

// TestFindMark: it is found wherever it is, also across two blocks, and must be there once.
func TestFindMark(t *testing.T) {
	for _, at := range []int{0, 1, block - len(mark), block - 5, block - 1, block, block + 1, 2*block - 3} {
		data := bytes.Repeat([]byte("x"), 3*block)
		copy(data[at:], mark)
		found, err := findMark(bytes.NewReader(data), int64(len(data)))
		if err != nil || found != int64(at+len(mark)-numbers) {
			t.Errorf("at %d: found at %d, %v", at, found, err)
		}
	}
	twice := mark + strings.Repeat("x", block) + mark
	for name, text := range map[string]string{"none": "x", "two": twice, "one that is cut off": mark[:len(mark)-1]} {
		if _, err := findMark(strings.NewReader(text), int64(len(text))); err == nil {
			t.Errorf("%s: it is found", name)
		}
	}
}

func TestExtentOf(t *testing.T) {
	e := Extent{Offset: 1<<40 + 3, Length: 1<<30 - 1}
	if got, err := extentOf(e.text()); err != nil || got != e {
		t.Errorf("%v became %v, %v", e, got, err)
	}
	for _, text := range []string{strings.Repeat("f", numbers), strings.Repeat("g", numbers), strings.Repeat(" ", numbers)} {
		if got, err := extentOf(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
