package queue

import (
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/platform/clock"
	broker "github.com/fwrun/fwrun/queue/memory"
	"github.com/fwrun/fwrun/queue/table"
)

// slowBroker publishes once it may.
type slowBroker struct {
	*broker.Broker
	publishes chan struct{} // has a token for each time it has begun to
	may       chan struct{}
}

func (b *slowBroker) Publish(topic string, messages ...*message.Message) error {
	b.publishes <- struct{}{}
	<-b.may
	return b.Broker.Publish(topic, messages...)
}

// TestWhatMovesIsDue: a message for later is due, too, while it is on its way from the store to the broker, which takes as long as the machine
// likes. It was in neither, and a test that waited for the queues to be empty went on without it.
func TestWhatMovesIsDue(t *testing.T) {
	turned := clock.NewTurned()
	turned.Begin(time.Now(), clock.Date, clock.Waits)
	b := &slowBroker{broker.New(broker.Options{}), make(chan struct{}, 1), make(chan struct{})}
	c := New(b, table.OpenFile(filepath.Join(t.TempDir(), "store.db"), "main"), Settings{Name: "main", Clock: turned})
	publish := sync.OnceFunc(func() { close(b.may) })
	t.Cleanup(func() { publish(); _ = c.Close() })
	if _, err := c.Send(t.Context(), Outgoing{Queue: "mails", Body: []byte("soon"), At: turned.Now().Add(time.Minute)}); err != nil {
		t.Fatal(err)
	}
	turned.Pass(time.Hour)
	c.Begin()
	<-b.publishes
	for range 3 {
		if due, err := c.IsDue(t.Context()); !due || err != nil {
			t.Fatalf("while it is published: %v, %v", due, err)
		}
	}
	publish()
	for due := true; due; {
		var err error
		if due, err = c.IsDue(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	states, err := c.States(t.Context())
	if err != nil || len(states) != 1 || states[0].Waiting != 1 {
		t.Errorf("afterwards: %+v, %v", states, err)
	}
}
