// Package rows finds what an application asks databases: its repositories with their
// tables and queries, and the statements in its scripts.
package rows
