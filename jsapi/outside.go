package jsapi

import "context"

// outside is a database for statements outside of any transaction. They block the VM, and so
// must not wait for a transaction of one of its calls. Its streams do not: they are read beside
// the VM.
type outside struct {
	Session
	ledger *ledger
}

func (o *outside) Query(ctx context.Context, sql string, args Args) (rows Rows, err error) {
	if err := o.ledger.mayAsk(o.ledger.readsSQL(sql)); err != nil {
		return nil, err
	}
	err = o.wait(ctx, func(ctx context.Context) (err error) {
		rows, err = o.Session.Query(ctx, sql, args)
		return err
	})
	return rows, err
}

func (o *outside) Update(ctx context.Context, sql string, args Args) (affected int64, key any, err error) {
	if err := o.ledger.mayAsk(false); err != nil {
		return 0, nil, err
	}
	err = o.wait(ctx, func(ctx context.Context) (err error) {
		affected, key, err = o.Session.Update(ctx, sql, args)
		return err
	})
	return affected, key, err
}

func (o *outside) BatchUpdate(ctx context.Context, sql string, batch []Args) (affected []int64, keys []any, err error) {
	if err := o.ledger.mayAsk(false); err != nil {
		return nil, nil, err
	}
	err = o.wait(ctx, func(ctx context.Context) (err error) {
		affected, keys, err = o.Session.BatchUpdate(ctx, sql, batch)
		return err
	})
	return affected, keys, err
}

func (o *outside) Execute(ctx context.Context, script string) error {
	if err := o.ledger.mayAsk(false); err != nil {
		return err
	}
	return o.wait(ctx, func(ctx context.Context) error { return o.Session.Execute(ctx, script) })
}

func (o *outside) wait(ctx context.Context, f func(ctx context.Context) error) error {
	return o.ledger.runtime.vm.GivingWay(ctx, false, f)
}

// inside is a transaction on a VM where other calls have open ones too: a statement of one may
// wait for a row that another has locked.
type inside struct {
	Session
	runtime *runtime
}

func (i inside) Query(ctx context.Context, sql string, args Args) (rows Rows, err error) {
	err = i.wait(ctx, func(ctx context.Context) (err error) {
		rows, err = i.Session.Query(ctx, sql, args)
		return err
	})
	return rows, err
}

func (i inside) Update(ctx context.Context, sql string, args Args) (affected int64, key any, err error) {
	err = i.wait(ctx, func(ctx context.Context) (err error) {
		affected, key, err = i.Session.Update(ctx, sql, args)
		return err
	})
	return affected, key, err
}

func (i inside) BatchUpdate(ctx context.Context, sql string, batch []Args) (affected []int64, keys []any, err error) {
	err = i.wait(ctx, func(ctx context.Context) (err error) {
		affected, keys, err = i.Session.BatchUpdate(ctx, sql, batch)
		return err
	})
	return affected, keys, err
}

func (i inside) Execute(ctx context.Context, script string) error {
	return i.wait(ctx, func(ctx context.Context) error { return i.Session.Execute(ctx, script) })
}

func (i inside) wait(ctx context.Context, f func(ctx context.Context) error) error {
	return i.runtime.vm.GivingWay(ctx, true, f)
}
