// Package pollution knows the names with which careless code changes the prototype of all objects.
package pollution
