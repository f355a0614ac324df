// Package declared joins the decorators of an application with its source.
//
// Boot runs the application once in a loader VM. Its decorators leave [Declaration]
// values behind, which say only that a decorator with these options stands on that
// member. A [Source] knows what the source says of it (types, defaults, comments), where
// the decorator is written, and what its options are once their placeholders are
// resolved; it collects the mistakes that are found.
//
// The domains of package build read it. What two of them need is here.
package declared
