package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fwrun/fwrun/tests/ports"
	"github.com/fwrun/fwrun/tools/bench/internal/proc"
)

// inspectedApp is a large application that is edited, attached to and left again.
type inspectedApp struct {
	server   *server
	port     string
	scaled   *scaled
	file     string
	original []byte
	edits    int

	wall, cpu map[string][]float64 // ms, by what was done
	own       map[string][]float64 // MB, idle, by what was done before
}

// What is done in each round, in this order.
const (
	reloads         = "a reload"
	attaches        = "a debugger attaches"
	reloadsAttached = "a reload while it is attached"
	detaches        = "it leaves"
)

// inspectLarge measures what it takes to attach to a large application, beside its reload.
func inspectLarge(t tools, folder string, rounds, controllers int) (g grid, err error) {
	a := &inspectedApp{wall: map[string][]float64{}, cpu: map[string][]float64{}, own: map[string][]float64{}}
	a.scaled = &scaled{controllers: controllers, binary: t.fwrun, app: filepath.Join(folder, "large")}
	if err := writeScaleApp(a.scaled.app, controllers); err != nil {
		return g, err
	}
	a.file = filepath.Join(a.scaled.app, filepath.FromSlash(scaleEdited(controllers-1)))
	if a.original, err = os.ReadFile(a.file); err != nil {
		return g, err
	}
	if a.port, err = ports.Free(); err != nil {
		return g, err
	}
	a.server, err = serveWith(t.fwrun, a.scaled.app, []string{"--watch", "--inspect=" + a.port}, "FWRUN_CACHE="+filepath.Join(folder, "large-cache"))
	if err != nil {
		return g, err
	}
	defer func() { err = errors.Join(err, a.server.stop()) }()
	for round := range rounds + 1 {
		fmt.Fprintf(os.Stderr, "%d controllers: round %d of %d; load of the machine %s\n", controllers, round, rounds, machineLoad())
		if err := a.round(round > 0); err != nil { // the first round is of a process that has compiled nothing yet
			return g, err
		}
	}
	return a.grid(controllers), nil
}

// round does everything once.
func (a *inspectedApp) round(counts bool) error {
	var i *inspector
	for _, step := range []struct {
		what string
		do   func() (time.Duration, error)
	}{
		{reloads, a.edit},
		{attaches, func() (took time.Duration, err error) {
			i, took, err = attachTo(a.port)
			return took, err
		}},
		{reloadsAttached, a.edit},
		{detaches, func() (time.Duration, error) { i.detach(); return 0, nil }},
	} {
		before, err := a.calm()
		if err != nil {
			return err
		}
		took, err := step.do()
		if err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
		after, err := a.calm()
		if err != nil {
			return err
		}
		own, err := proc.Resident(a.server.command.Process.Pid, proc.Own)
		if err != nil {
			return err
		}
		if counts {
			a.wall[step.what] = append(a.wall[step.what], milliseconds(took))
			a.cpu[step.what] = append(a.cpu[step.what], milliseconds(after.CPU-before.CPU))
			a.own[step.what] = append(a.own[step.what], own)
		}
	}
	return nil
}

// edit saves a file of the application, and returns how long it takes until its new code answers.
func (a *inspectedApp) edit() (time.Duration, error) {
	a.edits++
	name := fmt.Sprintf("Shop %d", a.scaled.controllers-1)
	next := fmt.Sprintf("%s, edited %d times", name, a.edits)
	began := time.Now()
	if err := replaceFile(a.file, bytes.ReplaceAll(a.original, []byte(`"`+name+`"`), []byte(`"`+next+`"`))); err != nil {
		return 0, err
	}
	err := untilSaid(a.server.url+a.scaled.lastRoute(), next)
	return time.Since(began), err
}

// calm waits until the process has nothing to do any more, and then until it has given back the memory that nothing needs. It returns what the
// process has used by then. One that others keep from the processors has something to do.
func (a *inspectedApp) calm() (used proc.Usage, err error) {
	const quiet, look, rest = 1500 * time.Millisecond, 20 * time.Millisecond, 9 * time.Second
	pid := a.server.command.Process.Pid
	for last := time.Now(); time.Since(last) < quiet; time.Sleep(look) {
		runs, err := proc.Runs(pid)
		if err != nil {
			return used, err
		}
		if runs {
			last = time.Now()
		}
	}
	time.Sleep(rest)
	return proc.Measure(pid)
}

func (a *inspectedApp) grid(controllers int) grid {
	rows := [][]string{{"", "ms", "of processors, ms", "times a reload", "of processors", "own memory afterwards, MB"}}
	for _, what := range []string{reloads, attaches, reloadsAttached, detaches} {
		cpu := a.cpu[what]
		row := []string{what, "–", spreadOf(cpu).String(), "–", spreadOf(ratios(cpu, a.cpu[reloads])).String(), spreadOf(a.own[what]).String()}
		if what != detaches {
			row[1], row[3] = spreadOf(a.wall[what]).String(), spreadOf(ratios(a.wall[what], a.wall[reloads])).String()
		}
		rows = append(rows, row)
	}
	return grid{
		fmt.Sprintf("A debugger at an application of %d controllers", controllers),
		"One process, in this order in each round: median (least to most). A reload is from a saved file to the answer of its new code; attaching from " +
			"Debugger.enable to its answer. Aim: attaching takes twice as long as a reload at most.", rows,
	}
}
