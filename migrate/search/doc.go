// Package search applies migration files of JSON to an OpenSearch cluster. It is a [migrate.Target].
//
// A file becomes one request, by its name and its content: an index template, a lifecycle policy, an index, or
// the request that an envelope states. The index framework_migrations records which have run.
//
// Rules:
//   - What the cluster takes as it is, is sent byte for byte.
//   - A changed file is applied again. What that means for an index that exists is an [IndexChange].
//   - A failure inside an answer with status 200 fails the file. A task is followed to its end.
//   - A request that was not answered is looked up before it is sent again.
//   - A POST, and what else has another effect when it is sent twice, is sent once. If nobody knows how that
//     ended, the file counts as interrupted until somebody decides.
//
// Example:
//
//	target := search.New(connection, search.Options{})
//	folder, err := migrate.Read(target, os.DirFS("migrations"), migrate.Options{})
package search
