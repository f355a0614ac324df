package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// aimBuffer is how many ms later an application may answer whose modules use Buffer.
const aimBuffer = 30

// startedPlatform are the times from exec to the first 200, in ms, by round: of fwrun and of Node.
type startedPlatform struct{ plain, buffer [2][]float64 }

// startRounds starts an application with and without a module that uses Buffer, with what an earlier start has compiled.
func (b *platformBench) startRounds() (*startedPlatform, error) {
	m := &startedPlatform{}
	fmt.Fprintf(os.Stderr, "starts; load of the machine %s\n", machineLoad())
	for round := range b.starts + 1 {
		for _, i := range rand.Perm(4) {
			who, buffer := i/2, i%2 == 1
			took, err := b.startOnce(who, buffer)
			if err != nil {
				return nil, err
			}
			into := &m.plain[who]
			if buffer {
				into = &m.buffer[who]
			}
			if round > 0 {
				*into = append(*into, took)
			}
		}
	}
	return m, nil
}

// startOnce starts one of the two applications in fwrun (0) or Node (1).
func (b *platformBench) startOnce(who int, buffer bool) (float64, error) {
	name := "plain"
	if buffer {
		name = "buffer"
	}
	words := []string{b.tools.fwrun, "serve", filepath.Join(b.tools.peers, "platform-"+name)}
	if who == 1 {
		words = []string{b.tools.node, filepath.Join(b.tools.peers, "platform-node", name+".js")}
	}
	s, err := b.tools.start(platformPeers()[who], words, "", "")
	if err != nil {
		return 0, err
	}
	defer s.stop()
	took, err := s.untilAnswer("/plain")
	return milliseconds(took), err
}

func (m *startedPlatform) grid() grid {
	rows := [][]string{{"start to first 200, ms", "plain", "with a module that uses Buffer", "later by", "aim"}}
	for who, p := range platformPeers() {
		var later []float64
		for i, took := range m.buffer[who] {
			later = append(later, took-m.plain[who][i])
		}
		verdict := ""
		if who == 0 {
			verdict = fmt.Sprintf("≤ %d ms: %s", aimBuffer, metOrMissed(median(later) <= aimBuffer))
		}
		rows = append(rows, []string{p.name, spreadOf(m.plain[who]).String(), spreadOf(m.buffer[who]).String(), spreadOf(later).String(), verdict})
	}
	return grid{"Start of an application that uses Buffer", "Warm: fwrun finds what an earlier start has compiled. Differences within a round.", rows}
}
