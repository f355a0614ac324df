// Package backing opens the storage of caches and locks by URL: memory, a Redis server or PostgreSQL.
package backing
