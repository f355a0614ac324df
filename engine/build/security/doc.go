// Package security finds what is demanded of those who call a handler, as decorators say it.
package security
