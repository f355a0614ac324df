package redisclient

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// Failure converts an error of a call to the *fault.Error that callers get.
func (c *Client) Failure(ctx context.Context, op string, err error) error {
	if cause := endOf(ctx); errors.Is(cause, context.DeadlineExceeded) {
		return fault.New(op, fault.Timeout, c.what+" took too long").Because(cause)
	} else if cause != nil {
		return fault.New(op, fault.Canceled, "the caller went away").Because(cause)
	}
	meaning := c.meaning(err)
	return fault.New(op, meaning.kind, c.what+" "+meaning.public).WithHint(meaning.hint).Because(errors.New(c.scrub(err.Error())))
}

// Answered reports whether an error is the server's answer to a command.
func Answered(err error) bool {
	_, is := errors.AsType[answered](err)
	return is
}

// endOf returns why ctx has ended, if it has. A socket notices a deadline a little before ctx
// does.
func endOf(ctx context.Context) error {
	if deadline, ok := ctx.Deadline(); ok && ctx.Err() == nil && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return ctx.Err()
}

// meaning is how an answer of the server is reported to clients of the application.
type meaning struct {
	prefix string
	kind   fault.Kind
	public string
	hint   string
}

const credentials = "check the user and the password in its url, and the permissions of that user"

// meanings lists the answers of the server that need an explanation, by their beginnings.
var meanings = []meaning{
	{"WRONGPASS", fault.Internal, "refused access", credentials},
	{"NOAUTH", fault.Internal, "refused access", credentials},
	{"NOPERM", fault.Internal, "refused access", credentials},
	{"DB index", fault.Internal, "refused access", "the Redis server has no database with the number in its url"},
	{"WRONGTYPE", fault.Internal, "has keys of another program", "choose a prefix that no other program uses on that server"},
	{"OOM", fault.Unavailable, "is full", "raise maxmemory of the Redis server"},
	{"MISCONF", fault.Unavailable, "is not available", "the Redis server cannot write its data to disk"},
	{"BUSY", fault.Unavailable, "is not available", ""},
	{"CLUSTERDOWN", fault.Unavailable, "is not available", ""},
	{"LOADING", fault.Unavailable, "is not available", ""},
	{"MASTERDOWN", fault.Unavailable, "is not available", ""},
	{"NOREPLICAS", fault.Unavailable, "is not available", ""},
	{"READONLY", fault.Unavailable, "is not available", "the url must name the primary, not a replica"},
	{"TRYAGAIN", fault.Unavailable, "is not available", ""},
	{"max number of clients", fault.Unavailable, "is not available", "raise maxclients of the Redis server, or lower pool_size"},
}

func (c *Client) meaning(err error) meaning {
	if !Answered(err) {
		return meaning{"", fault.Unavailable, "is not available", "check that the Redis server in its url is running and can be reached"}
	}
	for _, m := range meanings {
		if Says(err, m.prefix) {
			return m
		}
	}
	return meaning{"", fault.Internal, "did not understand the command", "the server must be Redis 6 or newer, or compatible with it"}
}

// scrub removes from a text what must not be logged: a server that does not know a command
// answers with its arguments, which may be values or the password.
func (c *Client) scrub(text string) string {
	text, _, _ = strings.Cut(text, ", with args beginning with")
	if c.password != "" {
		text = strings.ReplaceAll(text, c.password, "***")
	}
	return text
}
