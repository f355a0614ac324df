// Package source reads a JavaScript or TypeScript file without running it: the classes, functions, enums and
// types it declares, and their comments.
//
// It reads declarations only. Bodies and default values are skipped by matching brackets with a real lexer,
// so the reader needs no grammar of expressions and never fails on one. Reporting syntax errors is left to
// the compiler: [Read] returns whatever it understood and leaves out the rest.
//
// Bodies are read on request, as a [Tree] of the whole file.
//
// The package knows no engine and no decorator by name. It reports that a decorator named "GetMapping" is on
// a method; its meaning is defined elsewhere.
//
// Types written in TypeScript and in JSDoc are read by one parser into one form, [Type]. Reading takes time
// in proportion to the text, whatever the text is: tokens are cut once, brackets know their partners, nesting
// and guessing are bounded.
//
//	project, err := source.ReadAll(os.DirFS("app"), paths)
//	for _, file := range project.Files() {
//	for _, class := range file.Classes {
//	fmt.Println(class.Name, class.Pos, class.Doc.Summary)
//	}
//	}
//	target := project.LookupType(file, param.Type) // follows imports and re-exports
package source
