// Package declared joins the decorators of an application with its source.
//
// Boot runs the application once in a loader VM. Its decorators record [Declaration] values, each of which says
// only that a member carries a decorator with certain options. A [Source] adds what the source says about the
// member (types, defaults, comments), where the decorator is written, and the options with their placeholders
// resolved; it collects the mistakes that are found.
//
// The domains of package build read a Source. What several of them need is here.
package declared
