package redis

import (
	"context"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/fwrun/fwrun/data/redisclient"
)

// beat says that the process lives, for the time of a lease. Renewing a key is possible also when the server's memory is full.
func (b *Broker) beat(ctx context.Context) error {
	lease := b.options.Lease.Milliseconds()
	there, err := b.client.Do(ctx, "PEXPIRE", b.alive(b.process), lease)
	if err == nil && there != int64(1) {
		_, err = b.client.Do(ctx, "SET", b.alive(b.process), "1", "PX", lease)
	}
	return err
}

// tend keeps the process alive for others, looks for processes that are not, and lets subscriptions look for what they
// did not learn of. It ends with the Broker.
func (b *Broker) tend() {
	absent := map[consumer]bool{} // whose process was not there the last time
	wait := b.options.Lease / 4
	for {
		sleep(b.stopped, wait)
		if b.stopped.Err() != nil {
			return
		}
		ctx, cancel := context.WithTimeout(b.stopped, b.options.Lease/4)
		err := b.beat(ctx)
		if err == nil && b.closing.Err() == nil {
			absent, err = b.inspect(ctx, absent)
		}
		cancel()
		wait = b.options.Lease / 4
		if err != nil { // what could not be asked is not known to be absent
			absent, wait = nil, min(wait, 250*time.Millisecond)
		}
		for _, d := range b.of("") {
			d.look(false)
		}
	}
}

// consumer is a consumer of a topic.
type consumer struct{ topic, name string }

// inspect looks at the consumers of all topics of this process. Those whose process is absent for the second time are removed.
// One look does not do: a server that was away starts with keys whose time is over.
func (b *Broker) inspect(ctx context.Context, before map[consumer]bool) (map[consumer]bool, error) {
	var list []consumer
	var keys []string
	for topic := range b.topics() {
		answer, err := b.client.Do(ctx, "XINFO", "CONSUMERS", b.stream(topic), group)
		if err != nil && !redisclient.Says(err, "no such key") && !noGroup(err) {
			return nil, err
		}
		infos, _ := answer.([]any)
		for _, info := range infos {
			if name := nameIn(info); name != returned && !strings.HasPrefix(name, b.process+"/") {
				list = append(list, consumer{topic, name})
				process, _, _ := strings.Cut(name, "/")
				keys = append(keys, b.alive(process))
			}
		}
	}
	alive, err := b.exist(ctx, keys)
	if err != nil {
		return nil, err
	}
	absent := map[consumer]bool{}
	for i, c := range list {
		switch {
		case alive[i]:
		case !before[c]:
			absent[c] = true
		default:
			b.options.Log.WarnContext(ctx, "queue: a process has ended without giving back its messages; they are delivered again", "topic", c.topic)
			if err := b.leave(ctx, c.topic, c.name, ""); err != nil {
				return nil, err
			}
		}
	}
	return absent, nil
}

// nameIn returns the name of a consumer in what the server knows of it: names and values in turn.
func nameIn(info any) string {
	pairs, _ := info.([]any)
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == "name" {
			name, _ := pairs[i+1].(string)
			return name
		}
	}
	return ""
}

func (b *Broker) topics() map[string]bool {
	topics := map[string]bool{}
	for _, d := range b.of("") {
		topics[d.topic] = true
	}
	return topics
}

// silence is how long the server may say nothing before it is asked whether it is there.
const silence = 20 * time.Second

// watch wakes subscriptions when the server says that there is something for them. It ends with the Broker.
func (b *Broker) watch() {
	pause := firstPause
	for first := true; b.stopped.Err() == nil; first = false {
		begin := time.Now()
		b.listen(!first)
		if time.Since(begin) > time.Second {
			pause = firstPause
		}
		sleep(b.stopped, pause)
		pause = min(2*pause, lastPause)
	}
}

// listen listens until the connection is lost.
func (b *Broker) listen(again bool) {
	ctx := b.stopped
	sub := b.client.Subscription(ctx)
	defer context.AfterFunc(ctx, func() { _ = sub.Close() })() // a read does not end with its context
	defer func() { _ = sub.Close() }()
	asked := false
	for failed := sub.Subscribe(ctx, b.channel()); ; {
		got, err := redisclient.Event{}, failed
		if err == nil {
			got, err = sub.Receive(ctx, silence)
		}
		if isTimeout(err) && !asked {
			asked = true
			err = sub.Ping(ctx)
			if err == nil {
				continue
			}
		}
		if err != nil {
			if ctx.Err() == nil {
				b.options.Log.WarnContext(ctx, "queue: the connection to Redis is lost", "error", b.client.Failure(ctx, "queue.listen", err))
			}
			return
		}
		asked = false
		switch got.Kind {
		case "subscribe": // what came before was not heard
			for _, d := range b.of("") {
				d.look(again)
			}
			if again {
				b.options.Log.InfoContext(ctx, "queue: the connection to Redis is made again")
			}
		case "message":
			for _, d := range b.of(got.Message) {
				d.look(false)
			}
		}
	}
}

func isTimeout(err error) bool {
	failed, is := errors.AsType[net.Error](err)
	return is && failed.Timeout()
}
