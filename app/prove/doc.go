// Package prove checks the statements of scripts against databases, by preparing them.
//
// A row class is proved by a statement that finds it, a statement in the source by itself. Nothing is executed. What cannot be proved, such
// as a statement that is built at run time, is counted with the reason.
//
//	problems, proved := prove.Statements(ctx, manifest, prove.On{Databases: databases, Within: 30 * time.Second})
package prove
