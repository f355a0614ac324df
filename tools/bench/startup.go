package main

import (
	"fmt"
	"io"
	"math/rand/v2"
)

// starts starts each peer several times, in rounds of random order, and records the time to the
// first 200.
func (m *measurements) starts(t tools, database string, p plan, progress io.Writer) error {
	for round := range p.Starts {
		fmt.Fprintf(progress, "start, round %d of %d\n", round+1, p.Starts)
		for _, i := range rand.Perm(len(m.peers)) {
			s, err := startPeer(m.peers[i], t, database)
			if err != nil {
				return err
			}
			took, err := s.untilAnswer(m.ready)
			s.stop()
			if err != nil {
				return err
			}
			b := m.bodies[m.peers[i].name]
			b.Start = append(b.Start, milliseconds(took))
		}
	}
	return nil
}
