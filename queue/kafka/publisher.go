package kafka

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/IBM/sarama"
)

// lane is a partition of a topic.
type lane struct {
	topic     string // on the servers
	partition int32
}

// publisher publishes to a partition, one request after the other, with what arrived meanwhile in the next one.
//
// The library's own producer knows no contexts, goes on with messages whose publisher has given up, and does nothing for 10
// seconds after three failures in a row.
type publisher struct {
	b *Broker
	lane

	// Servers that have seen a request of this producer with this sequence number do not write it again.
	id       int64
	epoch    int16
	sequence int32

	mu      sync.Mutex
	waiting []*sending
	busy    bool
}

// Ids of producers: one that has to be asked for, and none, if servers do not grant one.
const (
	noID      = -2
	anonymous = -1
)

// batchBytes is how large a request may be unless a single message is larger: what topics accept by default.
const batchBytes = 900_000

// sending is a number of messages that a caller waits for.
type sending struct {
	ctx     context.Context
	records []record
	size    int
	done    chan error

	mu   sync.Mutex
	last error // of attempts
}

func (s *sending) add(r record) {
	s.records = append(s.records, r)
	s.size += r.size
}

// wait waits for the outcome, or the end of the call.
func (s *sending) wait() error {
	select {
	case err := <-s.done:
		return err
	case <-s.ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil {
		return s.last
	}
	return s.ctx.Err()
}

func (s *sending) failedOnce(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = err
}

func (p *publisher) add(list []*sending) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting = append(p.waiting, list...)
	if !p.busy {
		p.busy = true
		go p.run()
	}
}

// isBusy reports whether a request is under way.
func (p *publisher) isBusy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.busy
}

func (p *publisher) run() {
	for {
		batch := p.next()
		if len(batch) == 0 {
			return
		}
		err := p.send(batch)
		for _, s := range batch {
			s.done <- err
		}
	}
}

// next returns what goes into the next request. Nobody waits any more for what is left out.
func (p *publisher) next() (batch []*sending) {
	p.mu.Lock()
	defer p.mu.Unlock()
	size := 0
	for len(p.waiting) > 0 {
		s := p.waiting[0]
		if s.ctx.Err() == nil {
			if len(batch) > 0 && size+s.size > batchBytes {
				return batch
			}
			size += s.size
			batch = append(batch, s)
		}
		p.waiting[0] = nil
		p.waiting = p.waiting[1:]
	}
	p.busy = len(batch) > 0
	return batch
}

// send sends messages until the servers have them, or nobody waits for them any more. It is not known then whether the servers have
// them; what follows is sent as another producer, so that its sequence has no gap.
func (p *publisher) send(batch []*sending) error {
	var records []record
	for _, s := range batch {
		records = append(records, s.records...)
	}
	for pause := 20 * time.Millisecond; ; pause = min(2*pause, 500*time.Millisecond) {
		err := p.attempt(records)
		switch {
		case err == nil, errors.Is(err, sarama.ErrDuplicateSequenceNumber):
			p.sent(len(records))
			return nil
		case is(err, sarama.ErrOutOfOrderSequenceNumber, sarama.ErrUnknownProducerID, sarama.ErrInvalidProducerEpoch, sarama.ErrInvalidProducerIDMapping):
			p.id = noID
		case !passes(err) && !disconnected(err) && !errors.Is(err, sarama.ErrUnknownTopicOrPartition):
			p.id = noID
			return err
		}
		waits := false
		for _, s := range batch {
			s.failedOnce(err)
			waits = waits || s.ctx.Err() == nil
		}
		if !waits || !sleep(p.b.closing, pause) {
			p.id = noID
			return err
		}
		_ = p.b.client.RefreshMetadata(p.topic)
	}
}

// sent counts messages that the servers have.
func (p *publisher) sent(n int) {
	if p.id == anonymous {
		return
	}
	p.sequence += int32(n)
	if p.sequence > 1<<30 { // it must not overflow
		p.id = noID
	}
}

// attempt sends one request.
func (p *publisher) attempt(records []record) error {
	if err := p.identify(); err != nil {
		return err
	}
	leader, err := p.b.client.Leader(p.topic, p.partition)
	if err != nil {
		return err
	}
	request := &sarama.ProduceRequest{Version: 7, RequiredAcks: sarama.WaitForAll, Timeout: int32(readTimeout/time.Millisecond) / 2}
	request.AddBatch(p.topic, p.partition, p.batch(records))
	answer, err := leader.Produce(request)
	if err != nil {
		if disconnected(err) {
			_ = leader.Close()
		}
		return err
	}
	block := answer.GetBlock(p.topic, p.partition)
	if block == nil {
		return sarama.ErrIncompleteResponse
	}
	if block.Err != sarama.ErrNoError {
		return block.Err
	}
	return nil
}

// identify makes the publisher a producer that the servers know. One that may not be known is anonymous: what it sends
// again, after a connection was lost, may be there twice.
func (p *publisher) identify() error {
	if p.id != noID {
		return nil
	}
	answer, err := p.b.client.InitProducerID()
	switch {
	case err == nil:
		p.id, p.epoch, p.sequence = answer.ProducerID, answer.ProducerEpoch, 0
	case errors.Is(err, sarama.ErrClusterAuthorizationFailed):
		p.id, p.epoch, p.sequence = anonymous, -1, -1
	default:
		return err
	}
	return nil
}

func (p *publisher) batch(records []record) *sarama.RecordBatch {
	first := records[0].sent
	batch := &sarama.RecordBatch{
		Version: 2, FirstTimestamp: first, MaxTimestamp: first, LastOffsetDelta: int32(len(records) - 1),
		ProducerID: p.id, ProducerEpoch: p.epoch, FirstSequence: p.sequence,
	}
	for i, r := range records {
		r.OffsetDelta, r.TimestampDelta = int64(i), r.sent.Sub(first)
		if r.sent.After(batch.MaxTimestamp) {
			batch.MaxTimestamp = r.sent
		}
		batch.Records = append(batch.Records, r.Record)
	}
	return batch
}
