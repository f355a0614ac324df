package listeners

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/fwrun/fwrun/engine/declared"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/engine/source"
	"github.com/fwrun/fwrun/platform/fault"
)

// reader reads one @QueueListener.
type reader struct {
	*builder
	d     *declared.Declaration
	bean  *manifest.Bean
	owner *declared.Owner // the class that declares the member: the bean's class, or a base class of it
	m     *source.Member
	what  string // what it decorates
	spot  fault.Spot
	ok    bool
}

// wrong adds a problem at a place.
func (r *reader) wrong(code string, s fault.Spot, why, hint, format string, args ...any) {
	r.Report(fault.Explain(s.Problem(code, format, args...), why, hint))
	r.ok = false
}

// callable reports whether messages can be handed to the member; otherwise it adds a problem.
func (r *reader) callable() bool {
	what, why, hint := "", "", ""
	switch {
	case r.m.Kind != source.Method:
		what, hint = "is not a method", "write it as a method: "+r.m.Name+"(job) { … }"
	case r.m.Abstract:
		what, hint = "is abstract", "write @QueueListener on the methods that implement it"
	case r.m.Access != source.Public:
		what, why, hint = "is not public", "the application calls it from outside the class", "make it public, or call it from a public one"
	case r.m.Generator:
		what, why, hint = "is a generator", "calling a generator does not run its body", "remove the *"
	case declared.First(r.owner.On(r.m.Name), "Async") != nil:
		what, why, hint = "is @Async", "a message would count as handled before the method has done its work",
			"remove @Async; the sender does not wait for a listener"
	default:
		return true
	}
	r.wrong("listener-target", r.spot, why, hint, "@QueueListener is on %s, which %s", r.what, what)
	return false
}

func (r *reader) read() *manifest.Listener {
	place := r.owner.At(r.m)
	l := &manifest.Listener{Name: r.bean.TypeName + "." + r.m.Name, Record: r.d.Record, Place: place.Place, Width: place.Length}
	r.queue(l)
	r.connection(l)
	l.Concurrency = r.count("concurrency")
	l.Batch = r.count("batch")
	l.MaxAttempts = r.count("maxAttempts")
	l.Backoff, l.MaxBackoff, l.Timeout = r.duration("backoff"), r.duration("maxBackoff"), r.duration("timeout")
	if l.MaxBackoff > 0 && l.MaxBackoff < l.Backoff {
		r.wrong("listener-option", r.spot, "", "raise maxBackoff, or lower backoff", "maxBackoff of %s is less than its backoff, which has no effect then",
			r.what)
	}
	l.Rate = r.rate()
	r.errors(l)
	l.Handler = r.handler(l)
	return l
}

// queue reads the names of the queue and of its dead-letter queue.
func (r *reader) queue(l *manifest.Listener) {
	l.Queue = r.name("queue")
	l.DeadLetter = r.name("deadLetter")
	if l.DeadLetter != "" && l.DeadLetter == l.Queue {
		r.wrong("listener-queue", r.spot, "its dead letters would be delivered to it again",
			"choose another name, or remove deadLetter: the default is "+l.Queue+".dead",
			"deadLetter of %s is the queue itself, %s", r.what, l.Queue)
	}
}

// name reads the name of a queue; it is empty if the option is not given.
func (r *reader) name(option string) string {
	value := r.value(option)
	if value == nil && option != "queue" {
		return ""
	}
	name, is := value.(string)
	problem := NameProblem(name)
	switch {
	case !r.ok:
		return ""
	case !is:
		problem = "is not a string"
	case problem == "":
		return name
	}
	r.wrong("listener-queue", r.spot, "", "names of queues have letters, digits, '-', '_' and single dots between them, 100 bytes at most",
		"%s of %s, %q, %s", option, r.what, fault.Shortened(name, 40), problem)
	return ""
}

// connection reads the name of the connection; "" is the primary one.
func (r *reader) connection(l *manifest.Listener) {
	value := r.value("connection")
	if l.Connection, _ = value.(string); value != nil && l.Connection == "" && r.ok {
		r.wrong("listener-connection", r.spot, "", "write the name of a connection, or remove the option",
			"connection of %s is not the name of a connection", r.what)
		return
	}
	if len(r.Queues) == 0 {
		return
	}
	l.Connection = cmp.Or(l.Connection, r.Queues[0])
	if !slices.Contains(r.Queues, l.Connection) {
		r.wrong("listener-connection", r.spot, "", fault.DidYouMean("%q", l.Connection, r.Queues, "add it to queue.connections in config/application.yml"),
			"%s listens to the connection %q, which is not configured", r.what, l.Connection)
	}
}

// errors reads the names of discardOn and retryOn.
func (r *reader) errors(l *manifest.Listener) {
	discard, retry := declared.ListOf(r.d.Options["discardOn"]), declared.ListOf(r.d.Options["retryOn"])
	for _, one := range discard {
		if slices.Contains(retry, one) {
			r.wrong("listener-option", r.spot, "a message is either discarded or tried again", "remove it from one of the two",
				"@QueueListener of %s has %s in both discardOn and retryOn", r.what, r.errorName(one))
		}
		l.DiscardOn = append(l.DiscardOn, r.errorName(one))
	}
	for _, one := range retry {
		l.RetryOn = append(l.RetryOn, r.errorName(one))
	}
}

func (r *reader) errorName(one any) string {
	if ref, is := one.(manifest.Ref); is {
		return r.ClassName(ref)
	}
	return fmt.Sprint(one)
}
