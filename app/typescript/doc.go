// Package typescript asks the TypeScript compiler of an application what is wrong with its types.
//
// fwrun has no type checker, and no TypeScript: it calls the executable that the application has installed, and reads its answers. The
// configuration that it is given lies in the cache folder and extends the application's own, with the typings of this binary; nothing is written
// into the application. Its answers are kept as long as the files that it has read, its configuration and its version stay as they are.
//
//	found, err := typescript.Check(ctx, typescript.Options{Folder: folder, Cache: cache})
package typescript
