// Package source reads a JavaScript or TypeScript file without running it: the
// classes, functions, enums and types it declares, and what is written about them.
//
// It reads declarations only. Bodies and default values are skipped by matching
// brackets with a real lexer, so the reader needs no grammar of expressions and
// never fails on one. A syntax error is the compiler's to report: [Read] returns
// whatever it understood, and what it could not place it leaves out.
//
// Of bodies only one thing is read, and only for who asks: which methods of certain names
// are called, on what, and with which literal text ([Call]).
//
// The package knows no engine and no decorator by name. It says that a decorator
// named "GetMapping" stands on a method; what that means is decided elsewhere.
//
// Types written in TypeScript and in JSDoc are read by one parser into one form, [Type].
// Reading takes time in proportion to the text, whatever the text is: tokens are cut
// once, brackets know their partners, nesting and guessing are bounded.
//
//	project, err := source.ReadAll(os.DirFS("app"), paths)
//	for _, file := range project.Files() {
//		for _, class := range file.Classes {
//			fmt.Println(class.Name, class.Pos, class.Doc.Summary)
//		}
//	}
//	target := project.LookupType(file, param.Type) // follows imports and re-exports
package source
