// Package security finds what is demanded of those who call a handler or a method of a bean, as decorators say it, and the functions
// that decide on calls of methods.
package security
