// Package inproc holds the types of requests that are made inside of the process: by a test, which
// acts as a client, or by a tool on behalf of the request that called it. The server handles both,
// without knowing who makes them or why.
package inproc
