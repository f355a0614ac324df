package apptest

import "context"

// leave lets the clock go on that a test or suite has stood still, which ends.
func (f *fileRun) leave(ctx context.Context, owner any) {
	if letGo := f.module.Leave(owner); letGo != nil {
		f.do(ctx, letGo)
	}
}
