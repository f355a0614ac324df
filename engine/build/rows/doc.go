// Package rows finds the statements that an application runs in databases: its repositories with their tables and
// queries, and the statements in its scripts.
package rows
