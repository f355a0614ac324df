// Package health finds health indicators and info contributors among the beans.
package health
