package info

import (
	"bytes"
	"testing"
)

// TestPatch: what a difference copies and inserts is the object, and one that does not fit its base is refused.
func TestPatch(t *testing.T) {
	base := []byte("tree 1\ncommitter A 1 +0000\n")
	long := bytes.Repeat([]byte("0123456789abcdef"), 0x1000) // 0x10000 bytes
	for name, c := range map[string]struct {
		base, difference []byte
		want             string
		ok               bool
	}{
		"copy":             {base, []byte{27, 6, 0x90, 6}, "tree 1", true},
		"copy from":        {base, []byte{27, 9, 0x91, 7, 9}, "committer", true},
		"insert":           {base, []byte{27, 8, 0x90, 5, 3, 'x', 'y', 'z'}, "tree xyz", true},
		"nothing":          {base, []byte{27, 0}, "", true},
		"whole":            {long, []byte{0x80, 0x80, 4, 0x80, 0x80, 4, 0x80}, string(long), true},
		"far":              {long, []byte{0x80, 0x80, 4, 2, 0x93, 0xfe, 0xff, 2}, "ef", true},
		"another base":     {base[1:], []byte{27, 6, 0x90, 6}, "", false},
		"past the end":     {base, []byte{27, 20, 0x91, 20, 20}, "", false},
		"far past the end": {base, []byte{27, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, "", false},
		"too much":         {base, []byte{27, 5, 0x90, 6}, "", false},
		"too little":       {base, []byte{27, 7, 0x90, 6}, "", false},
		"reserved":         {base, []byte{27, 1, 0}, "", false},
		"cut in insert":    {base, []byte{27, 3, 3, 'x'}, "", false},
		"cut in copy":      {base, []byte{27, 3, 0x91, 1}, "", false},
		"cut in size":      {base, []byte{27 | 0x80}, "", false},
		"huge":             {base, []byte{27, 0xff, 0xff, 0xff, 0xff, 0x7f}, "", false},
		"endless size":     {base, bytes.Repeat([]byte{0xff}, 40), "", false},
		"empty":            {base, nil, "", false},
	} {
		if got, ok := patch(c.base, c.difference); ok != c.ok || string(got) != c.want {
			t.Errorf("%s: %d bytes, %v; want %d, %v", name, len(got), ok, len(c.want), c.ok)
		}
	}
}

func TestBackwards(t *testing.T) {
	for _, c := range []struct {
		head   []byte
		back   int64
		length int
	}{
		{[]byte{5, 9}, 5, 1},
		{[]byte{0x80, 0}, 128, 2},
		{[]byte{0x80, 0x80, 0}, 16512, 3},
		{[]byte{0x80}, 0, 0},
		{nil, 0, 0},
		{bytes.Repeat([]byte{0xff}, 20), 0, 0},
	} {
		if back, length := backwards(c.head); back != c.back || length != c.length {
			t.Errorf("%x: %d, %d; want %d, %d", c.head, back, length, c.back, c.length)
		}
	}
}

// FuzzPacked reads what is no pack: nothing of it may stop the process, or make much of little.
func FuzzPacked(f *testing.F) {
	f.Add([]byte("tree 1\ncommitter A 1 +0000\n"), []byte{27, 8, 0x90, 5, 3, 'x', 'y', 'z'}, int64(0))
	f.Add([]byte{0x60, 1, 0x78, 0x9c}, []byte{0, 0}, int64(1))
	f.Add([]byte{0xe0, 0x80, 0x80, 0x01}, bytes.Repeat([]byte{0x80}, 100), int64(-1))
	f.Fuzz(func(t *testing.T, content, difference []byte, offset int64) {
		if one, ok := readPacked(bytes.NewReader(content), offset, 20); ok && (one.base < 0 || one.base > offset) {
			t.Errorf("the base at %d is not before %d", one.base, offset)
		}
		if out, _ := patch(content, difference); len(out) > mostText+0xffffff {
			t.Errorf("%d bytes", len(out))
		}
	})
}
