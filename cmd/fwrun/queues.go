package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

// queueFlags are those of all verbs.
type queueFlags struct {
	profile, connection string
	asJSON              bool
}

func newQueues(p process) *cobra.Command {
	var f queueFlags
	command := &cobra.Command{
		Use:     "queues <folder>",
		Short:   "List the queues of an application, and manage their messages",
		Long:    queuesHelp,
		Example: queuesExample,
		Args: func(command *cobra.Command, args []string) error {
			if len(args) < 2 {
				return oneFolder(command, args)
			}
			text := "there is no verb " + args[1]
			if near := fault.Nearest(args[1], verbsOf(command)); near != "" {
				return misused(command, "%s; did you mean %s?", text, near)
			}
			return misused(command, "%s; write one of %s after the folder", text, strings.Join(verbsOf(command), ", "))
		},
	}
	flags := command.PersistentFlags()
	flags.StringVar(&f.profile, "profile", "", "profiles to activate, separated by commas (FWRUN_PROFILE); an application that runs has its own")
	flags.StringVar(&f.connection, "connection", "", "the queue connection, if several have a queue of the name")
	flags.BoolVar(&f.asJSON, "json", false, "write JSON")
	command.RunE = func(command *cobra.Command, args []string) error {
		return f.with(command, p, args, func(opened *app.OpenedQueues, _ app.Queue) error { return f.list(command, p, opened) })
	}
	command.AddCommand(
		newQueuesDead(p, &f), newQueuesReplay(p, &f), newQueuesDelete(p, &f), newQueuesPurge(p, &f), newQueuesSend(p, &f),
		newQueuesPause(p, &f), newQueuesResume(p, &f), newQueuesVerify(p, &f),
	)
	for _, verb := range command.Commands() {
		verb.ValidArgsFunction = completeFolder
		verb.SetUsageTemplate(strings.ReplaceAll(verb.UsageTemplate(), "{{.UseLine}}", writtenAs(verb)+" [flags]"))
	}
	command.SetUsageTemplate(strings.ReplaceAll(command.UsageTemplate(), "{{.CommandPath}} [command]", "{{.CommandPath}} <folder> [verb]"))
	command.ValidArgsFunction = completeQueueVerbs
	for name, complete := range map[string]cobra.CompletionFunc{"profile": completeProfile, "connection": cobra.NoFileCompletions} {
		_ = command.RegisterFlagCompletionFunc(name, complete) // fails for a flag that is unknown
	}
	return command
}

const queuesHelp = `queues lists the queues of an application: the messages that wait, are in hand, are delayed or to be tried again, the dead
letters, the age of the oldest waiting message, and the messages a second that were handled lately. Verbs show and change what is in one queue.

If the application runs, the command asks it over its admin socket, data/fwrun.sock, which only the owner of the process may use. If not,
the command opens the connections itself; nothing is delivered then.`

const queuesExample = `  fwrun queues my-app
  fwrun queues my-app dead mails                       list dead letters
  fwrun queues my-app dead mails H4XQ3CZ               show one of them whole
  fwrun queues my-app replay mails --all               send them once more
  fwrun queues my-app send mails '{"to": "a@example.com"}' --delay 5m
  fwrun queues my-app verify                           find damaged files of an embedded broker
  fwrun queues my-app --json | jq '.queues[] | select(.dead > 0)'`

// writtenAs returns a verb as it is written: after the folder.
func writtenAs(verb *cobra.Command) string {
	rest := strings.TrimPrefix(verb.Use, verb.Name()+" <folder>")
	return "fwrun queues <folder> " + verb.Name() + rest
}

// verbBeforeFolder changes `fwrun queues <folder> dead mails` to `fwrun queues dead <folder> mails`, which is how commands are found. An
// unfinished last word stays where it is.
func verbBeforeFolder(root *cobra.Command, args []string, unfinished bool) []string {
	at := slices.Index(args, "queues")
	command, _, err := root.Find([]string{"queues"})
	if at < 0 || err != nil {
		return args
	}
	var words []int // the first two that are not flags
	for i := at + 1; i < len(args) && len(words) < 2 && args[i] != "--"; i++ {
		if name := args[i]; len(name) > 1 && name[0] == '-' {
			if takesValue(command, name) {
				i++
			}
			continue
		}
		words = append(words, i)
	}
	if len(words) < 2 || unfinished && words[1] == len(args)-1 || isVerb(command, args[words[0]]) || !isVerb(command, args[words[1]]) {
		return args
	}
	verb := args[words[1]]
	rest := slices.Delete(slices.Clone(args[at+1:]), words[1]-at-1, words[1]-at)
	return slices.Concat(args[:at+1], []string{verb}, rest)
}

// takesValue reports whether the word after a flag is its value.
func takesValue(command *cobra.Command, word string) bool {
	name := strings.TrimLeft(word, "-")
	for _, c := range append(command.Commands(), command) {
		if flag := c.Flags().Lookup(name); flag != nil {
			return flag.NoOptDefVal == ""
		}
		if flag := c.PersistentFlags().Lookup(name); flag != nil {
			return flag.NoOptDefVal == ""
		}
	}
	return false // it is unknown, or has its value with it
}

func isVerb(command *cobra.Command, word string) bool {
	return slices.ContainsFunc(command.Commands(), func(c *cobra.Command) bool { return c.Name() == word })
}

func verbsOf(command *cobra.Command) []string {
	var verbs []string
	for _, c := range command.Commands() {
		verbs = append(verbs, c.Name())
	}
	return verbs
}

// with opens the queues of a folder. The second word names a queue.
func (f *queueFlags) with(command *cobra.Command, p process, args []string, use func(*app.OpenedQueues, app.Queue) error) error {
	options := p.application(args[0], f.profile)
	options.Logger = onlyWarnings(p)
	opened, err := app.OpenQueues(command.Context(), options)
	if err != nil {
		return err
	}
	if len(opened.Warnings) > 0 {
		printDiagnostics(p.err, opened.Warnings, p.errColours)
	}
	q := app.Queue{Connection: f.connection}
	if len(args) > 1 {
		q.Name = args[1]
	}
	return errors.Join(use(opened, q), opened.Close())
}

// folderQueue checks that a verb got a folder, a queue and no more than so many further words.
func folderQueue(least, most int) cobra.PositionalArgs {
	return func(command *cobra.Command, args []string) error {
		if len(args) < 2+least || len(args) > 2+most {
			return misused(command, "wrong number of arguments; write %s", writtenAs(command))
		}
		return nil
	}
}

// list prints the states of all queues. A connection that cannot be reached is a failure.
func (f *queueFlags) list(command *cobra.Command, p process, opened *app.OpenedQueues) error {
	list, err := opened.List(command.Context())
	if err != nil {
		return err
	}
	if f.connection != "" {
		list.Queues = slices.DeleteFunc(list.Queues, func(s app.QueueState) bool { return s.Connection != f.connection })
	}
	if f.asJSON {
		err = encode(p.out, list)
	} else {
		err = printQueues(p.out, painter{p.colours}, list)
	}
	for _, problem := range list.Problems {
		report(p, fault.New("", fault.Unavailable, "queue connection "+problem.Connection+": "+problem.Message).WithHint(problem.Hint))
	}
	if err == nil && len(list.Problems) > 0 {
		err = reported{exitFailed}
	}
	return err
}

func printQueues(w io.Writer, paint painter, list app.QueueListing) error {
	if len(list.Queues) == 0 {
		_, err := fmt.Fprintln(w, "no queues")
		return err
	}
	rows := [][]string{{"QUEUE", "CONNECTION", "WAITING", "IN HAND", "DELAYED", "RETRIES", "DEAD", "OLDEST", "RATE", "STATE"}}
	for _, s := range list.Queues {
		oldest, rate, state := "-", "-", "-"
		if s.Oldest > 0 {
			oldest = time.Duration(s.Oldest * float64(time.Second)).Round(roundingOf(s.Oldest)).String()
		}
		if list.Running {
			rate = strconv.FormatFloat(s.Rate, 'f', 1, 64) + "/s"
		}
		switch {
		case s.Paused:
			state = "paused"
		case s.Listener == "":
			state = "no listener"
		case list.Running:
			state = "running"
		}
		rows = append(rows, []string{
			s.Queue, s.Connection, countText(s.Waiting), countText(s.InHand), strconv.FormatInt(s.Delayed, 10), strconv.FormatInt(s.Retries, 10),
			strconv.FormatInt(s.Dead, 10), oldest, rate, state,
		})
	}
	alignRight(rows, 2, 8)
	return printColumns(w, paint, rows)
}

// roundingOf returns how precisely an age in seconds is shown.
func roundingOf(seconds float64) time.Duration {
	if seconds < 10 {
		return 100 * time.Millisecond
	}
	return time.Second
}

func countText(n app.QueueCount) string {
	if n < 0 {
		return "?"
	}
	return strconv.FormatInt(int64(n), 10)
}

// alignRight pads the cells of the columns from first to last.
func alignRight(rows [][]string, first, last int) {
	for column := first; column <= last; column++ {
		width := 0
		for _, row := range rows {
			width = max(width, len(row[column]))
		}
		for _, row := range rows {
			row[column] = strings.Repeat(" ", width-len(row[column])) + row[column]
		}
	}
}
