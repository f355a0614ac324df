package snapshot

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/fwrun/fwrun/engine/bundle"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// filler sets every field of a value to something that is not zero, and that differs each time.
type filler struct{ n int }

func (f *filler) fill(t *testing.T, v reflect.Value, depth int) {
	f.n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text %d", f.n%50)) // some of them twice
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int:
		v.SetInt(int64(f.n))
	case reflect.Uint8:
		v.SetUint(uint64(f.n%255) + 1)
	case reflect.Pointer:
		if depth < 12 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(t, v.Elem(), depth+1)
		}
	case reflect.Slice:
		length := 2
		if depth > 3 {
			length = 1
		}
		if depth < 12 {
			v.Set(reflect.MakeSlice(v.Type(), length, length))
			for i := range length {
				f.fill(t, v.Index(i), depth+1)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(t, v.Index(i), depth+1)
		}
	case reflect.Map:
		v.Set(reflect.ValueOf(map[string]string{fmt.Sprint("key ", f.n): "value", "": "empty"}))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				f.fill(t, v.Field(i), depth+1)
			}
		}
	default:
		t.Fatalf("a field of type %s: teach the filler, and the codec", v.Type())
	}
}

// TestEveryFieldOfAFile: a field without a description would be missing in warm starts only.
func TestEveryFieldOfAFile(t *testing.T) {
	var file source.File
	new(filler).fill(t, reflect.ValueOf(&file).Elem(), 0)
	kept := Snapshot{Files: []File{NewFile(&file, Sum{1})}}
	again, err := Decode(kept.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Read(file.Path, Sum{1}); !reflect.DeepEqual(got, &file) {
		t.Errorf("got %+v\nwant %+v", got, &file)
	}
	if again.Read(file.Path, Sum{2}) != nil || again.Read("other.js", Sum{1}) != nil {
		t.Error("another file was taken for it")
	}
}

func TestEveryFieldOfASnapshot(t *testing.T) {
	var want Snapshot
	new(filler).fill(t, reflect.ValueOf(&want).Elem(), 0)
	got, err := Decode(want.Encode())
	if err != nil {
		t.Fatal(err)
	}
	got.byPath = nil
	for i := range want.Files {
		want.Files[i].read = []byte{}
	}
	if !reflect.DeepEqual(got, &want) {
		t.Errorf("got %+v\nwant %+v", got, &want)
	}
}

func TestNothingStaysNothing(t *testing.T) {
	for _, want := range []source.File{
		{},
		{Classes: []*source.Class{}},
		{Classes: []*source.Class{nil}},
		{Classes: []*source.Class{{Doc: source.Doc{Params: []source.DocParam{}}}}},
		{Types: []*source.TypeDecl{{Type: &source.Type{}}}},
	} {
		file := NewFile(&want, Sum{})
		var got source.File
		if err := decode(file.read, func(c *codec) { c.file(&got) }); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
	}
}

// sample returns a small snapshot that uses every type.
func sample() *Snapshot {
	file := source.Read("a.ts", []byte(`import { A } from "./b"; /** Doc. @tag x */ export class C<T> extends A { m(@P() p: int[] = []): {a?: T} { } }`))
	return &Snapshot{
		Output: bundle.Output{
			Code: []byte("code"), SourceMap: []byte("map"), Rewritten: true, Leaks: []bundle.Leak{{Folder: "p", Names: []string{"x"}}},
			Warnings: fault.List{
				{Severity: fault.Warning, Code: "c", Message: "m", Place: fault.Place{File: "a.ts", Line: 1}, Notes: []fault.Note{{Text: "n"}}},
			},
		},
		Facts: []Fact{{"package.json", false, Sum{1}}, {".", true, Sum{2}}},
		Files: []File{NewFile(file, Sum{3})},
	}
}

// TestDamage: whatever part is missing or changed, decoding ends, with an error or some snapshot.
func TestDamage(t *testing.T) {
	whole := sample().Encode()
	for length := range len(whole) {
		if _, err := Decode(whole[:length]); err == nil {
			t.Errorf("the first %d of %d bytes are taken for a snapshot", length, len(whole))
		}
	}
	if _, err := Decode(append(whole[:len(whole):len(whole)], 0)); err == nil {
		t.Error("a byte too many goes unnoticed")
	}
	for i := range whole {
		damaged := append([]byte(nil), whole...)
		for _, b := range []byte{0, 1, 0x7f, 0x80, 0xff, ^whole[i]} {
			damaged[i] = b
			readAll(damaged)
		}
	}
}

// readAll decodes everything, and returns the snapshot.
func readAll(data []byte) *Snapshot {
	s, err := Decode(data)
	if err != nil {
		return nil
	}
	for _, f := range s.Files {
		s.Read(f.Path, f.Sum)
	}
	return s
}

// TestNestingIsBounded: a damaged number must not overflow the stack.
func TestNestingIsBounded(t *testing.T) {
	deep := &source.Type{}
	for range 2 * maxDepth {
		deep = &source.Type{Args: []*source.Type{deep}}
	}
	file := NewFile(&source.File{Path: "a.ts", Types: []*source.TypeDecl{{Type: deep}}}, Sum{})
	s := &Snapshot{Files: []File{file}, byPath: map[string]int{"a.ts": 0}}
	if s.Read("a.ts", Sum{}) != nil {
		t.Error("the nesting is not bounded")
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(sample().Encode())
	f.Add((&Snapshot{}).Encode())
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		s := readAll(data)
		if s == nil {
			return
		}
		again, err := Decode(s.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again, s) {
			t.Errorf("got %+v\nwant %+v", again, s)
		}
	})
}
