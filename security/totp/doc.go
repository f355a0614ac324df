// Package totp makes and checks one-time codes by time (RFC 6238) as authenticator apps make them: six digits of an HMAC-SHA-1 over the
// number of the step, which is 30 seconds long.
//
// A code is good for the step that it was made in, and for some steps around it, since clocks differ and people type slowly. [Match] returns
// the step, so that the caller can keep it and refuse the code when it is sent again, as RFC 6238 demands.
//
// Example:
//
//	secret, err := totp.ParseSecret(user.Secret)
//	step, ok := totp.Match(secret, code, totp.StepAt(time.Now()), 1, user.LastStep)
package totp
