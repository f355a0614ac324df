package attack

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Report is what became of all attacks.
type Report struct {
	Title   string
	Note    string
	Rows    [][]string // the first one has the names of the columns
	Rules   [][]string // of each attack, when it is held
	Faults  []string
	NotHeld int
}

func (s *session) report(took time.Duration) *Report {
	report := &Report{
		Title: "Attacks",
		Note: fmt.Sprintf("%v, seed %d, size %v, limits of time × %v. The honest client's latencies in ms; memory in MB, with server.memory-limit at %d.",
			took.Round(time.Second), s.Seed, s.Size, s.Slack, memoryLimit),
		Rows:  [][]string{{"attack", "times", "answers", "honest client", "p50", "p99", "most", "peak memory", ""}},
		Rules: [][]string{{"attack", "held when"}},
	}
	report.Rules = append(report.Rules, []string{"all", fmt.Sprintf("the process goes on, and is well again 2 s later; each answer to the honest "+
		"client is right; its p99 ≤ %v, and twice what it is while nobody attacks; peak memory ≤ %d MB",
		usualP99, mostMemory)})
	for _, y := range append([]*tally{s.quiet}, s.tallies...) {
		verdict := y.verdict(s.Slack, s.noise(y))
		if verdict != held && y != s.quiet {
			report.NotHeld++
		}
		report.Rows = append(report.Rows, y.row(verdict))
		for _, fault := range y.faults {
			report.Faults = append(report.Faults, y.attack.name+": "+fault)
		}
		if y.further > 0 {
			report.Faults = append(report.Faults, fmt.Sprintf("%s: %d further ones", y.attack.name, y.further))
		}
		if y == s.quiet {
			continue
		}
		rule := y.attack.rule
		if y.attack.p99 != usualP99 {
			rule += fmt.Sprintf("; honest p99 ≤ %v", y.attack.p99)
		}
		report.Rules = append(report.Rules, []string{y.attack.name, rule})
	}
	return report
}

func (y *tally) row(verdict string) []string {
	y.mu.Lock()
	defer y.mu.Unlock()
	var answers []string
	for _, name := range slices.Sorted(maps.Keys(y.answers)) {
		answers = append(answers, fmt.Sprintf("%s × %d", name, y.answers[name]))
	}
	for _, one := range y.limits {
		answers = append(answers, fmt.Sprintf("%s %.0f ms", one.what, milliseconds(one.took)))
	}
	client := fmt.Sprintf("%d, %d failed", y.requests, y.answers[lost])
	if y.shed > 0 {
		client += fmt.Sprintf(", %d told to come back", y.shed)
	}
	most := fmt.Sprintf("%.0f", milliseconds(y.worst.took))
	if y.worst.what != "" {
		most += " (" + y.worst.what + ")"
	}
	return []string{
		y.attack.name, fmt.Sprint(y.times), strings.Join(answers, ", "), client,
		fmt.Sprintf("%.1f", milliseconds(y.latency.Quantile(0.5))), fmt.Sprintf("%.1f", milliseconds(y.latency.Quantile(0.99))), most,
		fmt.Sprintf("%.0f", y.peak), verdict,
	}
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
