package main

import (
	"context"
	"slices"

	"github.com/fwrun/fwrun/app"
	"github.com/fwrun/fwrun/app/coding"
)

// explained explains a code of the diagnostics for coding agents.
func explained(code string) (what, help string, ok bool) {
	list := rules()
	i := slices.IndexFunc(list, func(r rule) bool { return r.code == code })
	if i < 0 {
		return "", "", false
	}
	return list[i].what, list[i].help, true
}

// offerCoding adds the tools for coding agents to the options of an application that is served for development. The result is
// called with the application, once it is started.
func offerCoding(options *app.Options) (started func(*app.App), err error) {
	if !options.Dev {
		return func(*app.App) {}, nil
	}
	if options.Debugging == nil {
		options.Debugging = app.NewDebugging() // without a port
	}
	served, err := coding.ForServed(coding.Options{App: *options, Rule: explained, Version: versionText()})
	if err != nil {
		return nil, err
	}
	options.Coding = served
	return served.Started, nil
}

// serveCoding serves the tools for coding agents over stdio.
func serveCoding(ctx context.Context, p process, folder, profile string) error {
	p.collector.serves() // an agent asks now and then, and the application is built when it does
	return coding.Serve(ctx, coding.Options{
		App: app.Options{
			Folder: folder, Profile: profile, Env: p.env, Dev: true, Reloads: true, Cache: cacheFolder(p), Logger: p.log(),
		},
		Rule: explained, Version: versionText(),
	}, p.in, p.out)
}
