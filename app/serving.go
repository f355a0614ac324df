package app

import (
	"context"

	"github.com/fwrun/fwrun/app/stories"
	"github.com/fwrun/fwrun/engine/manifest"
	"github.com/fwrun/fwrun/platform/fault"
)

// Serving is what is known of the generation that serves, until another one replaces it.
type Serving struct{ of *generation }

// Serving returns the generation that serves at the moment.
func (a *App) Serving() Serving { return Serving{a.serving.Load()} }

// Warnings returns the problems that did not prevent the start, or the last reload.
func (s Serving) Warnings() fault.List { return s.of.warnings }

// Manifest returns the declarations of the application.
func (s Serving) Manifest() *manifest.Manifest { return s.of.engine.Manifest() }

// Routes returns the application's routes, sorted by path.
func (s Serving) Routes() []Route { return s.of.settings.routesOf(s.of.engine.Manifest()) }

// Profiles returns the active profiles.
func (s Serving) Profiles() []string { return s.of.props.Profiles() }

// Stories are the latest requests and what each has done, as far as they are remembered.
func (s Serving) Stories() *stories.Part { return s.of.stories }

// Reports returns the folder for reports of coverage, relative to the application's.
func (s Serving) Reports() string { return s.of.settings.coverage.Folder }

// As returns a context on behalf of somebody: requests that are made with it need no credentials.
func (s Serving) As(ctx context.Context, name string, roles []string) context.Context {
	return s.of.security.As(ctx, name, roles, nil)
}
