package security

// BadCredentials is the error of credentials that are not good, such as a token, or the answer of a provider.
type BadCredentials struct {
	Public string // may be shown to the client that has sent them
	Err    error  // for the log; may be nil
}

func (b *BadCredentials) Error() string {
	if b.Err == nil {
		return b.Public
	}
	return b.Public + ": " + b.Err.Error()
}

func (b *BadCredentials) Unwrap() error { return b.Err }
