package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

func newQueuesDead(p process, f *queueFlags) *cobra.Command {
	var filter app.DeadFilter
	command := &cobra.Command{
		Use:   "dead <folder> <queue> [<id>]",
		Short: "List dead letters, or show one whole",
		Long: `dead lists the dead letters of a queue, oldest first: messages that failed for good. With an id it shows that one: headers, errors and
body.`,
		Example: "  fwrun queues my-app dead mails\n  fwrun queues my-app dead mails H4XQ3CZ\n  fwrun queues my-app dead mails " +
			"--json | jq '.letters[].body'",
		Args: folderQueue(0, 1),
	}
	command.Flags().StringVar(&filter.Reason, "reason", "", "only those with exactly this reason")
	command.Flags().IntVar(&filter.Limit, "limit", 100, "how many are listed at most")
	command.RunE = func(command *cobra.Command, args []string) error {
		if filter.Limit < 1 {
			return misused(command, "--limit must be positive")
		}
		filter.IDs = args[2:]
		return f.with(command, p, args, func(opened *app.OpenedQueues, q app.Queue) error {
			return f.dead(command.Context(), p, opened, q, filter)
		})
	}
	return command
}

// dead prints dead letters: whole if an id was given.
func (f *queueFlags) dead(ctx context.Context, p process, opened *app.OpenedQueues, q app.Queue, filter app.DeadFilter) error {
	one := filter
	one.Limit++ // to know whether there are more
	letters, err := readDead(ctx, opened, q, one)
	if err != nil {
		return err
	}
	more := len(letters) > filter.Limit
	letters = letters[:min(len(letters), filter.Limit)]
	switch {
	case len(filter.IDs) > 0 && len(letters) == 0:
		return fault.New("", fault.NotFound, "the queue "+q.Name+" has no dead letter "+filter.IDs[0])
	case f.asJSON:
		return encode(p.out, jsonLetters{letters, more})
	case len(filter.IDs) > 0:
		return printLetters(p.out, q, letters)
	case len(letters) == 0:
		_, err := fmt.Fprintln(p.out, "no dead letters")
		return err
	}
	rows := [][]string{{"ID", "DIED", "ATTEMPTS", "REASON", "LAST ERROR"}}
	for _, l := range letters {
		rows = append(rows, []string{cell(l.ID, 60), moment(l.Died), strconv.Itoa(l.Attempts), cell(l.Reason, 60), cell(l.LastError, 80)})
	}
	err = printColumns(p.out, painter{p.colours}, rows)
	if err == nil && more {
		_, err = fmt.Fprintf(p.out, "there are more than %d; --limit lists more\n", filter.Limit)
	}
	return err
}

// jsonLetters is what `fwrun queues … dead --json` writes.
type jsonLetters struct {
	Letters []app.DeadLetter `json:"letters"`
	More    bool             `json:"more,omitempty"` // than --limit
}

// readDead reads as many letters as are wanted, page by page.
func readDead(ctx context.Context, from app.Queues, q app.Queue, f app.DeadFilter) ([]app.DeadLetter, error) {
	letters := []app.DeadLetter{}
	for wanted := f.Limit; wanted > 0; wanted = f.Limit - len(letters) {
		page := f
		page.Limit = min(wanted, 1000)
		found, err := from.Dead(ctx, q, page)
		if err != nil || len(found) == 0 {
			return letters, err
		}
		letters = append(letters, found...)
		f.After = found[len(found)-1].Seq
	}
	return letters, nil
}

func printLetters(w io.Writer, q app.Queue, letters []app.DeadLetter) error {
	var b bytes.Buffer
	for i, l := range letters {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, line := range [][2]string{
			{"id", l.ID},
			{"queue", q.Name},
			{"key", l.Key},
			{"reason", l.Reason},
			{"attempts", strconv.Itoa(l.Attempts)},
			{"sent", moment(l.Sent)},
			{"first failed", moment(l.FirstFailed)},
			{"died", moment(l.Died)},
			{"first error", l.FirstError},
			{"last error", l.LastError},
		} {
			if line[1] != "" {
				fmt.Fprintf(&b, "%-13s %s\n", line[0], strings.ReplaceAll(plain(line[1]), "\n", "\n              "))
			}
		}
		for _, name := range slices.Sorted(maps.Keys(l.Headers)) {
			fmt.Fprintf(&b, "%-13s %s: %s\n", "header", plain(name), plain(l.Headers[name]))
		}
		fmt.Fprintf(&b, "%-13s %s\n\n%s\n", "content type", plain(l.ContentType), bodyText(l.Content))
	}
	_, err := w.Write(b.Bytes())
	return err
}

// bodyText returns a body for people.
func bodyText(c app.QueueContent) string {
	switch {
	case c.JSON != nil:
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, c.JSON, "", "  "); err != nil {
			return plain(string(c.JSON))
		}
		return plain(pretty.String())
	case len(c.Base64) > 0:
		return fmt.Sprintf("[%s, which are not text; --json has them]", count(len(c.Base64), "byte"))
	}
	return plain(c.Text)
}

// moment returns a time as tables show it; empty for none.
func moment(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.Local().Format("2006-01-02 15:04:05")
}

// cell returns a text of an application as a cell of a table: on one line, and cut off after so many characters.
func cell(text string, most int) string {
	text = strings.Join(strings.Fields(plain(text)), " ")
	if short := []rune(text); len(short) > most {
		return string(short[:most-1]) + "…"
	}
	return text
}

// plain returns a text of an application without characters that could control a terminal.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && !unicode.IsGraphic(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
