package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app/ask"
)

// topFlags are those of fwrun top.
type topFlags struct {
	interval time.Duration
	count    int
	asJSON   bool
}

// leastTopInterval is the shortest time between two updates.
const leastTopInterval = 100 * time.Millisecond

func newTop(p process) *cobra.Command {
	var f topFlags
	command := &cobra.Command{
		Use:   "top <folder>",
		Short: "Show what a running application does",
		Long: `top shows what a running application does, again and again: requests and errors a second, how long routes take, workers, queues, processor
time and memory. Routes that take most time come first. On a terminal it redraws the screen until Ctrl-C, with as
many routes and queues as fit; elsewhere it prints a line each time.

The application is asked over its admin socket, data/fwrun.sock, which only the owner of the process may use.`,
		Example: `  fwrun top my-app
  fwrun top my-app --interval 10s > load.log
  fwrun top my-app --count 1 --json | jq '.routes[] | select(.p95 > 0.5)'`,
		Args: oneFolder,
	}
	flags := command.Flags()
	flags.DurationVar(&f.interval, "interval", 2*time.Second, "time between two updates")
	flags.IntVar(&f.count, "count", 0, "end after this many updates; 0 for no end")
	flags.BoolVar(&f.asJSON, "json", false, "write a JSON object on a line each time")
	command.RunE = func(command *cobra.Command, args []string) error {
		switch {
		case f.interval < leastTopInterval:
			return misused(command, "--interval must be at least %v", leastTopInterval)
		case f.count < 0:
			return misused(command, "--count must not be negative")
		}
		running, err := ask.Find(args[0])
		if err != nil {
			return err
		}
		defer running.Close()
		err = f.watch(command.Context(), p, running, args[0])
		if command.Context().Err() != nil {
			return nil // Ctrl-C ends it
		}
		return err
	}
	return command
}

// watch shows what happens until ctx ends, or as often as was asked for.
func (f *topFlags) watch(ctx context.Context, p process, running *ask.Running, folder string) error {
	before, err := running.Sample(ctx)
	if err != nil {
		return err
	}
	screen := p.draws(p.shown) && !f.asJSON
	if screen {
		_, _ = fmt.Fprint(p.out, "\x1b[?25l\x1b[2J")
		defer func() { _, _ = fmt.Fprint(p.out, "\x1b[?25h") }()
	}
	resized, stop := p.resizes(screen)
	defer stop()
	ticker := time.NewTicker(f.interval)
	defer ticker.Stop()
	var last *ask.Top
	for n := 0; f.count == 0 || n < f.count; {
		select {
		case <-ticker.C:
			now, err := running.Sample(ctx)
			if err != nil {
				return err
			}
			happened := now.Since(before)
			last, before = &happened, now
			n++
		case <-resized:
			if last == nil {
				continue
			}
			_, _ = fmt.Fprint(p.out, "\x1b[2J") // what the terminal has wrapped
		case <-ctx.Done():
			return nil
		}
		if err := f.show(p, *last, screen, folder); err != nil {
			return err
		}
	}
	return nil
}

// show prints a screen, a line, or a document.
func (f *topFlags) show(p process, t ask.Top, screen bool, folder string) (err error) {
	text := []byte(topLine(t))
	switch {
	case f.asJSON:
		text, err = json.Marshal(t)
	case screen:
		text, err = topScreen(t, folder, p.window())
	}
	if err == nil && !screen {
		text = append(text, '\n')
	}
	if err == nil {
		_, err = p.out.Write(text)
	}
	return err
}

// topLine is what is printed where there is no terminal.
func topLine(t ask.Top) string {
	line := fmt.Sprintf("%s requests=%s errors=%s p95=%s workers=%d/%d waiting=%d inflight=%d cpu=%.2f memory=%s",
		t.At.Format(time.RFC3339), perSecond(t.Requests), perSecond(t.Errors), secondsText(t.P95), t.Busy, t.Workers, t.Waiting, t.InFlight, t.CPU,
		memoryText(t.Memory))
	if len(t.Routes) > 0 {
		line += fmt.Sprintf(" slowest=%q:%s", plain(t.Routes[0].Name), secondsText(t.Routes[0].P95))
	}
	for _, q := range t.Queues {
		line += fmt.Sprintf(" %s=%s", plain(q.Name), countText(q.Waiting))
		if q.Dead > 0 {
			line += fmt.Sprintf(",dead:%d", q.Dead)
		}
	}
	return line
}

func perSecond(rate float64) string { return strconv.FormatFloat(rate, 'f', 1, 64) + "/s" }

func secondsText(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(time.Microsecond).String()
}

func memoryText(bytes int64) string {
	if bytes == 0 {
		return "?"
	}
	return strconv.FormatInt(bytes>>20, 10) + "MiB"
}
