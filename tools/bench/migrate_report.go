package main

import (
	"fmt"
	"slices"
)

// Aims of migrations, in milliseconds, as a ratio and in MB.
const (
	checkAim  = 150
	planAim   = 1000
	startAim  = 60
	rateAim   = 0.8
	memoryAim = 60
)

// inOrder lists what is measured, in the order of the table.
func inOrder() []string {
	return []string{
		runNothing, runStart, runSQL, runSearch, roundTrip, runPlanSQL, runPlanSearch, runNewSQL, runTemplates, runCurl, runCurlBoth, runBaseline,
	}
}

// grid returns the table of all measurements.
func (m *migration) grid() grid {
	rows := [][]string{{"", "ms", "most memory, MB"}}
	rounds := 0
	for _, name := range inOrder() {
		r := m.runs[name]
		memory := "–"
		if name != roundTrip {
			memory = spreadOf(r.memory).String()
		}
		rows = append(rows, []string{name, spreadOf(r.took).String(), memory})
		rounds = len(r.took)
	}
	return grid{
		"Migrations from the command line",
		fmt.Sprintf("From exec to exit: median (least to most) of %d rounds, each in random order, on %s. The node is OpenSearch %s on the same machine.",
			rounds, machine(), m.node.version),
		rows,
	}
}

// verdicts returns the table of the aims. Values are compared within a round, seconds apart.
func (m *migration) verdicts(requests int) grid {
	rows := [][]string{{"aim", "measured", "at most", "at least", ""}}
	atMost := func(what string, value, most float64) {
		rows = append(rows, []string{what, figure(value), figure(most), "", metOrMissed(value <= most)})
	}
	median := func(name string) float64 { return median(m.runs[name].took) }
	atMost("requests of 500 search files, none due", float64(requests), 1)
	atMost("500 search files, beyond one request for their records, ms", m.beyond(runSearch, roundTrip), checkAim)
	atMost("500 SQL files, ms", median(runSQL), checkAim)
	atMost("plan of 500 SQL files, ms", median(runPlanSQL), planAim)
	atMost("plan of 500 search files, ms", median(runPlanSearch), planAim)
	atMost("start with one SQL file, ms", median(runStart), startAim)
	rate := m.rate(runCurl)
	rows = append(rows, []string{"200 new templates, rate against curl's", rate.String(), "", figure(rateAim), metOrMissed(rate.Median >= rateAim)})
	rows = append(rows, []string{"the same, where curl records each file, too", m.rate(runCurlBoth).String(), "", "", ""})
	most := 0.0
	for name, r := range m.runs {
		if name != runCurl && name != runCurlBoth {
			most = max(most, slices.Max(r.memory))
		}
	}
	atMost("most memory of any run, MB", most, memoryAim)
	return grid{"The aims of migrations", "", rows}
}

// beyond returns how much longer one run takes than another, the median of the differences within a round.
func (m *migration) beyond(longer, shorter string) float64 {
	var all []float64
	for i, took := range m.runs[longer].took {
		all = append(all, took-m.runs[shorter].took[i])
	}
	return median(all)
}

// rate returns the templates per second of fwrun as a multiple of curl's.
func (m *migration) rate(curl string) spread {
	return spreadOf(ratios(m.runs[curl].took, m.runs[runTemplates].took))
}

func metOrMissed(met bool) string {
	if met {
		return "met"
	}
	return "missed"
}
