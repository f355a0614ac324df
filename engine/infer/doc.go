// Package infer finds the type of what a handler returns that declares none, so that documents and clients know it.
//
// A type is inferred if each return statement gives a call of something with a declared type, a literal, an object or a list of such, a
// new object of an exported class, or a ResponseEntity of these. Where any of them is not sure, there is no type: nobody is told what may
// not be true. Nothing that runs depends on an inferred type.
//
// What is called is a method of an injected class, of the class itself or of fwrun, or a function of the file or one that it imports.
// Package source has read the expressions, and so they are in the cache of what was compiled.
//
//	inferred := infer.New(project).Result(file, class, method.Gives) // nil if it is not sure
//	t, problem := resolver.Result(file, inferred)
package infer
