package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// nodeRuntime is the name of Node as a peer that runs the same scripts.
const nodeRuntime = "Node"

// platformPeers returns what is compared: the same scripts in fwrun and in Node.
func platformPeers() []peer {
	return []peer{
		{name: us, command: func(t tools) []string { return []string{t.fwrun, "serve", filepath.Join(t.peers, "platform")} }},
		{
			name: nodeRuntime, install: []string{"node"},
			command: func(t tools) []string { return []string{t.node, filepath.Join(t.peers, "platform-node", "server.js")} },
		},
	}
}

// platformPlan says how often to measure.
type platformPlan struct {
	rounds, streams, starts, others int
	lasts                           time.Duration // of the requests beside PBKDF2
}

// measurePlatform measures what applications use of the web platform and of Node's modules, in turns with Node, and
// beside Go's own calls where there are such.
func measurePlatform(args []string) error {
	flags := flag.NewFlagSet("platform", flag.ContinueOnError)
	p := platformPlan{}
	binary := flags.String("binary", "", "the fwrun to measure; that of this tree when not set")
	flags.IntVar(&p.rounds, "rounds", 7, "rounds in which each job is done once by each")
	flags.IntVar(&p.streams, "streams", 5, "rounds of streams, each in a process of its own")
	flags.IntVar(&p.starts, "starts", 9, "rounds of starts")
	flags.IntVar(&p.others, "others", 3, "rounds of requests beside PBKDF2, and without it")
	flags.DurationVar(&p.lasts, "time", 3*time.Second, "for which each of these lasts")
	markdown := flags.Bool("markdown", false, "print the section of tools/bench/README.md")
	if err := flags.Parse(args); err != nil {
		return err
	}
	folder, remove, err := scratch()
	if err != nil {
		return err
	}
	defer remove()
	b := &platformBench{platformPlan: p}
	if b.tools, err = preparePlatform(folder, *binary); err != nil {
		return err
	}
	grids, err := b.run()
	if err != nil {
		return err
	}
	version, err := output(b.tools.node, "--version")
	if err != nil {
		return err
	}
	fmt.Printf("Measured %s on %s, Go %s, Node %s.\n", time.Now().UTC().Format(time.DateOnly), machine(), goVersion(), version)
	return printGrids(os.Stdout, grids, *markdown)
}

// preparePlatform builds fwrun unless a binary is given, and finds Node: the pinned one, or that of the machine if there
// is no registry.
func preparePlatform(folder, binary string) (tools, error) {
	t, err := findTools(folder)
	if err != nil {
		return t, err
	}
	if binary != "" {
		if binary, err = filepath.Abs(binary); err != nil {
			return t, err
		}
	}
	if t.fwrun, err = fwrunIn(folder, binary); err != nil {
		return t, err
	}
	if missing := t.install(platformPeers()); missing != nil {
		fmt.Fprintln(os.Stderr, "the Node of the machine is used:", missing)
		t.node, err = exec.LookPath("node")
	}
	return t, err
}

// platformBench is one run of the command.
type platformBench struct {
	platformPlan
	tools   tools
	running []*process // fwrun and Node, by the order of platformPeers
}

func (b *platformBench) run() ([]grid, error) {
	for _, p := range platformPeers() {
		s, err := startPeer(p, b.tools, "")
		if err != nil {
			return nil, err
		}
		defer s.stop()
		if _, err := s.untilAnswer("/plain"); err != nil {
			return nil, err
		}
		b.running = append(b.running, s)
	}
	work := platformJobs()
	if err := b.checkJobs(work); err != nil {
		return nil, err
	}
	took, err := b.jobs(work)
	if err != nil {
		return nil, err
	}
	beside, err := b.besideDerivation()
	if err != nil {
		return nil, err
	}
	streamed, err := b.streamRounds()
	if err != nil {
		return nil, err
	}
	started, err := b.startRounds()
	if err != nil {
		return nil, err
	}
	return append(jobGrids(work, took), beside.grid(), streamGrid(streamed), started.grid()), nil
}

// checkJobs does each job once in both. It fails if their answers differ.
func (b *platformBench) checkJobs(work []job) error {
	var problems []error
	for _, j := range work {
		var texts []string
		for _, s := range b.running {
			text, _, err := j.ask(s.url())
			if err != nil {
				return fmt.Errorf("%s: %s: %w", s.peer.name, j.name, err)
			}
			texts = append(texts, text)
		}
		if texts[0] != texts[1] {
			problems = append(problems, fmt.Errorf("%s: %q in %s, %q in %s", j.name, texts[0], us, texts[1], nodeRuntime))
		}
	}
	return errors.Join(problems...)
}

// jobTimes are the times for one operation, in ms, by round.
type jobTimes struct{ fwrun, node, goes []float64 }

// jobs does each job once in each round, in turns. The first round counts for nothing.
func (b *platformBench) jobs(work []job) ([]jobTimes, error) {
	took := make([]jobTimes, len(work))
	for round := range b.rounds + 1 {
		fmt.Fprintf(os.Stderr, "jobs, round %d of %d; load of the machine %s\n", round, b.rounds, machineLoad())
		for _, i := range rand.Perm(len(work)) {
			if err := took[i].add(work[i], b.running); err != nil {
				return nil, err
			}
		}
		if round == 0 {
			clear(took)
		}
	}
	return took, nil
}

// add does a job once in each, in random order.
func (t *jobTimes) add(j job, running []*process) error {
	for _, who := range rand.Perm(3) {
		if who == 2 {
			if j.goes != nil {
				t.goes = append(t.goes, j.inGo())
			}
			continue
		}
		_, took, err := j.ask(running[who].url())
		if err != nil {
			return fmt.Errorf("%s: %s: %w", running[who].peer.name, j.name, err)
		}
		into := []*[]float64{&t.fwrun, &t.node}[who]
		*into = append(*into, took)
	}
	return nil
}

// patient asks for what takes long.
var patient = &http.Client{Timeout: 2 * time.Minute}
