// Package outgoing is the part of an application that sends the requests of its scripts: fetch, the beans HttpClient, WebSockets and event
// streams. Connections outlive reloads, as long as their settings stay the same; it opens none before a script sends something.
package outgoing
