package main

import "testing"

func TestAddresses(t *testing.T) {
	if from, to, ok := addresses("00400000-0040f000"); !ok || from != 0x400000 || to != 0x40f000 {
		t.Errorf("got %x to %x, %v", from, to, ok)
	}
	for _, text := range []string{"", "1", "1-", "-2", "2-1", "1-1", "x-y", "1-y"} {
		if _, _, ok := addresses(text); ok {
			t.Errorf("%q is a range", text)
		}
	}
}
