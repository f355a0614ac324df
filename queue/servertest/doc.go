// Package servertest starts real message brokers for tests.
package servertest
