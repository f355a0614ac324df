package trace_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/trace"
)

const id = "4bf92f3577b34da6a3ce929d0e0e4736"

func TestRead(t *testing.T) {
	for header, want := range map[string]bool{
		"00-" + id + "-00f067aa0ba902b7-01":                            true,
		"01-" + id + "-00f067aa0ba902b7-01-more":                       true,
		"00-" + id + "-00f067aa0ba902b7-01-more":                       false,
		"01-" + id + "-00f067aa0ba902b7-01more":                        false,
		"ff-" + id + "-00f067aa0ba902b7-01":                            false,
		"00-" + id + "-0000000000000000-01":                            false,
		"00-00000000000000000000000000000000-00f067aa0ba902b7-01":      false,
		"00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01":      false,
		"00-" + id + "-00f067aa0ba902b7":                               false,
		"00-" + id + "_00f067aa0ba902b7-01":                            false,
		"":                                                             false,
		"00-<script>alert(1)</script>aaaaaaaaaa-00f067aa0ba902b7-0000": false,
	} {
		read := trace.Read([]byte(header), []byte("vendor=1"))
		got := read.ID()
		if (got == id) != want || len(got) != 32 || strings.Trim(got, "0123456789abcdef") != "" {
			t.Errorf("%s: got %s", header, got)
		}
		if (read.State() == "vendor=1") != want {
			t.Errorf("%s: the state is %q", header, read.State())
		}
	}
	if one, other := trace.Read(nil, nil), trace.Read(nil, nil); one.ID() == other.ID() || one.Request() == other.Request() {
		t.Error("two traces are the same")
	}
}

func TestState(t *testing.T) {
	for state, want := range map[string]string{
		"a=1,b=2":                "a=1,b=2",
		"a=1\nb=2":               "",
		"ü=1":                    "",
		strings.Repeat("a", 512): strings.Repeat("a", 512),
		strings.Repeat("a", 513): "",
	} {
		if got := trace.Read([]byte("00-"+id+"-00f067aa0ba902b7-01"), []byte(state)).State(); got != want {
			t.Errorf("%q: got %q", state, got)
		}
	}
}

func TestChild(t *testing.T) {
	for flags, want := range map[string]string{"00": "00", "01": "01", "03": "01", "fe": "00"} {
		parent := "00-" + id + "-00f067aa0ba902b7-" + flags
		read := trace.Read([]byte(parent), nil)
		one, other := read.Child(), read.Child()
		if !strings.HasPrefix(one, "00-"+id+"-") || !strings.HasSuffix(one, "-"+want) || len(one) != 55 {
			t.Errorf("of %s came %s", parent, one)
		}
		if one == other || strings.Contains(one, "00f067aa0ba902b7") {
			t.Errorf("the ids are not new: %s and %s", one, other)
		}
		if again := trace.Read([]byte(one), nil); again.ID() != id {
			t.Errorf("%s is not understood", one)
		}
	}
}

func TestContext(t *testing.T) {
	type other struct{}
	parent, cancel := context.WithCancel(context.WithValue(context.Background(), other{}, "kept"))
	if _, ok := trace.From(parent); ok {
		t.Error("there is a trace where none was put")
	}
	read := trace.Read(nil, nil)
	ctx := trace.With(parent, read)
	got, ok := trace.From(context.WithValue(ctx, other{}, "nearer"))
	if !ok || got != read || ctx.Value(other{}) != "kept" {
		t.Errorf("got %v, %v", got, ok)
	}
	if cancel(); ctx.Err() == nil {
		t.Error("the context does not end with its parent")
	}
}

func FuzzRead(f *testing.F) {
	f.Add("00-"+id+"-00f067aa0ba902b7-01", "a=1")
	f.Add("cc-"+id+"-00f067aa0ba902b7-01-", "")
	f.Fuzz(func(t *testing.T, parent, state string) {
		read := trace.Read([]byte(parent), []byte(state))
		if again := trace.Read([]byte(read.Child()), []byte(read.State())); again.ID() != read.ID() || again.State() != read.State() {
			t.Errorf("%q, %q became %q, %q", parent, state, read.Child(), read.State())
		}
	})
}
