// Package older writes an OpenAPI 3.1 document in the words of 3.0, for readers that know no other.
//
//	legacy := older.Document(document)
//
// Laws: what 3.0 can say is said: null by nullable, const by enum, limits that exclude themselves by truth
// values, $ref with something beside it by allOf, bytes by formats. What it cannot say, such as
// patternProperties, webhooks or a client's certificate, is left out, so that a schema accepts more than before
// and never less. The order of members stays, and the given document is not changed.
package older
