package manage

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/queue/table"
)

// Source is an opened connection. What is set besides it is for one whose application does not run.
type Source struct {
	*queue.Connection
	Listeners map[string]string // names of listeners by queue

	Empty  bool  // nothing was kept yet; to ask would make files
	Closed error // why nothing can be sent or paused; nil if it can
}

// Over manages the queues of connections, of which the first is the primary one. Running means that their application serves.
func Over(running bool, sources ...Source) Queues { return &over{running: running, sources: sources} }

type over struct {
	running bool
	sources []Source
}

const op = "queue.manage"

// List implements Queues.
func (o *over) List(ctx context.Context) (Listing, error) {
	list := Listing{Running: o.running, Queues: []State{}}
	for _, s := range o.sources {
		states, err := s.states(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return Listing{}, err
			}
			list.Problems = append(list.Problems, problemOf(s.Name(), err))
		}
		list.Queues = append(list.Queues, states...)
	}
	return list, nil
}

func problemOf(connection string, err error) Problem {
	p := Problem{Connection: connection, Message: fault.Text(err)}
	if f, ok := errors.AsType[*fault.Error](err); ok {
		p.Hint = f.Hint
	}
	return p
}

// states returns the states of the queues of one connection.
func (s Source) states(ctx context.Context) ([]State, error) {
	var list []State
	if s.Empty {
		for name, listener := range s.Listeners {
			list = append(list, State{Connection: s.Name(), Queue: name, Listener: listener})
		}
		slices.SortFunc(list, func(a, b State) int { return strings.Compare(a.Queue, b.Queue) })
		return list, nil
	}
	states, err := s.States(ctx)
	for _, q := range states {
		list = append(list, State{
			Connection: q.Connection, Queue: q.Queue, Listener: q.Listener, Paused: q.Paused, Waiting: Count(q.Waiting), InHand: Count(q.InHand),
			Delayed: q.Delayed, Retries: q.Retries, Dead: q.Dead, Oldest: q.Age.Seconds(), Rate: q.Rate, Done: q.Done, Failed: q.Failed,
		})
	}
	return list, err
}

// has reports whether a connection has a queue.
func (s Source) has(ctx context.Context, name string) (bool, error) {
	if s.Empty {
		return s.Listeners[name] != "", nil
	}
	return s.Has(ctx, name)
}

// Dead implements Queues.
func (o *over) Dead(ctx context.Context, q Queue, f Filter) ([]Letter, error) {
	s, err := o.find(ctx, q)
	if err != nil || s.Empty {
		return []Letter{}, err
	}
	found, err := s.DeadLetters(ctx, q.Name, table.DeadFilter{IDs: f.IDs, Reason: f.Reason}, table.Page{After: f.After, Limit: f.Limit})
	letters := make([]Letter, len(found))
	for i, d := range found {
		letters[i] = letterOf(q.Name, d)
	}
	return letters, err
}

// Replay implements Queues.
func (o *over) Replay(ctx context.Context, q Queue, s Selection) (Outcome, error) {
	return o.change(ctx, q, s, (*queue.Connection).Replay)
}

// DeleteDead implements Queues.
func (o *over) DeleteDead(ctx context.Context, q Queue, s Selection) (Outcome, error) {
	return o.change(ctx, q, s, (*queue.Connection).DeleteDead)
}

func (o *over) change(
	ctx context.Context, q Queue, s Selection, do func(*queue.Connection, context.Context, string, table.DeadFilter) (int64, error),
) (Outcome, error) {
	if err := s.check(); err != nil {
		return Outcome{}, err
	}
	source, err := o.find(ctx, q)
	if err != nil || source.Empty {
		return Outcome{Missing: s.IDs}, err
	}
	f := table.DeadFilter{IDs: s.IDs, Reason: s.Reason}
	missing, err := missing(ctx, source.Connection, q.Name, f)
	if err != nil {
		return Outcome{}, err
	}
	n, err := do(source.Connection, ctx, q.Name, f)
	return Outcome{Count: n, Missing: missing}, err
}

// missing returns those of the filter's ids that no dead letter has.
func missing(ctx context.Context, c *queue.Connection, name string, f table.DeadFilter) ([]string, error) {
	left := slices.Clone(f.IDs)
	for after := int64(0); len(left) > 0; {
		page, err := c.DeadLetters(ctx, name, f, table.Page{After: after})
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			break
		}
		for _, d := range page {
			left, after = slices.DeleteFunc(left, func(id string) bool { return id == d.ID }), d.Seq
		}
	}
	return left, nil
}

// Purge implements Queues.
func (o *over) Purge(ctx context.Context, q Queue) (int64, error) {
	s, err := o.find(ctx, q)
	if err != nil || s.Empty {
		return 0, err
	}
	return s.Connection.Purge(ctx, q.Name)
}

// Send implements Queues.
func (o *over) Send(ctx context.Context, q Queue, m Message) (string, error) {
	s, err := o.target(ctx, q)
	if err != nil {
		return "", err
	}
	return s.Connection.Send(ctx, queue.Outgoing{
		Queue: q.Name, Body: m.Bytes(), ContentType: m.ContentType, Headers: m.Headers, ID: m.ID, Key: m.Key, At: m.At,
	})
}

// Pause implements Queues.
func (o *over) Pause(ctx context.Context, q Queue) error {
	s, err := o.find(ctx, q)
	if err = cmp.Or(err, s.Closed); err != nil {
		return err
	}
	return s.Connection.Pause(ctx, q.Name)
}

// Resume implements Queues.
func (o *over) Resume(ctx context.Context, q Queue) error {
	s, err := o.find(ctx, q)
	if err = cmp.Or(err, s.Closed); err != nil {
		return err
	}
	return s.Connection.Resume(ctx, q.Name)
}

// target returns the connection to send to. The queue need not exist.
func (o *over) target(ctx context.Context, q Queue) (Source, error) {
	s, err := o.find(ctx, q)
	if err != nil && fault.KindOf(err) == fault.NotFound && q.Connection == "" && queue.CheckName(q.Name) == nil && len(o.sources) > 0 {
		s, err = o.sources[0], nil
	}
	return s, cmp.Or(err, s.Closed)
}

// find returns the connection that has a queue.
func (o *over) find(ctx context.Context, q Queue) (Source, error) {
	if err := queue.CheckName(q.Name); err != nil {
		return Source{}, fault.New(op, fault.Invalid, err.Error())
	}
	var having []Source
	var failed error
	for _, s := range o.sources {
		if q.Connection == s.Name() {
			return s, nil
		}
		if q.Connection != "" {
			continue
		}
		has, err := s.has(ctx, q.Name)
		if has {
			having = append(having, s)
		}
		failed = cmp.Or(failed, err)
	}
	switch {
	case len(having) == 1:
		return having[0], nil
	case q.Connection != "":
		return Source{}, o.noConnection(q.Connection)
	case len(having) > 1:
		return Source{}, fault.New(op, fault.Conflict, fmt.Sprintf("several connections have a queue %s: %s", q.Name, strings.Join(names(having), ", "))).
			WithHint("choose one with --connection")
	case failed != nil:
		return Source{}, failed
	}
	return Source{}, o.noQueue(ctx, q.Name)
}

func names(sources []Source) []string {
	list := make([]string, len(sources))
	for i, s := range sources {
		list[i] = s.Name()
	}
	return list
}

func (o *over) noConnection(name string) error {
	there := names(o.sources)
	hint := "choose " + strings.Join(there, " or ")
	if near := fault.Nearest(name, there); near != "" {
		hint = "did you mean " + near + "?"
	}
	return fault.New(op, fault.NotFound, "there is no queue connection "+name).WithHint(hint)
}

func (o *over) noQueue(ctx context.Context, name string) error {
	var there []string
	if list, err := o.List(ctx); err == nil {
		for _, s := range list.Queues {
			there = append(there, s.Queue)
		}
	}
	err := fault.New(op, fault.NotFound, "there is no queue "+name)
	if near := fault.Nearest(name, there); near != "" {
		return err.WithHint("did you mean " + near + "?")
	}
	if len(there) > 0 {
		return err.WithHint("the queues are " + strings.Join(slices.Compact(slices.Sorted(slices.Values(there))), ", "))
	}
	return err
}
