package main

import "slices"

// aim is the least number of fwrun's requests per CPU second, as a multiple of a peer's on the
// same endpoint.
type aim struct {
	endpoint, peer string
	least          float64
}

// aims returns the aims for the table, which were set before anything was measured.
func aims() []aim {
	return []aim{
		{"hello", "fasthttp", 0.85},
		{"user", "Fastify", 2},
		{"user", "Bun", 0.9},
		{"create", "Fastify", 1.6},
		{"create", "NestJS", 4},
		{"list", "Fastify", 0.35},
		{"rows", "Fastify", 1},
	}
}

// spread summarizes the values of several rounds.
type spread struct {
	Median, Min, Max float64
}

func spreadOf(values []float64) spread {
	if len(values) == 0 {
		return spread{}
	}
	return spread{median(values), slices.Min(values), slices.Max(values)}
}

// ratios divides round by round: both values were measured within seconds of each other, so that
// a temporary slowdown of the machine affects both.
func ratios(ours, theirs []float64) []float64 {
	all := make([]float64, 0, min(len(ours), len(theirs)))
	for i := range cap(all) {
		all = append(all, ours[i]/theirs[i])
	}
	return all
}

// median returns the middle value, or the mean of the middle two.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	half := len(sorted) / 2
	if len(sorted)%2 == 0 {
		return (sorted[half-1] + sorted[half]) / 2
	}
	return sorted[half]
}

// verdict is an aim with the measured ratio.
type verdict struct {
	aim
	spread
}

// met reports whether the median reached the aim.
func (v verdict) met() bool { return v.Median >= v.least }

// verdicts returns the verdicts on the aims whose endpoint and peer were measured.
func (m *measurements) verdicts(aims []aim) []verdict {
	var all []verdict
	for _, a := range aims {
		ours, theirs := m.cells[us][a.endpoint], m.cells[a.peer][a.endpoint]
		if ours != nil && theirs != nil {
			all = append(all, verdict{a, spreadOf(ratios(ours.PerCPU, theirs.PerCPU))})
		}
	}
	return all
}
