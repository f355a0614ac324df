package broker

import (
	"context"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

// Reserved begins the names of the headers that fwrun sets.
const Reserved = "fwrun-"

// KeyHeader is the header with the key of a message. A broker that divides topics into partitions divides them by it.
const KeyHeader = Reserved + "key"

// DeliveriesHeader is the header that a broker sets on delivery, if it counts: how often the message was delivered,
// this time included. Deliveries to processes that died count. The first delivery is 1, and no other is; a broker that knows no more than that
// may say 2 for all others. What a publisher sets there is overwritten.
const DeliveriesHeader = Reserved + "deliveries"

// Broker keeps messages by topic until they have been handled. It is safe for concurrent use.
//
// Names of topics consist of ASCII letters, digits, '_', '-' and '.', and are at most 200 bytes long.
//
// The errors of all methods are, or wrap, a *fault.Error: of kind Unavailable if the broker cannot be reached, of
// kind Timeout if the context ended first. None contains a password.
type Broker interface {
	// Publish returns when the broker holds the messages for good, in their order. It ends with the context of the
	// first message at the latest; whether the broker has the messages is not known then. The topic has been
	// declared.
	message.Publisher

	// Declare makes a topic that keeps messages also while nobody subscribes. It does nothing if the topic exists.
	Declare(ctx context.Context, topic string) error

	// Subscriber returns what delivers messages of a declared topic, each until it is acknowledged. A message that
	// is given back (Nack), or whose process died, is delivered again, and others are delivered meanwhile. The
	// channel is closed when the context of Subscribe ends; messages that wait in it are given back at once, and
	// those that were received stay valid until they are acknowledged or given back. Close of the Subscriber ends all
	// its subscriptions in the same way. A connection that is lost is made again, with growing pauses.
	//
	// The context of a message ends when the message is settled or the Broker is closed, not with that of Subscribe.
	Subscriber(o Subscription) message.Subscriber

	// State returns how many messages a topic has. A topic that does not exist has none.
	State(ctx context.Context, topic string) (State, error)

	// Topics returns those of the given topics that exist.
	Topics(ctx context.Context, of []string) ([]string, error)

	// Purge removes the messages of a topic that nobody has in hand, and returns how many.
	Purge(ctx context.Context, topic string) (int64, error)

	// Ping checks that the broker answers.
	Ping(ctx context.Context) error
}

// Subscription says how messages of a topic are delivered.
type Subscription struct {
	// Workers is how many messages are delivered before one of them is acknowledged or given back.
	Workers int

	// Exclusive means that of all processes that subscribe exclusively only one gets messages, in the order in
	// which they were published. Another takes over when it ends.
	Exclusive bool

	// Unseen is called, unless it is nil, with a message that was sent to this process, counts as delivered, and goes back without having been
	// received, before it goes back.
	Unseen func(*message.Message)
}

// State is what a topic holds. A number that a broker cannot know is -1.
type State struct {
	Waiting int64         // messages that nobody has in hand
	InHand  int64         // messages that were delivered and not acknowledged
	Age     time.Duration // of the oldest waiting message; 0 if there is none
}

// Deduplicates is a Broker that drops a message whose UUID it has seen on the same topic within its window.
type Deduplicates interface{ Window() time.Duration }
