package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
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

// The limits of what top shows and how often.
const (
	shownRoutes      = 15
	shownQueues      = 10
	leastTopInterval = 100 * time.Millisecond
)

func newTop(p process) *cobra.Command {
	var f topFlags
	command := &cobra.Command{
		Use:   "top <folder>",
		Short: "Show what a running application does",
		Long: `top shows what a running application does, again and again: requests and errors a second, how long routes take, workers, queues, processor
time and memory. Routes that take most time come first. On a terminal it redraws the screen until Ctrl-C; elsewhere it prints a line each time.

The application is asked over its admin socket, data/fwrun.sock, which only the owner of the process may use.`,
		Example: `  fwrun top my-app
  fwrun top my-app --interval 10s > load.log
  fwrun top my-app --count 1 --json | jq '.routes[] | select(.p95 > 0.5)'`,
		Args: oneFolder,
	}
	flags := command.Flags()
	flags.DurationVar(&f.interval, "interval", 2*time.Second, "time between two looks")
	flags.IntVar(&f.count, "count", 0, "end after so many; 0 for no end")
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
	screen := p.colours && !f.asJSON
	if screen {
		_, _ = fmt.Fprint(p.out, "\x1b[?25l\x1b[2J")
		defer func() { _, _ = fmt.Fprint(p.out, "\x1b[?25h") }()
	}
	ticker := time.NewTicker(f.interval)
	defer ticker.Stop()
	for n := 0; f.count == 0 || n < f.count; n++ {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return nil
		}
		now, err := running.Sample(ctx)
		if err != nil {
			return err
		}
		text, err := f.show(now.Since(before), screen, folder)
		if err != nil {
			return err
		}
		if _, err := p.out.Write(text); err != nil {
			return err
		}
		before = now
	}
	return nil
}

// show returns a screen, a line, or a document.
func (f *topFlags) show(t ask.Top, screen bool, folder string) ([]byte, error) {
	switch {
	case f.asJSON:
		text, err := json.Marshal(t)
		return append(text, '\n'), err
	case screen:
		return topScreen(t, folder)
	}
	return []byte(topLine(t) + "\n"), nil
}

// topLine is what is printed where there is no terminal.
func topLine(t ask.Top) string {
	line := fmt.Sprintf("%s requests=%s errors=%s p95=%s workers=%d/%d waiting=%d inflight=%d cpu=%.2f memory=%s",
		t.At.Format(time.RFC3339), perSecond(t.Requests), perSecond(t.Errors), secondsText(t.P95), t.Busy, t.Workers, t.Waiting, t.InFlight, t.CPU, memoryText(t.Memory))
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

// topScreen redraws the screen from its beginning. The end of each line is cleared, so that nothing flickers.
func topScreen(t ask.Top, folder string) ([]byte, error) {
	var b bytes.Buffer
	paint := painter{true}
	fmt.Fprintf(&b, "%s  %s   Ctrl-C ends\n\n", paint.bold(plain(folder)), t.At.Format(time.TimeOnly))
	fmt.Fprintf(&b, "requests %s   errors %s   mean %s   p95 %s\n", perSecond(t.Requests), perSecond(t.Errors), secondsText(t.Mean), secondsText(t.P95))
	fmt.Fprintf(&b, "workers  %d of %d busy   %d in flight   %d waiting   cpu %.2f   memory %s\n\n", t.Busy, t.Workers, t.InFlight, t.Waiting, t.CPU, memoryText(t.Memory))
	rows := [][]string{{"ROUTE", "REQUESTS", "ERRORS", "MEAN", "P95"}}
	for _, r := range t.Routes[:min(len(t.Routes), shownRoutes)] {
		rows = append(rows, []string{plain(r.Name), perSecond(r.Requests), perSecond(r.Errors), secondsText(r.Mean), secondsText(r.P95)})
	}
	alignRight(rows, 1, 4)
	if err := printColumns(&b, paint, rows); err != nil {
		return nil, err
	}
	if left := len(t.Routes) - shownRoutes; left > 0 {
		fmt.Fprintf(&b, "and %d more\n", left)
	}
	if len(t.Queues) > 0 {
		b.WriteString("\n")
		rows = [][]string{{"QUEUE", "WAITING", "IN HAND", "RETRIES", "DEAD", "RATE"}}
		for _, q := range t.Queues[:min(len(t.Queues), shownQueues)] {
			rows = append(rows, []string{
				plain(q.Name), countText(q.Waiting), countText(q.InHand), strconv.FormatInt(q.Retries, 10), strconv.FormatInt(q.Dead, 10), perSecond(q.Rate),
			})
		}
		alignRight(rows, 1, 5)
		if err := printColumns(&b, paint, rows); err != nil {
			return nil, err
		}
	}
	for _, name := range t.QueuesNotKnown {
		fmt.Fprintf(&b, "the queue connection %s does not answer\n", plain(name))
	}
	return []byte("\x1b[H" + strings.ReplaceAll(b.String(), "\n", "\x1b[K\n") + "\x1b[J"), nil
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
