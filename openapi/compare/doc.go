// Package compare finds what a changed OpenAPI document breaks for those who use the old one.
//
//	changes, err := compare.Documents(old, changed)
//	for _, c := range changes { … c.Breaking … c }
//
// The documents are JSON of OpenAPI 3.0 or 3.1, also one of each, written by whatever program. What requests
// hold may become wider and not narrower; what answers hold may become narrower and not wider. Schemas are
// compared by what they accept: names of components, the order of members and the way in which a type, a null
// or a union is written make no difference, and neither do texts for people.
//
// Laws: a document compared with itself gives no change; schemas may contain themselves; a document that is
// wrong in itself gives an error or a comparison, never a panic, after a bounded number of steps.
// References to other documents are compared by their text, patterns by theirs; callbacks, webhooks, links
// and extensions are not compared.
package compare
