package fault

import "errors"

// CodeStart is the code of a failed start that is not caused by a mistake in a file, such as a
// database that does not answer or a port in use.
const CodeStart = "start-failed"

// Diagnose converts the error that stopped a start to a list of diagnostics.
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

// PublicText returns the part of an error that may be shown to anybody; it is empty if there is no error.
func PublicText(err error) string {
	if err == nil {
		return ""
	}
	if failed, ok := errors.AsType[*Error](err); ok {
		return failed.Public
	}
	return err.Error()
}

// Text returns the message of an error and of its causes, without the names of operations, which
// are for logs.
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
