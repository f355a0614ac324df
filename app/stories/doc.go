// Package stories is the part of an application that remembers what its requests, jobs and messages have done: stories, which the console
// shows, and recordings, of which files and tests are made. What is remembered outlives reloads; its memory is bounded.
package stories
