// Package sqltext reads SQL just far enough to know what is not SQL code: strings, quoted
// identifiers, comments, dollar quotes.
//
// That is enough for three questions. Where are the parameters, and what is the statement with
// the placeholders of its database ([Parse])? Does it only read, or does it control a transaction
// ([Statement.Kind])? Where does one statement of a script end and the next begin ([Split])?
//
// The package knows no grammar and never rejects what a database might accept: text that it does
// not understand stays unchanged. It imports no other package of the project.
//
//	s, _ := sqltext.Parse(sqltext.Postgres, "select * from users where id = :id and tags ?| :tags")
//	s.SQL    // select * from users where id = $1 and tags ?| $2
//	s.Params // {Name: "id"}, {Name: "tags"}
package sqltext
