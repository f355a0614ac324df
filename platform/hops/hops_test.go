package hops

import (
	"net/http"
	"testing"
)

func TestOnlyTheProcessItselfIsBelieved(t *testing.T) {
	ours, other := New(), New()
	if ours.IsUsed() {
		t.Error("a new counter has marked something")
	}
	header, foreign := http.Header{}, http.Header{}
	ours.Mark(header, 3)
	other.Mark(foreign, 3)
	if !ours.IsUsed() {
		t.Error("it has marked nothing")
	}
	secret := string(ours.secret)
	for value, want := range map[string]int{
		header.Get(Header): 3, foreign.Get(Header): 0, "": 0, "3": 0, "-3": 0, secret: 0, secret + "-": 0, secret + "--1": 0, secret + "-+1": 0,
		secret + "-99999999999": 0, secret + "-3 ": 0, secret[1:] + "-3": 0,
	} {
		if got := ours.Read([]byte(value)); got != want {
			t.Errorf("%q says %d, not %d", value, got, want)
		}
	}
}

func TestAContextKnowsItsNumber(t *testing.T) {
	if n := From(t.Context()); n != 0 {
		t.Errorf("%d", n)
	}
	if n := From(With(t.Context(), 2)); n != 2 {
		t.Errorf("%d", n)
	}
	if ctx := t.Context(); With(ctx, 0) != ctx {
		t.Error("0 is a number")
	}
}
