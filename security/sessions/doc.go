// Package sessions keeps what an application knows of a client from one request to the next: who has logged in, and values by key.
//
// A session is found by an id of 256 random bits, which only the client has: what is kept is found by its hash, so that who reads the
// store cannot take over a session. It ends when it has not been used for a while, and at the latest some time after it began.
package sessions
