package table

import (
	"context"
	"time"
)

// Dead is a dead letter: a message that is not tried any more.
type Dead struct {
	Seq        int64 // its number in the store, which sets it
	Queue      string
	Topic      string // what the message was published to
	ID         string
	Key        string
	Priority   int
	Reason     string // why it is not tried any more, in a few words
	Attempts   int
	FirstError string
	LastError  string
	FirstAt    time.Time // when it was first tried
	DiedAt     time.Time
	Metadata   map[string]string
	Payload    []byte
}

// DeadFilter selects dead letters of a queue: all, or those that meet every condition.
type DeadFilter struct {
	Queue  string
	IDs    []string
	Reason string // the whole text
}

// Bury keeps a dead letter.
func (s *Store) Bury(ctx context.Context, letter Dead) error { return errMissing }

// DeadLetters returns dead letters in the order in which they were buried.
func (s *Store) DeadLetters(ctx context.Context, f DeadFilter, p Page) ([]Dead, error) {
	return nil, errMissing
}

// CountDead returns how many dead letters there are.
func (s *Store) CountDead(ctx context.Context, f DeadFilter) (int64, error) { return 0, errMissing }

// DeleteDead removes dead letters, and returns how many.
func (s *Store) DeleteDead(ctx context.Context, f DeadFilter) (int64, error) { return 0, errMissing }

// Replay parks what as makes of each dead letter and removes the letter, both or neither, in the order in which they
// were buried. It returns how many.
func (s *Store) Replay(ctx context.Context, f DeadFilter, as func(Dead) Parked) (int64, error) {
	return 0, errMissing
}
