package sql

import "context"

// outside is a session for statements outside of any transaction. They block the VM, so they must not wait for a
// transaction of one of its calls. Streams may wait: they are read while the VM runs other calls.
type outside struct {
	yielding
	ledger *ledger
}

func (o *outside) Query(ctx context.Context, sql string, args Args) (rows Rows, err error) {
	err = o.ask(ctx, o.ledger.readsSQL(sql), func(ctx context.Context) (err error) {
		rows, err = o.yielding.Query(ctx, sql, args)
		return err
	})
	return rows, err
}

func (o *outside) Update(ctx context.Context, sql string, args Args) (affected int64, key any, err error) {
	err = o.ask(ctx, false, func(ctx context.Context) (err error) {
		affected, key, err = o.yielding.Update(ctx, sql, args)
		return err
	})
	return affected, key, err
}

func (o *outside) BatchUpdate(ctx context.Context, sql string, batch []Args) (affected []int64, keys []any, err error) {
	err = o.ask(ctx, false, func(ctx context.Context) (err error) {
		affected, keys, err = o.yielding.BatchUpdate(ctx, sql, batch)
		return err
	})
	return affected, keys, err
}

func (o *outside) Execute(ctx context.Context, script string) error {
	return o.ask(ctx, false, func(ctx context.Context) error { return o.yielding.Execute(ctx, script) })
}

// ask runs a statement, unless it would wait for ever.
func (o *outside) ask(ctx context.Context, reads bool, run func(ctx context.Context) error) error {
	if err := o.ledger.mayAsk(reads); err != nil {
		return err
	}
	return o.ledger.block(ctx, reads, run)
}

// yielding is a session on a VM whose calls have open transactions. A statement that waits for a row which another
// call has locked gives way to that call. inside means that the session is a transaction of the call itself, which
// does not wait for itself.
type yielding struct {
	Session
	realm  *Realm
	inside bool
}

func (y yielding) Query(ctx context.Context, sql string, args Args) (rows Rows, err error) {
	err = y.wait(ctx, func(ctx context.Context) (err error) {
		rows, err = y.Session.Query(ctx, sql, args)
		return err
	})
	return rows, err
}

func (y yielding) Update(ctx context.Context, sql string, args Args) (affected int64, key any, err error) {
	err = y.wait(ctx, func(ctx context.Context) (err error) {
		affected, key, err = y.Session.Update(ctx, sql, args)
		return err
	})
	return affected, key, err
}

func (y yielding) BatchUpdate(ctx context.Context, sql string, batch []Args) (affected []int64, keys []any, err error) {
	err = y.wait(ctx, func(ctx context.Context) (err error) {
		affected, keys, err = y.Session.BatchUpdate(ctx, sql, batch)
		return err
	})
	return affected, keys, err
}

func (y yielding) Execute(ctx context.Context, script string) error {
	return y.wait(ctx, func(ctx context.Context) error { return y.Session.Execute(ctx, script) })
}

func (y yielding) wait(ctx context.Context, f func(ctx context.Context) error) error {
	return y.realm.VM.GivingWay(ctx, y.inside, f)
}
