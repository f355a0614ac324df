package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/platform/fault"
)

// selectionFlags choose dead letters to be changed.
type selectionFlags struct {
	all    bool
	reason string
}

func (s *selectionFlags) add(command *cobra.Command, does string) {
	command.Flags().BoolVar(&s.all, "all", false, does+" all dead letters of the queue")
	command.Flags().StringVar(&s.reason, "reason", "", does+" those with exactly this reason")
}

// of returns what was chosen.
func (s *selectionFlags) of(command *cobra.Command, ids []string) (app.DeadSelection, error) {
	selection := app.DeadSelection{IDs: ids, Reason: s.reason, All: s.all}
	switch {
	case s.all && (len(ids) > 0 || s.reason != ""):
		return selection, misused(command, "--all chooses every dead letter; leave out the ids and --reason, or --all")
	case !s.all && len(ids) == 0 && s.reason == "":
		return selection, misused(command, "choose dead letters: by their ids, with --reason, or with --all")
	}
	return selection, nil
}

func newQueuesReplay(p process, f *queueFlags) *cobra.Command {
	command := &cobra.Command{
		Use:   "replay <folder> <queue> [<id>…]",
		Short: "Send dead letters once more",
		Long: `replay puts dead letters back into their queue, with all their attempts before them. If the application does not run, they are delivered
when it does.`,
		Example: "  fwrun queues my-app replay mails H4XQ3CZ\n  fwrun queues my-app replay mails --reason 'attempt 5 of 5 failed'\n  fwrun " +
			"queues my-app replay mails --all",
		Args: folderQueue(0, 1000),
	}
	return f.changing(p, command, "replayed", app.Queues.Replay)
}

func newQueuesDelete(p process, f *queueFlags) *cobra.Command {
	command := &cobra.Command{
		Use:     "delete <folder> <queue> [<id>…]",
		Short:   "Delete dead letters",
		Long:    "delete removes dead letters for good.",
		Example: "  fwrun queues my-app delete mails H4XQ3CZ\n  fwrun queues my-app delete mails --all",
		Args:    folderQueue(0, 1000),
	}
	return f.changing(p, command, "deleted", app.Queues.DeleteDead)
}

// changing completes a verb that changes dead letters. Ids that were not found are a failure.
func (f *queueFlags) changing(
	p process, command *cobra.Command, did string, do func(app.Queues, context.Context, app.Queue, app.DeadSelection) (app.DeadOutcome, error),
) *cobra.Command {
	var chosen selectionFlags
	chosen.add(command, command.Name())
	command.RunE = func(command *cobra.Command, args []string) error {
		selection, err := chosen.of(command, args[2:])
		if err != nil {
			return err
		}
		return f.with(command, p, args, func(opened *app.OpenedQueues, q app.Queue) error {
			done, err := do(opened, command.Context(), q, selection)
			if err != nil {
				return err
			}
			if err := f.say(p, done, did+" "+count(int(done.Count), "dead letter")+" of "+q.Name); err != nil {
				return err
			}
			if len(done.Missing) > 0 {
				return fault.New("", fault.NotFound, "the queue "+q.Name+" has no dead letter "+strings.Join(done.Missing, ", "))
			}
			return nil
		})
	}
	return command
}

// say prints a sentence, or a document with --json.
func (f *queueFlags) say(p process, document any, sentence string) error {
	if f.asJSON {
		return encode(p.out, document)
	}
	_, err := fmt.Fprintln(p.out, sentence)
	return err
}

func newQueuesPurge(p process, f *queueFlags) *cobra.Command {
	var dead bool
	command := &cobra.Command{
		Use:   "purge <folder> <queue>",
		Short: "Remove the messages of a queue",
		Long: `purge removes the messages that nobody has in hand, also those for later and those to be tried again. Dead letters stay, unless --dead is
given.`,
		Example: "  fwrun queues my-app purge mails\n  fwrun queues my-app purge mails --dead",
		Args:    folderQueue(0, 0),
	}
	command.Flags().BoolVar(&dead, "dead", false, "remove the dead letters, too")
	command.RunE = func(command *cobra.Command, args []string) error {
		return f.with(command, p, args, func(opened *app.OpenedQueues, q app.Queue) error {
			purged := jsonPurged{}
			var err error
			if purged.Count, err = opened.Purge(command.Context(), q); err != nil {
				return err
			}
			sentence := "removed " + count(int(purged.Count), "message") + " of " + q.Name
			if dead {
				done, err := opened.DeleteDead(command.Context(), q, app.DeadSelection{All: true})
				if err != nil {
					return err
				}
				purged.Dead = &done.Count
				sentence = strings.Replace(sentence, " of ", " and "+count(int(done.Count), "dead letter")+" of ", 1)
			}
			return f.say(p, purged, sentence)
		})
	}
	return command
}

// jsonPurged is what `fwrun queues … purge --json` writes.
type jsonPurged struct {
	Count int64  `json:"count"`
	Dead  *int64 `json:"dead,omitempty"`
}

func newQueuesSend(p process, f *queueFlags) *cobra.Command {
	var m app.QueueMessage
	var delay time.Duration
	var headers []string
	command := &cobra.Command{
		Use:   "send <folder> <queue> <json>",
		Short: "Send a message",
		Long: `send sends a message and prints its id. The body is JSON; "-" reads it from the standard input. A queue that does not exist is
created.`,
		Example: `  fwrun queues my-app send mails '{"to": "a@example.com"}'
  fwrun queues my-app send mails '"text"' --delay 5m --header tenant=a
  fwrun queues my-app send mails - <mail.json`,
		Args: folderQueue(1, 1),
	}
	flags := command.Flags()
	flags.DurationVar(&delay, "delay", 0, "deliver it later, such as 30s or 2h")
	flags.StringVar(&m.ID, "id", "", "id of the message; a second one with it is not sent")
	flags.StringVar(&m.Key, "key", "", "key of the message; those of one key are handled in order")
	flags.StringArrayVar(&headers, "header", nil, "header of the message, such as tenant=a; may be repeated")
	command.RunE = func(command *cobra.Command, args []string) error {
		var err error
		if m.Content, m.ContentType, err = jsonBody(command, p, args[2]); err != nil {
			return err
		}
		if m.Headers, err = messageHeaders(command, headers); err != nil {
			return err
		}
		if delay < 0 {
			return misused(command, "--delay must not be negative")
		}
		if delay > 0 {
			m.At = time.Now().Add(delay)
		}
		return f.with(command, p, args, func(opened *app.OpenedQueues, q app.Queue) error {
			id, err := opened.Send(command.Context(), q, m)
			if err != nil {
				return err
			}
			return f.say(p, map[string]string{"id": id}, id)
		})
	}
	return command
}

// jsonBody returns the body and the content type of a message, as scripts send the same value: a string is plain text.
func jsonBody(command *cobra.Command, p process, word string) (content app.QueueContent, contentType string, err error) {
	body := []byte(word)
	if word == "-" {
		if body, err = io.ReadAll(p.in); err != nil {
			return content, "", err
		}
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, body); err != nil {
		return content, "", misused(command, "the message is not JSON: %w; a text is written with its quotes, '\"text\"'", err)
	}
	if err := json.Unmarshal(body, &content.Text); err == nil && compact.String() != "null" {
		return content, "text/plain; charset=utf-8", nil
	}
	content.JSON = compact.Bytes()
	return content, "", nil
}

func messageHeaders(command *cobra.Command, words []string) (map[string]string, error) {
	headers := map[string]string{}
	for _, word := range words {
		name, value, found := strings.Cut(word, "=")
		if !found || name == "" {
			return nil, misused(command, "%q is not a header; write --header name=value", word)
		}
		headers[name] = value
	}
	return headers, nil
}

func newQueuesPause(p process, f *queueFlags) *cobra.Command {
	command := &cobra.Command{
		Use:   "pause <folder> <queue>",
		Short: "Stop the delivery of a queue",
		Long: `pause stops the delivery of a queue until it is resumed, also over restarts, in all processes that share the store of its connection.
Messages in hand are handled, and messages can be sent.`,
		Example: "  fwrun queues my-app pause mails",
		Args:    folderQueue(0, 0),
	}
	return f.switching(p, command, true, app.Queues.Pause)
}

func newQueuesResume(p process, f *queueFlags) *cobra.Command {
	command := &cobra.Command{
		Use:     "resume <folder> <queue>",
		Short:   "Deliver a paused queue again",
		Long:    "resume ends the pause of a queue.",
		Example: "  fwrun queues my-app resume mails",
		Args:    folderQueue(0, 0),
	}
	return f.switching(p, command, false, app.Queues.Resume)
}

func (f *queueFlags) switching(p process, command *cobra.Command, paused bool, do func(app.Queues, context.Context, app.Queue) error) *cobra.Command {
	command.RunE = func(command *cobra.Command, args []string) error {
		return f.with(command, p, args, func(opened *app.OpenedQueues, q app.Queue) error {
			if err := do(opened, command.Context(), q); err != nil {
				return err
			}
			return f.say(p, map[string]bool{"paused": paused}, q.Name+" is "+command.Name()+"d")
		})
	}
	return command
}
