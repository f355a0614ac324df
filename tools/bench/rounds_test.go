package main

import "testing"

func TestShuffledMeasuresEachOnceAndRivalsTogether(t *testing.T) {
	var running []*process
	for _, p := range peers() {
		running = append(running, &process{peer: p})
	}
	pairs := shuffled(running, endpoints())
	seen := map[string]bool{}
	for i, x := range pairs {
		seen[x.process.peer.name+" "+x.endpoint.name] = true
		if first := pairs[i-i%len(running)]; x.endpoint.name != first.endpoint.name {
			t.Errorf("%s stands between those of %s", x.endpoint.name, first.endpoint.name)
		}
	}
	if want := len(running) * len(endpoints()); len(seen) != want || len(pairs) != want {
		t.Errorf("%d pairs, %d different ones, want %d", len(pairs), len(seen), want)
	}
}
