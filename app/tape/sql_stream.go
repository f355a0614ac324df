package tape

import (
	"context"
	"errors"
	"sync"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/jsapi/sql"
)

// recordedCursor keeps what is read of a result in pieces.
type recordedCursor struct {
	sql.Cursor
	tape *replay.Tape

	mu     sync.Mutex
	pieces []*data.Rows
	broken error // why not all of it was kept
}

func (c *recordedCursor) Next(ctx context.Context) (sql.Rows, error) {
	rows, err := c.Cursor.Next(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch kept, ok := rows.(Snapshots); {
	case err != nil:
		c.broken = errors.New("a result that was read in pieces broke off")
	case rows == nil:
	case ok:
		if one := kept.Snapshot(); c.tape.Grow(one.Size()) {
			c.pieces = append(c.pieces, one)
		}
	}
	return rows, err
}

func (c *recordedCursor) rows() ([]*data.Rows, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pieces, c.broken
}
