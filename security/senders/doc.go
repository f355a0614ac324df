// Package senders says with a message who has sent it, so that its listener can work on behalf of that one.
//
// What travels with a message is signed, for others can write to a broker, too. It fits one queue and one body, so that nobody can put it on
// another message. It is not encrypted: who reads the broker reads names, roles and scopes.
package senders
