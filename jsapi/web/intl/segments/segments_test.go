package segments_test

import (
	"testing"

	"github.com/fwrun/fwrun/jsapi/web/intl/segments"
)

func TestAt(t *testing.T) {
	text := segments.New("Hi 👍🏽!", segments.Word)
	for index, want := range map[int]segments.Segment{
		0: {From: 0, To: 2, WordLike: true}, 1: {From: 0, To: 2, WordLike: true}, 2: {From: 2, To: 3}, 4: {From: 3, To: 7}, 7: {From: 7, To: 8},
	} {
		if got, ok := text.At(index, func() {}); !ok || got != want {
			t.Errorf("at %d is %+v, want %+v", index, got, want)
		}
	}
	if _, ok := text.At(8, func() {}); ok {
		t.Error("there is a segment behind the end")
	}
	if _, ok := text.At(-1, func() {}); ok {
		t.Error("there is a segment before the beginning")
	}
}

// FuzzSegments: segments cover a text without gaps, and the places that are remembered change nothing.
func FuzzSegments(f *testing.F) {
	f.Add("Hello, world. How are you?", uint8(0))
	f.Add("👩‍👩‍👧e\u0301\r\n🇩🇪🇫🇷", uint8(1))
	f.Fuzz(func(t *testing.T, text string, kind uint8) {
		g := []segments.Granularity{segments.Grapheme, segments.Word, segments.Sentence}[kind%3]
		s, at := segments.New(text, g), 0
		var all []segments.Segment
		for {
			segment, ok := s.At(at, func() {})
			if !ok {
				break
			}
			if segment.From != at || segment.To <= at {
				t.Fatalf("%q: %+v at %d", text, segment, at)
			}
			all = append(all, segment)
			at = segment.To
		}
		for _, segment := range all {
			if again, _ := s.At(segment.To-1, func() {}); again != segment {
				t.Fatalf("%q: %+v is %+v now", text, segment, again)
			}
		}
	})
}
