package messages

import (
	"context"
	_ "embed"
	"time"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/jsapi/realm"
	"github.com/fwrun/fwrun/jsapi/sql"
	"github.com/fwrun/fwrun/security"
)

//go:embed messages.js
var script string

// code is compiled once.
var code = []realm.Script{realm.Source("messages.js", script)}

// Outgoing is a message to be sent.
type Outgoing struct {
	Queue       string
	Body        []byte
	ContentType string
	Headers     map[string]string

	ID, Key, Unique string
	At              time.Time // zero for now
	Priority        *int      // nil if none was given

	Sender string // the user on whose behalf it is sent, as Seal writes it; empty if there is none, and if the script does not want it
}

// Sender sends the messages of one connection. It is safe for concurrent use.
type Sender interface {
	// Send sends messages in their order, and returns their ids when they are kept for good.
	Send(ctx context.Context, list []Outgoing) (ids []string, err error)

	// Outbox returns the name of the datasource whose transactions messages can be sent in, or "".
	Outbox() string
	// SendIn sends messages if, and only if, the transaction commits. After that, committed is called.
	SendIn(ctx context.Context, tx sql.Session, list []Outgoing) (ids []string, committed func(), err error)
}

// Connection is a connection with a name. Its bean is the QueueTemplate <Name>-queue, or queues if it is primary.
type Connection struct {
	Name    string
	Primary bool
	System  string // of its broker, for traces: nats, kafka, …
	Sender  Sender
	// Begin returns a context for messages that are sent from now on, in the order in which scripts send them. It may be nil.
	Begin func(ctx context.Context) context.Context

	// Seal returns a text that says who sends a body to a queue. It is nil if messages cannot say that.
	Seal func(who *security.Principal, queue string, body []byte) (string, error)
}

// Module returns the module with the class QueueTemplate and the exceptions of listeners, and with a bean for each
// connection. [Views] belongs to it.
func Module(connections []Connection) realm.Module {
	m := realm.Module{
		Exports: []string{"QueueTemplate", "QueueMessage", "QueueRejectException", "QueueRetryException"},
		Types:   []string{"QueueTemplate", manifest.TypeMessage},
		OnUse:   true,
		Scripts: code,
		Share: func(r *realm.Realm) map[string]any {
			functions := r.Runtime.NewObject()
			r.Function(functions, "delay", func(call goja.FunctionCall) (engine.Value, error) { return delay(r, call.Argument(0)) })
			return map[string]any{"messages": functions}
		},
		Install: func(r *realm.Realm) (any, error) { return install(r) },
	}
	for _, c := range connections {
		name := c.Name + "-queue"
		if c.Primary {
			name = "queues"
		}
		m.Beans = append(m.Beans, realm.Bean{
			HostBean: manifest.HostBean{Name: name, Type: "QueueTemplate", Primary: c.Primary, Yields: true},
			Make:     realm.MakeWith(func(r *Realm, _ string) (engine.Value, error) { return r.templates.New(c), nil }),
		})
	}
	return m
}

// Realm is the module in one VM.
type Realm struct {
	*realm.Realm
	databases *sql.Realm
	templates *realm.Class[Connection]
	messages  *realm.Class[*message]
	date      *goja.Object // the class Date, as it was before any listener ran

	rejection, retry *goja.Object // the prototypes of the exceptions
}

func install(in *realm.Realm) (*Realm, error) {
	databases, err := realm.Part[*sql.Realm](in)
	if err != nil {
		return nil, err
	}
	views, err := realm.Part[*views](in)
	if err != nil {
		return nil, err
	}
	r := &Realm{
		Realm: in, databases: databases, date: in.Runtime.Get("Date").(*goja.Object),
		rejection: in.Prototype("QueueRejectException"), retry: in.Prototype("QueueRetryException"),
	}
	r.templates = realm.Plain[Connection](in, "QueueTemplate", "{} was called on something that is not a QueueTemplate; call it as this.queues.{}(…)")
	r.templates.Method("send", r.send)
	r.templates.Method("sendAll", r.sendAll)
	r.installMessage()
	views.used = r
	return r, nil
}
