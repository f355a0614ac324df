// Package lsp is a language server: the Language Server Protocol 3.17 over a pair of streams, in front of applications that it only knows as
// an interface.
//
// Laws:
//   - Messages are handled in the order in which they come, and answered from what the last check has seen: no check is waited for.
//   - Checks run in a goroutine of their own, one at a time, once nothing was edited for a moment. What was edited meanwhile makes a
//     result worthless: it is dropped, and the check is done again. So no diagnostics of a text come after those of a newer one.
//   - Places are those of package fault: lines and columns count from 1, columns in UTF-16 units, as the protocol counts them from 0.
//
// The smallest use:
//
//	err := lsp.Serve(ctx, os.Stdin, os.Stdout, lsp.Options{Owns: isApplication, Open: open})
package lsp
