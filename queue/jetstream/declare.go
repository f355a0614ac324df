package jetstream

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/fwrun/fwrun/platform/fault"
)

// Declare makes the stream of a topic.
func (b *Broker) Declare(ctx context.Context, topic string) error {
	const op = "jetstream.declare"
	if err := b.open(op); err != nil {
		return err
	}
	b.mu.Lock()
	known := b.declared[topic]
	b.mu.Unlock()
	if known {
		return nil
	}
	ctx, cancel := b.bounded(ctx)
	defer cancel()
	config := jetstream.StreamConfig{
		Name: streamOf(topic), Subjects: []string{subjectOf(topic)}, Description: "queue " + topic,
		Retention: jetstream.WorkQueuePolicy, Discard: jetstream.DiscardNew, Storage: jetstream.FileStorage,
		MaxMsgs: -1, MaxBytes: -1, MaxMsgSize: -1, Duplicates: b.window(),
	}
	if err := b.make(ctx, config); err != nil {
		return b.failed(ctx, op, err)
	}
	b.mu.Lock()
	b.declared[topic] = true
	b.mu.Unlock()
	return nil
}

// forget makes the next Declare ask the server whether the topic exists.
func (b *Broker) forget(topic string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.declared, topic)
}

// window returns the window of a stream, which cannot be 0.
func (b *Broker) window() time.Duration { return max(b.options.Window, 100*time.Millisecond) }

// make creates a stream on as many servers as there are, or adjusts the one that exists.
func (b *Broker) make(ctx context.Context, config jetstream.StreamConfig) error {
	wanted := b.options.Replicas
	config.Replicas = wanted
	if wanted == 0 {
		config.Replicas = maxReplicas
	}
	if b.server != nil {
		config.Replicas = 1
	}
	for pause := 50 * time.Millisecond; ; pause = min(2*pause, time.Second) {
		_, err := b.js.CreateStream(ctx, config)
		api, isAPI := errors.AsType[jetstream.JetStreamError](err)
		switch {
		case err == nil:
			if b.server != nil {
				return b.server.sync.created(config.Name)
			}
			return nil
		case errors.Is(err, jetstream.ErrStreamNameAlreadyInUse):
			return b.adjust(ctx, config)
		case isAPI && api.APIError() != nil && fewerReplicas(api.APIError().ErrorCode) && wanted == 0 && config.Replicas > 1:
			config.Replicas--
			continue
		case isAPI && api.APIError() != nil && api.APIError().ErrorCode != codeNoLeader:
			return err
		}
		if !b.wait(ctx, pause) { // a leader is being elected, or the connection is made again
			return err
		}
	}
}

func fewerReplicas(code jetstream.ErrorCode) bool { return code == codeReplicas || code == codeNoPeers }

// wait reports whether a pause passed before the call or the Broker ended.
func (b *Broker) wait(ctx context.Context, pause time.Duration) bool {
	select {
	case <-time.After(pause):
		return true
	case <-ctx.Done():
		return false
	case <-b.closing.Done():
		return false
	}
}

// adjust changes what may differ in a stream that exists: the window for duplicates, and replicas that the cluster could
// not hold when it was made.
func (b *Broker) adjust(ctx context.Context, config jetstream.StreamConfig) error {
	stream, err := b.js.Stream(ctx, config.Name)
	if err != nil {
		return err
	}
	there := stream.CachedInfo().Config
	if there.Retention != config.Retention || there.Storage != config.Storage || len(there.Subjects) != 1 || there.Subjects[0] != config.Subjects[0] {
		return fault.New("jetstream.declare", fault.Conflict, "the NATS servers have a stream "+config.Name+" that fwrun did not make").
			WithHint("remove it, or rename the queue")
	}
	if there.Duplicates != config.Duplicates {
		there.Duplicates = config.Duplicates
		if _, err = b.js.UpdateStream(ctx, there); err != nil {
			return err
		}
	}
	if stream.CachedInfo().Cluster != nil && there.Replicas < config.Replicas {
		there.Replicas = config.Replicas
		_, _ = b.js.UpdateStream(ctx, there) // if there are enough servers now
	}
	return nil
}

// consumer makes the consumer of a topic, or of the lock of one. All processes make the same.
func (b *Broker) consumer(ctx context.Context, stream, name, subject string) error {
	config := jetstream.ConsumerConfig{
		Durable: name, FilterSubject: subject, AckPolicy: jetstream.AckExplicitPolicy, AckWait: b.options.AckWait,
		MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 16 << 10, DeliverPolicy: jetstream.DeliverAllPolicy,
	}
	_, err := b.js.CreateOrUpdateConsumer(ctx, stream, config)
	if b.server != nil && errors.Is(err, jetstream.ErrConsumerCreate) {
		// What the server had written about the consumer is damaged. It is made again: it delivers all that is there.
		if err := os.RemoveAll(filepath.Join(b.server.sync.folder, stream, "obs", name)); err != nil {
			return err
		}
		_, err = b.js.CreateOrUpdateConsumer(ctx, stream, config)
	}
	return err
}
