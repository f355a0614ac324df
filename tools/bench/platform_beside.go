package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/fwrun/fwrun/tools/bench/internal/load"
)

// besideMeasured is the p99 of a plain route, in ms, by round: without PBKDF2 and with it, for each peer.
type besideMeasured struct{ without, with [2][]float64 }

// besideDerivation asks a plain route 100 times a second while keys are derived one after the other, and while none is.
func (b *platformBench) besideDerivation() (*besideMeasured, error) {
	m := &besideMeasured{}
	for round := range b.others {
		fmt.Fprintf(os.Stderr, "requests beside PBKDF2, round %d of %d; load of the machine %s\n", round+1, b.others, machineLoad())
		for who, s := range b.running {
			without, err := b.plain(s)
			if err != nil {
				return nil, err
			}
			stop := derive(s.url())
			with, err := b.plain(s)
			if failed := stop(); failed != nil {
				return nil, failed
			}
			if err != nil {
				return nil, err
			}
			m.without[who], m.with[who] = append(m.without[who], without), append(m.with[who], with)
		}
	}
	return m, nil
}

// plain returns the p99 of the plain route.
func (b *platformBench) plain(s *process) (float64, error) {
	r, err := load.Run(strings.TrimPrefix(s.url(), "http://"), load.Get("/plain"), load.Options{Connections: 4, Duration: b.lasts, Rate: 100})
	if err != nil {
		return 0, err
	}
	return milliseconds(r.Latency.Quantile(0.99)), nil
}

// derive derives keys, one after the other, until stop is called.
func derive(url string) (stop func() error) {
	ended, failed := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-ended:
				failed <- nil
				return
			default:
				if _, _, err := (job{name: "pbkdf2", times: 1}).ask(url); err != nil {
					failed <- err
					return
				}
			}
		}
	}()
	return func() error {
		close(ended)
		return <-failed
	}
}

func (m *besideMeasured) grid() grid {
	rows := [][]string{{"p99 of a plain route, ms", "without", "beside PBKDF2", "ratio"}}
	for who, p := range platformPeers() {
		rows = append(rows, []string{
			p.name, spreadOf(m.without[who]).String(), spreadOf(m.with[who]).String(), spreadOf(ratios(m.with[who], m.without[who])).String(),
		})
	}
	return grid{
		"Others beside PBKDF2", "100 requests a second for a plain route, while one client after the other has a key of 600,000 rounds derived.",
		rows,
	}
}
