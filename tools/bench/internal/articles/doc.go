// Package articles holds the content of the benchmark's real application: users who write articles with tags, comment on them, like them
// and follow each other.
//
// [New] makes it, the same each time; [Content.Write] writes it into a database for a peer; and what a peer must answer is computed from
// it in Go, without SQL: [Content.Latest], [Content.Find]. After a peer has changed its database, [Content.Rows] and [Rows] say whether it
// did what was asked for, and [Restore] undoes it.
package articles
