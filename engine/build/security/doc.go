// Package security finds what is demanded of those who call a handler or a method of a bean, as decorators say it, the functions
// that decide on calls of methods, and the beans that keep security events.
package security
