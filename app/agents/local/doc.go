// Package local passes the messages of an agent to the application of a folder on the same machine: to the process that runs it, or else to
// one that is started here.
//
//	opened, err := local.Open(ctx, options, agents.Caller{As: "ada"}, true)
//	defer opened.Close(ctx)
//	err = opened.ServeLines(ctx, os.Stdin, os.Stdout)
package local
