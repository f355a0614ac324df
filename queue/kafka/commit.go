package kafka

import (
	"errors"

	"github.com/IBM/sarama"
)

// commit is what the servers know of a partition and a group.
type commit struct {
	base    int64
	text    string
	process string // that has committed; "" if nobody has
}

func (c commit) same(o commit) bool { return c.base == o.base && c.text == o.text }

func (c commit) mark() mark {
	m, _ := readMark(c.base, c.text)
	return m
}

// commits asks a coordinator for what was committed. Nothing was settled where that is nothing.
func (b *Broker) commits(coordinator *sarama.Broker, group, name string, partitions []int32) (map[int32]commit, error) {
	found := map[int32]commit{}
	if len(partitions) == 0 {
		return found, nil
	}
	answer, err := coordinator.FetchOffset(sarama.NewOffsetFetchRequest(b.client.Config().Version, group, map[string][]int32{name: partitions}))
	if err != nil {
		return nil, err
	}
	if answer.Err != sarama.ErrNoError {
		return nil, answer.Err
	}
	for _, id := range partitions {
		block := answer.GetBlock(name, id)
		if block == nil {
			return nil, sarama.ErrIncompleteResponse
		}
		if block.Err != sarama.ErrNoError {
			return nil, block.Err
		}
		c := commit{base: block.Offset, text: block.Metadata}
		if c.base < 0 {
			if c.base, err = b.client.GetOffset(name, id, sarama.OffsetOldest); err != nil {
				return nil, err
			}
		}
		_, c.process = readMark(c.base, c.text)
		found[id] = c
	}
	return found, nil
}

// commit writes down what is settled.
func (s *session) commit() error {
	request := &sarama.OffsetCommitRequest{
		Version: 2, ConsumerGroup: s.group, ConsumerGroupGeneration: s.generation, ConsumerID: s.id, RetentionTime: -1,
	}
	news := map[*part]commit{}
	s.mu.Lock()
	s.dirty = false
	for id, p := range s.parts {
		m := p.window.mark()
		if p.plain {
			m.high, m.open = m.base, nil
		}
		c := commit{m.base, m.text(s.b.process), s.b.process}
		if !c.same(p.committed) && (p.committed.process != "" || c.base != p.committed.base || m.high > m.base) {
			news[p] = c
			request.AddBlock(s.name, id, c.base, 0, c.text)
		}
	}
	s.mu.Unlock()
	if len(news) == 0 {
		return nil
	}
	answer, err := s.conn.CommitOffset(request)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for p, c := range news {
		switch code := answer.Errors[s.name][p.id]; {
		case code == sarama.ErrNoError:
			p.committed = c
		case errors.Is(code, sarama.ErrOffsetMetadataTooLarge):
			p.plain = true // the servers take fewer bytes than usual: more may be delivered twice
			s.dirty = true
			s.notify()
		default:
			err = code
		}
	}
	s.deliver.Broadcast() // somebody may wait for it
	return err
}
