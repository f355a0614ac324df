package main

import "slices"

// aim is a bound for a figure of fwrun's, as a multiple of a peer's on the same endpoint: the least for what should be high, and the most
// for what should be low.
type aim struct {
	endpoint, peer string
	bound          float64
}

// aims are bounds for one figure.
type aims struct {
	figure figureOf
	list   []aim
}

// figureOf is one of the figures that are measured in each round.
type figureOf struct {
	name string // behind the title of an endpoint; empty for requests per CPU second
	low  bool   // whether less is better
	of   func(*cell) []float64
}

var (
	perCPU = figureOf{of: func(c *cell) []float64 { return c.PerCPU }}
	wall   = figureOf{name: ", requests per second", of: func(c *cell) []float64 { return c.Wall }}
	tail   = figureOf{name: ", p99", low: true, of: func(c *cell) []float64 { return c.P99 }}
)

// everywhere returns the same aim for all endpoints.
func everywhere(all []endpoint, peer string, bound float64) []aim {
	var list []aim
	for _, e := range all {
		list = append(list, aim{e.name, peer, bound})
	}
	return list
}

// smallAims returns the aims for the small endpoints.
func smallAims() []aims {
	return []aims{
		{perCPU, []aim{
			{"hello", "fasthttp", 0.85},
			{"user", "fasthttp", 0.75},
			{"user", "Fastify", 1.3},
			{"create", "fasthttp", 0.8},
			{"create", "Fastify", 1.2},
			{"list", "Fastify", 0.4},
			{"rows", "Fastify", 1.6},
			{"rows", "Bun", 0.85},
		}},
		{tail, everywhere(endpoints(), "Fastify", 1)},
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
	figureOf
	aim
	spread
}

// met reports whether the median reached the aim.
func (v verdict) met() bool {
	if v.low {
		return v.Median <= v.bound
	}
	return v.Median >= v.bound
}

// verdicts returns the verdicts on the aims whose endpoint and peer were measured.
func (m *measurements) verdicts(all ...aims) []verdict {
	var list []verdict
	for _, some := range all {
		for _, a := range some.list {
			ours, theirs := m.cells[us][a.endpoint], m.cells[a.peer][a.endpoint]
			if ours != nil && theirs != nil {
				list = append(list, verdict{some.figure, a, spreadOf(ratios(some.figure.of(ours), some.figure.of(theirs)))})
			}
		}
	}
	return list
}
