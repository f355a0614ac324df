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
		tables = append(tables, m.ratioTable(), m.aimTable(aims()))
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

func (m *measurements) aimTable(aims []aim) grid {
	rows := [][]string{{"aim", "against", "at least", "measured", ""}}
	for _, v := range m.verdicts(aims) {
		answer := "missed"
		if v.met() {
			answer = "met"
		}
		rows = append(rows, []string{m.title(v.endpoint), v.peer, figure(v.least) + " ×", v.String(), answer})
	}
	return grid{"The aims", "", rows}
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
	rows := [][]string{{"", "start to first 200, ms", "saved file to new answer, ms", "idle MB", "loaded MB"}}
	for _, p := range m.peers {
		b := m.bodies[p.name]
		rows = append(rows, []string{p.name, spreadOf(b.Start).String(), spreadOf(b.Reload).String(), figure(b.Idle), figure(b.Loaded)})
	}
	return grid{
		"Start, reload and memory",
		"Times: median (least to most). Only the first start of fwrun compiles; the others find what it kept. Resident memory of " +
			"all processes: two seconds after the first 200, and the most at the end of any measurement.",
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

func writeText(w io.Writer, m *measurements, env environmentInfo) error {
	for _, line := range env.lines(m.peers) {
		fmt.Fprintln(w, line)
	}
	return printGrids(w, m.grids(), false)
}

func writeMarkdown(w io.Writer, m *measurements, env environmentInfo) error {
	fmt.Fprintf(w, "## Against other runtimes\n\n%s\n", strings.Join(env.lines(m.peers), "\n\n"))
	return printGrids(w, m.grids(), true)
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

func writeJSON(w io.Writer, m *measurements, env environmentInfo) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(struct {
		Environment environmentInfo             `json:"environment"`
		Cells       map[string]map[string]*cell `json:"cells"`
		Peers       map[string]*body            `json:"peers"`
	}{env, m.cells, m.bodies})
}

func writeFile(name string, m *measurements, env environmentInfo) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	if err := writeJSON(file, m, env); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}
