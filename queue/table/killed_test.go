package table

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/queue/broker"
)

// childVariable makes this program a process that sends and handles messages until it is killed.
const (
	childVariable  = "FWRUN_QUEUE_TEST_CHILD"
	folderVariable = "FWRUN_QUEUE_TEST_FOLDER"
)

func TestMain(m *testing.M) {
	if url := os.Getenv(childVariable); url != "" {
		work(context.Background(), url, os.Getenv(folderVariable), func(line string) { _, _ = os.Stdout.WriteString(line + "\n") }, true)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

const (
	childWorkers = 4
	childForward = 10
	childLease   = 1500 * time.Millisecond
)

// work handles messages and forwards those that are parked until ctx ends; it also sends if it is to. It writes what it has
// done: "sent" after that is sure, "never" before, "handled" before the message is acknowledged.
func work(ctx context.Context, url, folder string, tell func(string), sends bool) {
	check := func(err error) {
		if err != nil && ctx.Err() == nil {
			tell("error " + strings.ReplaceAll(err.Error(), "\n", " "))
		}
	}
	db, err := data.Open(ctx, data.Settings{Name: "main", URL: url, Folder: folder})
	check(err)
	b, s := NewBroker(db), OpenStore(db, "primary")
	b.lease, s.lease = childLease, childLease
	check(s.Ready(ctx))
	check(b.Declare(ctx, "q"))
	var all sync.WaitGroup
	if sends {
		for i := range 3 {
			all.Go(func() { send(ctx, db, b, s, i, tell, check) })
		}
	}
	all.Go(func() { forward(ctx, b, s, check) })
	messages, err := b.Subscriber(broker.Subscription{Workers: childWorkers}).Subscribe(ctx, "q")
	check(err)
	for range childWorkers {
		all.Go(func() {
			for m := range messages {
				tell("handled " + m.UUID)
				sleep(ctx, time.Duration(rand.IntN(2000))*time.Microsecond)
				m.Ack()
			}
		})
	}
	all.Wait()
	check(b.Close())
	check(s.Close())
	check(db.Close())
}

func send(ctx context.Context, db *data.DB, b *Broker, s *Store, how int, tell func(string), check func(error)) {
	for n := 0; ctx.Err() == nil; n++ {
		id := fmt.Sprintf("%d-%d-%d", os.Getpid(), how, n)
		var err error
		switch how {
		case 0:
			err = b.Publish("q", message.NewMessage(id, []byte("payload")))
		case 1:
			err = s.Park(ctx, []Parked{{ID: id, Topic: "q", Queue: "q", Due: time.Now().Add(time.Duration(rand.IntN(50)) * time.Millisecond)}})
		default:
			commit := n%3 > 0
			if !commit {
				tell("never " + id)
			}
			err = outbox(ctx, db, s, id, commit)
			if !commit {
				id = ""
			}
		}
		if check(err); err == nil && id != "" {
			tell("sent " + id)
		}
		sleep(ctx, time.Duration(rand.IntN(3000))*time.Microsecond)
	}
}

func outbox(ctx context.Context, db *data.DB, s *Store, id string, commit bool) error {
	tx, err := db.Begin(ctx, data.TxOptions{})
	if err != nil {
		return err
	}
	err = s.ParkIn(ctx, In(tx), []Parked{{ID: id, Topic: "q", Queue: "q", Key: id[:3], Due: time.Now()}})
	if err != nil || !commit {
		_ = tx.Rollback(ctx)
		return err
	}
	return tx.Commit(ctx)
}

func forward(ctx context.Context, b *Broker, s *Store, check func(error)) {
	for ctx.Err() == nil {
		list, err := s.Due(ctx, time.Now(), childForward)
		check(err)
		for _, m := range list {
			check(b.Publish(m.Topic, message.NewMessage(m.ID, m.Payload)))
		}
		check(s.Forwarded(ctx, list))
		if len(list) == 0 {
			sleep(ctx, 5*time.Millisecond)
		}
	}
}

// ledger is what processes have told.
type ledger struct {
	mu      sync.Mutex
	sent    map[string]bool
	never   map[string]bool
	handled map[string]int
	errors  []string
}

func (l *ledger) tell(line string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch what, id, _ := strings.Cut(line, " "); what {
	case "sent":
		l.sent[id] = true
	case "never":
		l.never[id] = true
	case "handled":
		l.handled[id]++
	case "error":
		l.errors = append(l.errors, id)
	}
}

// missing returns how many messages were sent and not handled.
func (l *ledger) missing() (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.sent {
		if l.handled[id] == 0 {
			n++
		}
	}
	return n
}

// testKilled runs two processes at once and kills each several times.
func testKilled(t *testing.T, url, folder string) {
	t.Helper()
	t.Parallel()
	l := &ledger{sent: map[string]bool{}, never: map[string]bool{}, handled: map[string]int{}}
	const kills = 4
	var all sync.WaitGroup
	for range 2 {
		all.Go(func() {
			for range kills {
				runAndKill(t, url, folder, l, time.Duration(400+rand.IntN(600))*time.Millisecond)
			}
		})
	}
	all.Wait()
	ctx, cancel := context.WithCancel(t.Context())
	all.Go(func() { work(ctx, url, folder, l.tell, false) })
	for deadline := time.Now().Add(time.Minute); l.missing() > 0 && time.Now().Before(deadline); {
		sleep(ctx, 50*time.Millisecond)
	}
	sleep(ctx, 2*childLease) // whatever else is delivered
	cancel()
	all.Wait()
	twice := 0
	for id, n := range l.handled {
		if n > 1 {
			twice++
		}
		if l.never[id] {
			t.Errorf("%s was rolled back and delivered", id)
		}
	}
	if n := l.missing(); n > 0 {
		t.Errorf("%d of %d messages were lost", n, len(l.sent))
	}
	if most := 2 * kills * (childWorkers + childForward); twice > most {
		t.Errorf("%d messages were delivered twice, more than the %d in hand", twice, most)
	}
	if len(l.errors) > 0 {
		t.Errorf("%d errors, such as %s", len(l.errors), l.errors[0])
	}
	t.Logf("%d sent, %d handled, %d twice", len(l.sent), len(l.handled), twice)
}

func runAndKill(t *testing.T, url, folder string, l *ledger, after time.Duration) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVariable+"="+url, folderVariable+"="+folder)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Error(err)
		return
	}
	if err := cmd.Start(); err != nil {
		t.Error(err)
		return
	}
	started := make(chan struct{})
	read := make(chan struct{})
	go func() {
		defer close(read)
		var once sync.Once
		for lines := bufio.NewScanner(out); lines.Scan(); {
			once.Do(func() { close(started) })
			l.tell(lines.Text())
		}
	}()
	select {
	case <-started:
		<-time.After(after)
	case <-time.After(30 * time.Second):
		t.Error("the process does nothing")
	}
	_ = cmd.Process.Kill()
	<-read
	_ = cmd.Wait()
}

func TestKilledOnFile(t *testing.T) { testKilled(t, "sqlite:main.db", t.TempDir()) }
