// Package ask asks a running application of another process how it is: its health, the levels of its log, what it counts, profiles.
//
// The application of a folder is asked over its admin socket, for which no setting is needed; its health can be asked of a URL, too.
//
//	running, err := ask.Find("scripts/examples/users")
//	defer running.Close()
//	loggers, err := running.Loggers(ctx)
package ask
