package table

import (
	"context"
	"time"

	"github.com/fwrun/fwrun/data"
)

// Listeners that have begun with a message are counted in rows of fwrun_queue_holds, whose columns are what a count needs: it belongs to
// a queue and an id, and ends some day.

// startsEnd is after what time a count is forgotten whose message never came again.
const startsEnd = 30 * 24 * time.Hour

// startsOf returns the name that the count of a message has among those that messages hold. No sender writes one with a zero byte.
func startsOf(id string) string { return hashOf("\x00starts " + id) }

// Starts returns how often listeners have begun with a message, as SetStarts has it. Known is false if nothing was written.
func (s *Store) Starts(ctx context.Context, queue, id string) (n int, known bool, err error) {
	const op = "queue.starts"
	rows, err := s.read(ctx, op, "select id from fwrun_queue_holds where connection = ? and queue = ? and name_hash = ?", s.connection,
		queue, startsOf(id))
	if err != nil || rows == nil || rows.Len() == 0 {
		return 0, false, err
	}
	h, err := readHead(rows.Cell(0, 0).Text())
	return h.Attempt, err == nil, explained(ctx, op, err)
}

// SetStarts writes down how often listeners have begun with a message.
func (s *Store) SetStarts(ctx context.Context, queue, id string, n int) error {
	const op = "queue.starts"
	o, err := s.db.get(ctx)
	if err == nil {
		text, ends, hash := head{ID: id, Attempt: n}.text(), millis(time.Now().Add(startsEnd)), startsOf(id)
		err = o.single(ctx, func(ctx context.Context, on runner) error {
			if _, err := on.Update(ctx, o.dialect.sql(hold), data.Positional(s.connection, queue, hash, text, ends)); err != nil {
				return err
			}
			_, err := on.Update(ctx, setStarts, data.Positional(text, ends, s.connection, queue, hash))
			return err
		})
	}
	s.sweep(ctx)
	return explained(ctx, op, err)
}

const setStarts = "update fwrun_queue_holds set id = ?, ends = ? where connection = ? and queue = ? and name_hash = ?"

// ForgetStarts forgets how often listeners have begun with a message, since it is settled.
func (s *Store) ForgetStarts(ctx context.Context, queue, id string) error {
	if s.db.empty() {
		return nil
	}
	_, err := s.update(ctx, "queue.starts", "delete from fwrun_queue_holds where connection = ? and queue = ? and name_hash = ?", s.connection,
		queue, startsOf(id))
	return err
}
