package queues

import (
	"context"

	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/queue"
	"github.com/fwrun/fwrun/security"
	"github.com/fwrun/fwrun/security/senders"
)

// Senders say in messages who sends them, and read it.
type Senders struct {
	Secret  []byte // nil if messages do not say it
	As      func(ctx context.Context, name string, roles, scopes []string) context.Context
	Refused func(ctx context.Context) // is called for a message that says what is not true
}

// Seal returns what says in messages who sends them; nil if there is no secret for that.
func (s Senders) Seal() func(who *security.Principal, queue string, body []byte) (string, error) {
	if s.Secret == nil {
		return nil
	}
	seal := senders.New(s.Secret)
	return func(who *security.Principal, queue string, body []byte) (string, error) {
		return seal.Of(senders.Sender{Name: who.Name, Roles: who.Roles, Scopes: who.Scopes}, queue, body)
	}
}

// onBehalf returns a context with the sender of a message as the user, if the message names one. A batch, which many may have sent, is handled
// without a user. The error is for a message whose sender is not proved: further attempts would fail, too.
func (s Senders) onBehalf(ctx context.Context, l *manifest.Listener, batch []*queue.Message) (context.Context, error) {
	if l.Batch > 1 || batch[0].Sender == "" {
		return ctx, nil
	}
	m := batch[0]
	if s.Secret == nil {
		return ctx, &queue.RejectedError{Reason: "the message names its sender, which cannot be verified: security.messages.secret is not set"}
	}
	who, err := senders.New(s.Secret).Open(m.Sender, m.Queue, m.Body)
	if err != nil {
		s.Refused(ctx)
		return ctx, &queue.RejectedError{Reason: err.Error(), Err: err}
	}
	return s.As(ctx, who.Name, who.Roles, who.Scopes), nil
}
