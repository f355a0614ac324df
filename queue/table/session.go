package table

import (
	"context"

	"github.com/fwrun/fwrun/data"
)

// Session is an open transaction on the database of a Store or a Broker, which somebody else begins and ends.
type Session interface {
	// Update runs one statement with values by position, and returns how many rows it changed.
	Update(ctx context.Context, sql string, values []any) (affected int64, err error)
}

// In returns the Session of a transaction.
func In(tx *data.Tx) Session { return session{tx} }

type session struct{ tx *data.Tx }

// Update implements Session.
func (s session) Update(ctx context.Context, sql string, values []any) (int64, error) {
	result, err := s.tx.Update(ctx, sql, data.Args{Values: values})
	return result.Affected, err
}
