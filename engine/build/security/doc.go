// Package security finds what is demanded of those who call a handler or a method of a bean, as decorators say it.
package security
