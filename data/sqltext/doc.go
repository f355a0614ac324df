// Package sqltext reads SQL just far enough to know what is not SQL code: strings,
// quoted identifiers, comments, dollar quotes.
//
// That is enough for three questions. Where are the parameters, and what does the
// statement look like with the placeholders its database knows ([Parse])? Does it only
// read, or does it control a transaction ([Statement.Kind])? Where does one statement of
// a script end and the next begin ([Split])?
//
// The package knows no grammar and never rejects what a database might accept: text it
// does not understand passes through unchanged. It imports nothing of the project.
//
//	s, _ := sqltext.Parse(sqltext.Postgres, "select * from users where id = :id and tags ?| :tags")
//	s.SQL    // select * from users where id = $1 and tags ?| $2
//	s.Params // {Name: "id"}, {Name: "tags"}
package sqltext
