// Package security makes, from the settings of an application, what finds out who is asking and what is demanded of them.
package security
