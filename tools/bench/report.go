package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"
)

// grid is a table with a heading, which can be printed in any form.
type grid struct {
	title string
	note  string
	rows  [][]string // the first row has the names of the columns
}

// grids returns the tables of the report.
func (m *measurements) grids() []grid {
	tables := []grid{m.rates()}
	if m.cells[us] != nil {
		tables = append(tables, m.ratioTable(), m.walls(), m.aimTable(m.aims...))
	}
	return append(tables, m.latencies(), m.footprint())
}

func (m *measurements) columns(first string) [][]string {
	head := []string{first}
	for _, e := range m.endpoints {
		head = append(head, e.title)
	}
	return [][]string{head}
}

func (m *measurements) rates() grid {
	rows := m.columns("requests per CPU second")
	for _, p := range m.peers {
		row := []string{p.name}
		for _, e := range m.endpoints {
			row = append(row, thousands(spreadOf(m.cells[p.name][e.name].PerCPU).Median))
		}
		rows = append(rows, row)
	}
	return grid{
		"Requests per second of the server's CPU time", "Medians of the rounds; system time and all processes included.", rows,
	}
}

func (m *measurements) ratioTable() grid {
	rows := m.columns("fwrun is … times")
	for _, p := range m.peers {
		if p.name == us {
			continue
		}
		row := []string{p.name}
		for _, e := range m.endpoints {
			s := spreadOf(ratios(m.cells[us][e.name].PerCPU, m.cells[p.name][e.name].PerCPU))
			row = append(row, s.String())
		}
		rows = append(rows, row)
	}
	return grid{"fwrun against each", "Ratios within a round: median (least to most).", rows}
}

// walls returns the requests per second of the clock, with fwrun's ratio to each of the others.
func (m *measurements) walls() grid {
	rows := m.columns("requests per second; fwrun is … times")
	for _, p := range m.peers {
		row := []string{p.name}
		for _, e := range m.endpoints {
			c := m.cells[p.name][e.name]
			text := thousands(spreadOf(c.Wall).Median)
			if p.name != us {
				text += "; " + figure(spreadOf(ratios(m.cells[us][e.name].Wall, c.Wall)).Median)
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return grid{
		"Requests per second of the clock",
		"Medians of the rounds. The load shares the processors with the server; Fastify, NestJS and Bun are one process with one thread for scripts.",
		rows,
	}
}

func (m *measurements) aimTable(all ...aims) grid {
	rows := [][]string{{"aim", "against", "bound", "measured", ""}}
	for _, v := range m.verdicts(all...) {
		least := "≥ "
		if v.low {
			least = "≤ "
		}
		answer := "not measured"
		if v.spread != (spread{}) {
			answer = metOr(v.met())
		}
		rows = append(rows, []string{m.title(v.endpoint) + v.name, v.peer, least + figure(v.bound) + " ×", v.String(), answer})
	}
	return grid{"The aims", "", append(rows, m.memoryAims()...)}
}

// memoryAims returns the rows about fwrun's memory, if there are aims for it.
func (m *measurements) memoryAims() [][]string {
	b := m.bodies[us]
	if m.loaded == 0 || b == nil {
		return nil
	}
	rows := [][]string{{"loaded memory", "–", "≤ " + figure(m.loaded) + " MB", figure(b.Loaded) + " MB", metOr(b.Loaded <= m.loaded)}}
	if b.Rested > 0 {
		ratio := b.Rested / b.Idle
		rows = append(rows, []string{"memory after a rest", "idle", "≤ " + figure(mostRested) + " ×", figure(ratio), metOr(ratio <= mostRested)})
	}
	return rows
}

// mostRested is how much of its memory a server may keep after load, as a multiple of what it had before.
const mostRested = 1.2

func metOr(met bool) string {
	if met {
		return "met"
	}
	return "missed"
}

func (m *measurements) title(endpoint string) string {
	for _, e := range m.endpoints {
		if e.name == endpoint {
			return e.title
		}
	}
	return endpoint
}

func (m *measurements) latencies() grid {
	rows := m.columns("p50 / p99 in ms")
	rates := []string{"at requests per second"}
	for _, e := range m.endpoints {
		rates = append(rates, strconv.Itoa(e.rate))
	}
	rows = append(rows, rates)
	for _, p := range m.peers {
		row := []string{p.name}
		for _, e := range m.endpoints {
			c := m.cells[p.name][e.name]
			row = append(row, figure(spreadOf(c.P50).Median)+" / "+figure(spreadOf(c.P99).Median))
		}
		rows = append(rows, row)
	}
	return grid{"Latency", "At the same rate for all; medians of the rounds.", rows}
}

func (m *measurements) footprint() grid {
	rows := [][]string{{"", "start to first 200, ms", "saved file to new answer, ms", "idle MB", "loaded MB", "rested MB"}}
	for _, p := range m.peers {
		b := m.bodies[p.name]
		rows = append(rows, []string{p.name, spreadOf(b.Start).String(), spreadOf(b.Reload).String(), figure(b.Idle), figure(b.Loaded), figure(b.Rested)})
	}
	return grid{
		"Start, reload and memory",
		"Times: median (least to most). Only the first start of fwrun compiles; the others find what it kept. Resident memory of " +
			"all processes: two seconds after the first 200, the most at the end of any measurement, and a minute after the last.",
		rows,
	}
}

// String formats a spread: "1.52 (1.4 to 1.61)".
func (s spread) String() string {
	if s == (spread{}) {
		return "–"
	}
	return fmt.Sprintf("%s (%s to %s)", figure(s.Median), figure(s.Min), figure(s.Max))
}

// thousands formats a number in thousands: "71.3k".
func thousands(v float64) string {
	if v < 1000 {
		return figure(v)
	}
	return figure(v/1000) + "k"
}

// figure formats a number with three significant digits. Zero means that it was not measured.
func figure(v float64) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return "–"
	}
	decimals := max(0, 2-int(math.Floor(math.Log10(math.Abs(v)))))
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// lines describes what was measured and how.
func (i environmentInfo) lines(peers []peer) []string {
	lines := []string{fmt.Sprintf("Measured %s on %s, Go %s; the load came from the same machine. %d rounds of %v on each endpoint, "+
		"%d connections, %v of warm-up on each.",
		i.Date, i.Machine, i.Go, i.Plan.Rounds, i.Plan.Time, i.Plan.Connections, i.Plan.Warmup)}
	var versions []string
	for _, p := range peers {
		versions = append(versions, p.name+" "+i.Versions[p.name])
	}
	return append(lines, strings.Join(versions, "; ")+".")
}

// write prints the tables, as text or as the section of tools/bench/README.md.
func (r result) write(w io.Writer, asMarkdown bool) error {
	lines := r.env.lines(r.peers)
	if asMarkdown {
		fmt.Fprintf(w, "## %s\n\n%s\n", r.heading, strings.Join(lines, "\n\n"))
	} else {
		fmt.Fprintf(w, "%s\n%s\n", r.heading, strings.Join(lines, "\n"))
	}
	return printGrids(w, r.grids(), asMarkdown)
}

// printGrids prints tables, as text or as markdown, each with an empty line before it.
func printGrids(w io.Writer, grids []grid, asMarkdown bool) error {
	for _, g := range grids {
		if asMarkdown {
			g.markdown(w)
		} else if err := g.text(w); err != nil {
			return err
		}
	}
	return nil
}

func (g grid) text(w io.Writer) error {
	fmt.Fprintf(w, "\n%s\n", g.title)
	if g.note != "" {
		fmt.Fprintln(w, g.note)
	}
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range g.rows {
		fmt.Fprintf(columns, "  %s\n", strings.Join(row, "\t"))
	}
	return columns.Flush()
}

func (g grid) markdown(w io.Writer) {
	fmt.Fprintf(w, "\n### %s\n\n", g.title)
	if g.note != "" {
		fmt.Fprintf(w, "%s\n\n", g.note)
	}
	for i, row := range g.rows {
		fmt.Fprintf(w, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(w, "|%s\n", strings.Repeat("---|", len(row)))
		}
	}
}

// measuredJSON is a result as it is written to a file.
type measuredJSON struct {
	Name        string                      `json:"name"`
	Environment environmentInfo             `json:"environment"`
	Cells       map[string]map[string]*cell `json:"cells"`
	Peers       map[string]*body            `json:"peers"`
}

func writeJSON(w io.Writer, results []result) error {
	var all []measuredJSON
	for _, r := range results {
		all = append(all, measuredJSON{r.name, r.env, r.cells, r.bodies})
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(all)
}

func writeFile(name string, results []result) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := writeJSON(file, results); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}
