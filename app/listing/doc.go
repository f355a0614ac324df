// Package listing makes lists for people of what an application declares: its routes and who may call them, its beans, its schedules. It
// reads the manifest, and warns of what is not guarded.
package listing
