// Package bodies judges what the bodies of an application's functions name and call: names that nobody declares, members that a class does
// not have, promises that are used as what they will become, arguments and results that are missing.
//
// It is no type checker. It knows what is written: declared types, classes, what a const was given. Where that does not say what a value
// is it is silent, so a diagnostic is always a mistake. Its laws:
//
//   - A member is missing only from a class that is closed: all its bases are known, and nothing adds members to it.
//   - Values whose type was narrowed or cast, and unions, are never judged.
//   - What was found in a file holds as long as its text, and those of the files in which it was looked up, are the same.
//
// It reads whole files by [source.ParseTree]; what it does not understand it does not judge.
//
// In JavaScript a field has the class of the object that the constructor makes for it, if it is certain that nobody else assigns to it.
//
// What it knows also says what handlers give that declare no result, so that documents and clients know it. There a type is found only if it
// is sure: nobody is told what may not be true.
//
//	in := bodies.Input{Project: project, Files: files, Exports: exports}
//	problems, results := bodies.Judge(in), bodies.Results(in)
package bodies
