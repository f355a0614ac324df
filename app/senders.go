package app

import (
	"context"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/events"
	"github.com/fwrun/fwrun/security/senders"
)

// sealer returns what says in messages who sends them; nil if there is no secret for that.
func (g *generation) sealer() func(who *security.Principal, queue string, body []byte) (string, error) {
	if g.settings.security.Messages == nil {
		return nil
	}
	seal := senders.New(g.settings.security.Messages)
	return func(who *security.Principal, queue string, body []byte) (string, error) {
		return seal.Of(senders.Sender{Name: who.Name, Roles: who.Roles, Scopes: who.Scopes}, queue, body)
	}
}

// onBehalf returns a context on behalf of who has sent a message, if the message says it. A batch, which many may have sent, is handled on
// nobody's behalf. The error is for a message that says what is not true: it would be so at each further attempt, too.
func (g *generation) onBehalf(ctx context.Context, l *manifest.Listener, batch []*queue.Message) (context.Context, error) {
	if l.Batch > 1 || batch[0].Sender == "" {
		return ctx, nil
	}
	m := batch[0]
	if g.settings.security.Messages == nil {
		return ctx, &queue.RejectedError{Reason: "the message says who has sent it, which nobody can check: security.messages.secret is not set"}
	}
	who, err := senders.New(g.settings.security.Messages).Open(m.Sender, m.Queue, m.Body)
	if err != nil {
		g.events.Record(events.Of(ctx, events.Refused, ""))
		return ctx, &queue.RejectedError{Reason: err.Error(), Err: err}
	}
	return g.as(ctx, who.Name, who.Roles, who.Scopes), nil
}
