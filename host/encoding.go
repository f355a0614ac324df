package host

// encode compresses the response if the client takes that and it is worth it.
func (x *exchange) encode() {}
