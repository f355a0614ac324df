// Package snapshot encodes the result of compiling an application: the bundle, its source map, its warnings,
// and what the reader of sources found in each file. It also determines whether a result is still valid.
//
// A [Snapshot] belongs to the content of certain files; the caller must store it under their hashes.
// Everything else that the bundler looked at is in its [Fact]s: the files of packages, each package.json, and
// the names in each folder where an import was looked up, since a new file can take precedence over another.
// In case of doubt there is no snapshot.
//
//	survey := snapshot.NewSurvey(folder, paths) // before the build
//	built, problems := bundle.Build(…)
//	facts, err := survey.Facts(parts, sums)     // after it
//	bytes := (&snapshot.Snapshot{Output: built.Output, Facts: facts, Files: files}).Encode()
//
//	kept, err := snapshot.Decode(bytes)         // next time
//	if snapshot.Changed(folder, kept.Facts, sums) == "" {
//		program, err := kept.Output.Compile(false)
//	}
package snapshot
