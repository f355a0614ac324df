package kafka

import (
	"context"
	"errors"
	"time"

	"github.com/IBM/sarama"
)

// run fetches messages of a partition until ctx ends.
func (p *part) run(ctx context.Context) {
	b := p.member.b
	defer b.running.Done()
	for pause := 20 * time.Millisecond; ctx.Err() == nil; pause = min(2*pause, 2*time.Second) {
		begin := time.Now()
		err := p.consume(ctx)
		if errors.Is(err, sarama.ErrOffsetOutOfRange) {
			err = p.findRange()
		}
		if err != nil && ctx.Err() == nil && pause > 200*time.Millisecond { // at first, what was stopped before may not have ended
			b.options.Log.Warn("queue: messages cannot be fetched", "topic", p.member.name, "partition", p.id, "error", b.hide(err))
		}
		if time.Since(begin) > 10*time.Second {
			pause = 20 * time.Millisecond
		}
		sleep(ctx, pause)
	}
}

// consume fetches messages until ctx ends or the library gives up, which it does if messages were removed.
func (p *part) consume(ctx context.Context) error {
	m := p.member
	m.mu.Lock()
	from := p.window.next
	m.mu.Unlock()
	source, err := m.b.consumer.ConsumePartition(m.name, p.id, from)
	if err != nil {
		return err
	}
	errs := make(chan error, 1) // the last one
	go func() {
		defer close(errs)
		var last error
		for e := range source.Errors() {
			last = e.Err
		}
		errs <- last
	}()
	stop := context.AfterFunc(ctx, source.AsyncClose)
	for first := range source.Messages() {
		p.add(ctx, first, source.Messages())
	}
	if stop() {
		source.AsyncClose()
	}
	return <-errs
}

// add puts messages that have arrived into the window, when there is room for more than those before.
func (p *part) add(ctx context.Context, first *sarama.ConsumerMessage, more <-chan *sarama.ConsumerMessage) {
	p.member.mu.Lock()
	defer p.member.mu.Unlock()
	for !p.window.room() && ctx.Err() == nil {
		p.fetch.Wait()
	}
	for next := first; next != nil && ctx.Err() == nil; {
		p.window.add(next)
		next = nil
		if p.window.room() {
			select {
			case next = <-more:
			default:
			}
		}
	}
	p.member.deliver.Broadcast()
}

// findRange goes on with the first message that there is, or after the last one if there were more.
func (p *part) findRange() error {
	b, m := p.member.b, p.member
	oldest, err := b.fetching.GetOffset(m.name, p.id, sarama.OffsetOldest)
	if err != nil {
		return err
	}
	newest, err := b.fetching.GetOffset(m.name, p.id, sarama.OffsetNewest)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	p.window.next = min(max(p.window.next, oldest), newest)
	return nil
}
