package host

// staticFile is a file that answers a request.
type staticFile struct{}

// findStatic looks for a file that the application serves at the path.
func (x *exchange) findStatic() bool { return false }

// sendStatic answers with the file that was found, if one was.
func (x *exchange) sendStatic() *problem { return nil }
