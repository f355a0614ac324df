// Package certstest makes certificates for tests.
//
// An [Authority] that nothing else trusts signs the certificates that a test asks for; the test's client trusts the
// authority's own certificate.
package certstest
