// Package passwords makes hashes of passwords, and compares passwords with them.
//
// A hash names how it was made, so that those of other products and of former settings are read as well: argon2id and argon2i, bcrypt,
// scrypt and PBKDF2 in the PHC string format, and as Spring Security and Django write them. What is made now is argon2id.
//
// A hash takes tens of milliseconds of a processor and megabytes of memory on purpose. An [Encoder] therefore makes a few at a time, and
// refuses when too many wait: a flood of log-ins delays log-ins, and nothing else.
package passwords
