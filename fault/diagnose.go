package fault

import "errors"

// CodeStart is the code of what stops a start and is no mistake in a file: a database that is
// not there, a port that is taken.
const CodeStart = "start-failed"

// Diagnose brings whatever stopped a start into the form of a report.
func Diagnose(err error) List {
	if list, ok := errors.AsType[List](err); ok {
		return list
	}
	if d, ok := errors.AsType[Diagnostic](err); ok {
		return List{d}
	}
	d := Diagnostic{Code: CodeStart, Message: Text(err)}
	if failed, ok := errors.AsType[*Error](err); ok {
		d.Hint = failed.Hint
	}
	return List{d}
}

// Text is an error with its causes, without the names of operations, which are for logs.
func Text(err error) string {
	failed, ok := errors.AsType[*Error](err)
	switch {
	case !ok:
		return err.Error()
	case failed.Err == nil:
		return failed.Public
	}
	return failed.Public + ": " + Text(failed.Err)
}
