// Package backing opens what caches and locks are kept in, by URL: memory, a Redis server or PostgreSQL.
package backing
