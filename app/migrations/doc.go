// Package migrations runs the migration files of an application: at its start, for the endpoints that say what has run, and for the command
// that chooses among connections. Whatever has files is a target that is handed in: it knows neither datasources nor search clusters.
package migrations
