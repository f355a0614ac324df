// Package searchtest starts real OpenSearch nodes for tests, from the jars on Maven Central.
//
// A node is the server's own class, run by a few lines of Java. Its modules are plain jars there, for
// which the descriptors are written here. The first start on a machine downloads 51 MB with Maven, and
// keeps them in the user's cache folder.
//
// Where the answer of a real node does not matter, a [Fake] is faster, and shows what arrives.
//
// Programs start a node with [Run]. Without Java and Maven tests are skipped; FWRUN_REQUIRE=1 makes that a failure.
//
// Example:
//
//	node := searchtest.Shared(t)
//	node.Clean(t)
//	client := node.Client()
package searchtest
