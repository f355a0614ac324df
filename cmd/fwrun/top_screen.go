package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/fwrun/fwrun/app/ask"
)

// window is the size of a terminal; 0 where it is not known.
type window struct{ columns, rows int }

// screen returns the terminal that out is.
func (p process) screen() (terminal *os.File, is bool) {
	terminal, is = p.out.(*os.File)
	return terminal, is && p.draws(p.shown)
}

// window returns the size of the terminal that out is.
func (p process) window() (w window) {
	if terminal, is := p.screen(); is {
		w.columns, w.rows = sizeOf(terminal)
	}
	return w
}

// resizes begins to receive a signal whenever the size of the terminal that out is has changed, until stop is called.
func (p process) resizes(wanted bool) (changed <-chan os.Signal, stop func()) {
	if _, is := p.screen(); !is || !wanted {
		return nil, func() {}
	}
	return resizes()
}

// What is shown where the height is not known, and the least that is shown of queues if there is little room.
const (
	shownRoutes = 15
	shownQueues = 10
	leastQueues = 3
)

// topHead is the number of lines above the routes, with the line of their columns.
const topHead = 6

// room returns how many routes and queues fit. The last line of the screen stays free, so that nothing scrolls.
func (w window) room(routes, queues, notes int) (shownOfRoutes, shownOfQueues int) {
	if w.rows <= 0 {
		return min(routes, shownRoutes), min(queues, shownQueues)
	}
	left := max(0, w.rows-1-topHead-notes)
	if queues > 0 {
		left = max(0, left-2) // an empty line, and that of the columns
		shownOfQueues = min(queues, max(leastQueues, left/3, left-routes), left)
		left -= shownOfQueues
	}
	if routes > left {
		return max(0, left-1), shownOfQueues // and the line that says how many there are besides
	}
	return routes, shownOfQueues
}

// topScreen redraws the screen from its beginning. The end of each line is cleared, so that nothing flickers.
func topScreen(t ask.Top, folder string, w window) ([]byte, error) {
	var b bytes.Buffer
	paint := painter{true}
	fmt.Fprintf(&b, "%s  %s   Ctrl-C ends\n\n", paint.bold(plain(folder)), t.At.Format(time.TimeOnly))
	fmt.Fprintf(&b, "requests %s   errors %s   mean %s   p95 %s\n", perSecond(t.Requests), perSecond(t.Errors), secondsText(t.Mean), secondsText(t.P95))
	fmt.Fprintf(&b, "workers  %d of %d busy   %d in flight   %d waiting   cpu %.2f   memory %s\n\n", t.Busy, t.Workers, t.InFlight, t.Waiting, t.CPU,
		memoryText(t.Memory))
	routes, queues := w.room(len(t.Routes), len(t.Queues), len(t.QueuesNotKnown))
	rows := [][]string{{"ROUTE", "REQUESTS", "ERRORS", "MEAN", "P95"}}
	for _, r := range t.Routes[:routes] {
		rows = append(rows, []string{plain(r.Name), perSecond(r.Requests), perSecond(r.Errors), secondsText(r.Mean), secondsText(r.P95)})
	}
	alignRight(rows, 1, 4)
	if err := printColumns(&b, paint, rows); err != nil {
		return nil, err
	}
	if left := len(t.Routes) - routes; left > 0 {
		fmt.Fprintf(&b, "and %d more\n", left)
	}
	if len(t.Queues) > 0 {
		b.WriteString("\n")
		rows = [][]string{{"QUEUE", "WAITING", "IN HAND", "RETRIES", "DEAD", "RATE"}}
		for _, q := range t.Queues[:queues] {
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
	return []byte("\x1b[H" + strings.ReplaceAll(w.fit(b.String()), "\n", "\x1b[K\n") + "\x1b[J"), nil
}

// fit cuts lines that are too long or too many.
func (w window) fit(text string) string {
	lines := strings.SplitAfter(text, "\n")
	if w.rows > 0 {
		lines = lines[:min(len(lines), max(1, w.rows-1))]
	}
	if w.columns > 0 {
		for i, line := range lines {
			lines[i] = cutLine(line, w.columns)
		}
	}
	return strings.Join(lines, "")
}

// cutLine leaves out what is beyond a column. What switches bold on and off stays, since it takes no room.
func cutLine(line string, columns int) string {
	var b strings.Builder
	width, escaped := 0, false
	for _, r := range line {
		switch {
		case r == '\x1b':
			escaped = true
		case escaped:
			escaped = r != 'm'
		case r == '\n':
		default:
			if width++; width > columns {
				continue
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}
