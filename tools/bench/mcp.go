package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// mcpAims returns the aims for an MCP server, which were set before anything was measured.
func mcpAims() []aim {
	return []aim{
		{"call", goSDK, 10},
		{"call", tsSDK, 25},
	}
}

// mcpMeasurements holds the measurements of MCP servers. They have no latencies, starts and
// reloads.
type mcpMeasurements struct {
	*measurements
	sizes map[string]map[string]int // bytes of an answer's body, by peer, by operation
}

// measureMCP compares fwrun as an MCP server with the official SDKs and prints the result.
func measureMCP(args []string) error {
	flags := flag.NewFlagSet("mcp", flag.ContinueOnError)
	p := plan{}
	flags.IntVar(&p.Rounds, "rounds", 13, "rounds in which each peer is measured once on each operation")
	seconds := flags.Float64("seconds", 1, "length of one measurement")
	warmup := flags.Float64("warmup", 8, "seconds of load on each operation of each peer before anything counts")
	flags.IntVar(&p.Connections, "concurrency", 32, "connections at a time")
	names := flags.String("peers", "", "only these, such as fwrun,Go SDK")
	only := flags.String("operations", "", "only these, such as call,list500")
	commit := flags.String("against", "", "compare with the fwrun of this commit instead of the SDKs")
	markdown := flags.Bool("markdown", false, "print the section of tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	p.Time, p.Warmup = time.Duration(*seconds*float64(time.Second)), time.Duration(*warmup*float64(time.Second))
	chosen, err := choose("peer", *names, mcpPeers(*commit != ""), func(p peer) string { return p.name })
	if err != nil {
		return err
	}
	work, err := choose("operation", *only, operations(), func(o operation) string { return o.name })
	if err != nil {
		return err
	}
	m, env, err := compareMCP(chosen, work, p, *commit)
	if err != nil {
		return err
	}
	if *commit != "" {
		return printGrids(os.Stdout, []grid{m.changes("Against " + *commit)}, *markdown)
	}
	return m.print(os.Stdout, env, *markdown)
}

// compareMCP prepares, checks and measures. The commit is that of the earlier fwrun, if one is
// among the peers.
func compareMCP(chosen []peer, work []operation, p plan, commit string) (*mcpMeasurements, environmentInfo, error) {
	folder, remove, err := scratch()
	if err != nil {
		return nil, environmentInfo{}, err
	}
	defer remove()
	fmt.Fprintln(os.Stderr, "building and installing")
	t, err := prepareMCP(chosen, folder, commit)
	if err != nil {
		return nil, environmentInfo{}, err
	}
	env, err := describe(chosen, t, p)
	if err != nil {
		return nil, env, err
	}
	m := newMCPMeasurements(chosen, work)
	for _, o := range work {
		fmt.Fprintf(os.Stderr, "%s\n", o.title)
		t.mcpTools, t.mcpApplication = o.tools, filepath.Join(folder, o.name)
		if err := writeMCPApplication(t); err != nil {
			return nil, env, err
		}
		if err := m.operate(o, t, p, os.Stderr); err != nil {
			return nil, env, err
		}
	}
	return m, env, nil
}

func newMCPMeasurements(chosen []peer, work []operation) *mcpMeasurements {
	var endpoints []endpoint
	for _, o := range work {
		endpoints = append(endpoints, o.endpoint)
	}
	m := &mcpMeasurements{newMeasurements(chosen, endpoints), map[string]map[string]int{}}
	for _, p := range chosen {
		m.sizes[p.name] = map[string]int{}
	}
	return m
}

// operate measures one operation, on servers of its own, because each operation has its own
// number of tools.
func (m *mcpMeasurements) operate(o operation, t tools, p plan, progress io.Writer) error {
	alone := &measurements{contest{ready: "/hello", peers: m.peers, endpoints: []endpoint{o.endpoint}}, m.cells, m.bodies}
	running, stop, err := alone.startAll(t, "")
	defer stop()
	if err != nil {
		return err
	}
	for _, s := range running {
		size, err := o.check(s.url())
		if err != nil {
			return fmt.Errorf("%s does not do the same work, so nothing is measured:\n%w", s.peer.name, err)
		}
		m.sizes[s.peer.name][o.name] = size
	}
	return alone.measure(running, p, progress)
}

// print writes the report, as text or as the section of tools/bench/README.md.
func (m *mcpMeasurements) print(w io.Writer, env environmentInfo, asMarkdown bool) error {
	lines := env.lines(m.peers)
	if asMarkdown {
		lines = append([]string{"## MCP, against the official SDKs"}, lines...)
		fmt.Fprintf(w, "%s\n", strings.Join(lines, "\n\n"))
	} else {
		fmt.Fprintf(w, "%s\n", strings.Join(lines, "\n"))
	}
	return printGrids(w, m.grids(), asMarkdown)
}

// grids returns the tables of the report.
func (m *mcpMeasurements) grids() []grid {
	tables := []grid{m.rates(), m.costs()}
	if m.cells[us] != nil {
		tables = append(tables, m.ratioTable(), m.aimTable(aims{perCPU, mcpAims()}))
	}
	return tables
}

// costs returns the table of what one request takes, and of the size of its answer.
func (m *mcpMeasurements) costs() grid {
	rows := m.columns("CPU time; body of the answer")
	for _, p := range m.peers {
		row := []string{p.name}
		for _, e := range m.endpoints {
			micros := 1e6 / spreadOf(m.cells[p.name][e.name].PerCPU).Median
			row = append(row, fmt.Sprintf("%s µs; %s bytes", figure(micros), grouped(m.sizes[p.name][e.name])))
		}
		rows = append(rows, row)
	}
	return grid{"One request", "The SDKs say more in their schemas, each in its own way.", rows}
}

// grouped formats a count with a comma between thousands.
func grouped(n int) string {
	digits := []byte(strconv.Itoa(n))
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = slices.Insert(digits, i, ',')
	}
	return string(digits)
}
