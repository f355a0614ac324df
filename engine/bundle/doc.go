// Package bundle turns a folder of scripts into one goja program.
//
// esbuild resolves the imports, npm packages included, strips the types and lowers syntax that goja lacks;
// the result is parsed and compiled once and then runs in every VM. The program's value is an async function
// of these arguments first: the object whose properties are the exports of "fwrun", and register(file, exports),
// which it calls for every scanned file once all modules have run.
//
// Every script, .js too, is compiled with legacy decorator semantics, independent of the user's tsconfig:
// only these allow decorators on parameters.
//
//	files, problems := bundle.Scan(folder, nil)
//	built, problems := bundle.Build(bundle.Input{Folder: folder, Files: files, Exports: names}, nil)
package bundle
