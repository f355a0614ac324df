// Package observe is the part of an application that watches what it does: its log, its metrics, and what is sent to a collector. All of
// them outlive reloads: a new generation goes on with them, with its own settings.
package observe
