package table

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/queue/broker"
)

// PositionHeader is the header with the place of a message among those of its key that wait for a retry. [Store.Due]
// sets it, [Store.Park] and [Store.KeyWaits] read it: whoever publishes and receives messages passes it on. A message
// whose sender has just sent it has none.
const PositionHeader = broker.Reserved + "position"

// Parked is a message that waits in the store until it is due, and is then published.
type Parked struct {
	Seq      int64  // its number in the store, which sets it
	ID       string // the message's UUID
	Topic    string // what it will be published to
	Queue    string
	Key      string
	Due      time.Time
	Attempt  int
	Priority int
	Metadata map[string]string
	Payload  []byte

	// Retry means that the message failed, or waits behind one that failed. Messages with the same queue and key as a
	// parked Retry have to wait behind it, see [Store.KeyWaits]. A message that its sender delayed holds up no others.
	Retry bool

	// Once, if it is not zero, has the queue remember the ID until then, in the same transaction (see [Store.Remember]): a
	// message whose ID the queue remembers already is not kept. That is not an error. Park and ParkIn obey it.
	Once time.Time

	token string // of the claim
}

// Park keeps messages until they are due. A Retry with a key becomes due no sooner than those of its queue and key that
// have to come before it, and those that have to come after it no sooner than itself. Its place is what its
// PositionHeader says, or else the last one.
func (s *Store) Park(ctx context.Context, messages []Parked) error { return errMissing }

// ParkIn is like Park within a transaction on the store's database: the messages are parked if it commits. It is for
// messages that were just sent: a Retry is not allowed. [Store.Ready] has to have succeeded before.
func (s *Store) ParkIn(ctx context.Context, in Session, messages []Parked) error { return errMissing }

// Due claims messages that are due, at most limit, in the order in which they became due and were parked. Nobody else
// gets them, or others with the same queue and key, until they have been passed to [Store.Forwarded] or
// [Store.GiveBack]: publish them in their order, then pass them to one of the two. The claims are renewed meanwhile.
// Due may return less than limit although more are due; if it returns none, nothing can be claimed now.
func (s *Store) Due(ctx context.Context, now time.Time, limit int) ([]Parked, error) {
	return nil, errMissing
}

// Forwarded removes messages that Due returned and that have been published.
func (s *Store) Forwarded(ctx context.Context, messages []Parked) error { return errMissing }

// GiveBack ends the claim of messages that Due returned and that could not be published. They stay due.
func (s *Store) GiveBack(ctx context.Context, messages []Parked) error { return errMissing }

// NextDue returns when the next message becomes due, which may be in the past. Messages that are claimed do not count.
// It is false if there is none.
func (s *Store) NextDue(ctx context.Context) (at time.Time, found bool, err error) {
	return time.Time{}, false, errMissing
}

// KeyWaits reports whether a message that was received has to be parked, as a Retry, because another one with its queue
// and key is parked and has to come before it; until is when that one is due. The metadata are those of the received message.
func (s *Store) KeyWaits(ctx context.Context, queue, key string, metadata map[string]string) (until time.Time, waits bool, err error) {
	return time.Time{}, false, errMissing
}

// Page selects a part of a list.
type Page struct {
	After int64 // the Seq of the last entry of the page before; 0 for the first page
	Limit int   // default 100; a page also ends at 16 MiB
}

// ListParked returns the parked messages of a queue, in the order of their Seq.
func (s *Store) ListParked(ctx context.Context, queue string, p Page) ([]Parked, error) {
	return nil, errMissing
}

// DeleteParked removes the parked messages of a queue that nobody has claimed, those with the given ids or all if there
// are no ids, and returns how many.
func (s *Store) DeleteParked(ctx context.Context, queue string, ids ...string) (int64, error) {
	return 0, errMissing
}

// Counts says how many messages of a queue are in the store.
type Counts struct {
	Delayed int64     // parked by their sender, also those of an outbox
	Retries int64     // parked to be tried again, or behind such a message
	Dead    int64     // dead letters
	Died    time.Time // when the oldest dead letter died; zero if there is none
}

// Counts returns the counts of all queues that have any.
func (s *Store) Counts(ctx context.Context) (map[string]Counts, error) { return nil, errMissing }
