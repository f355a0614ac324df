// Package openapi writes the OpenAPI document of an application's routes.
//
// [Document] reads the manifest of an application, which knows routes, parameters, types, constraints and comments, and makes one tree:
// OpenAPI 3.1, whose schemas are JSON Schema 2020-12. [JSON] and [YAML] write that tree.
//
//	document := openapi.Document(m, openapi.Options{Title: "Orders", Version: "1.4.0"})
//	os.Stdout.Write(openapi.JSON(document))
//
// Laws: the document promises nothing that the server does not do; it is the same, byte by byte, for the same application, in whatever order
// its files are read; what is read and what is written has one schema unless the two differ.
package openapi
