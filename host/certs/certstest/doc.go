// Package certstest makes certificates for tests.
//
// An [Authority] that nobody trusts signs whatever a test asks for; its own certificate is what
// the test's client trusts.
package certstest
