package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// contest is work that several peers do in the same way: one of the two halves of the table.
type contest struct {
	name      string // for flags
	heading   string
	folder    string // of fwrun's application, below tools/bench/peers
	ready     string // a path that is answered with 200 as soon as a peer has started
	peers     []peer
	endpoints []endpoint
	checked   []endpoint // all, also if fewer are measured: what one of them writes others read; nil for the endpoints
	aims      []aims
	loaded    float64 // the aim for fwrun's memory at the end of the load, in MB; 0 for none
	seed      func(file string) error

	// Where peers write, each has a copy of the database. After the good requests of all endpoints wrote is asked whether it is as it
	// should be, and undo makes it that of the beginning again, after these and after every load that has written.
	wrote func(database string, since time.Time) error
	undo  func(database, original string) error
}

// The names of the contests.
const (
	small = "endpoints"
	whole = "app"
)

// contests returns the halves of the table.
func contests(now time.Time) []contest {
	return []contest{
		{
			name: small, heading: "Against other runtimes", folder: "fwrun", ready: "/hello",
			peers: peers(), endpoints: endpoints(), aims: smallAims(), seed: seed,
		},
		articlesContest(now),
	}
}

// narrow returns the contests with a name, with only the named peers and endpoints. An empty text stands for all. Peers and endpoints need to
// be in one of the contests.
func narrow(all []contest, only, peers, endpoints string) ([]contest, error) {
	chosen, err := choose("half", only, all, func(c contest) string { return c.name })
	if err != nil {
		return nil, err
	}
	chosenPeers, chosenEndpoints := namesIn(peers), namesIn(endpoints)
	for i := range chosen {
		c := &chosen[i]
		c.peers = named(c.peers, chosenPeers, func(p peer) string { return p.name })
		c.checked = c.endpoints
		c.endpoints = named(c.endpoints, chosenEndpoints, func(e endpoint) string { return e.name })
	}
	for _, list := range []map[string]bool{chosenPeers, chosenEndpoints} {
		for name, found := range list {
			if !found {
				return nil, fmt.Errorf("there is no peer or endpoint %q", name)
			}
		}
	}
	return slices.DeleteFunc(chosen, func(c contest) bool { return len(c.peers) == 0 || len(c.endpoints) == 0 }), nil
}

// namesIn reads names with commas between them; none of them is found yet.
func namesIn(names string) map[string]bool {
	list := map[string]bool{}
	for name := range strings.SplitSeq(names, ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name != "" {
			list[name] = false
		}
	}
	return list
}

// named returns the elements whose name is in a list, and notes there that they were found; all elements for an empty list.
func named[T any](all []T, list map[string]bool, name func(T) string) []T {
	if len(list) == 0 {
		return all
	}
	var chosen []T
	for _, one := range all {
		key := strings.ToLower(name(one))
		if _, wanted := list[key]; wanted {
			list[key] = true
			chosen = append(chosen, one)
		}
	}
	return chosen
}
