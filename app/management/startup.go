package management

import (
	"runtime/debug"
	"slices"

	"github.com/fwrun/fwrun/actuator"
	"github.com/fwrun/fwrun/platform/startup"
)

// fwrunVersion returns the version of this binary.
func fwrunVersion(build func() (*debug.BuildInfo, bool)) string {
	if info, ok := build(); ok && info.Main.Version != "" {
		return "fwrun " + info.Main.Version
	}
	return "fwrun"
}

// startupSteps returns where the time of the start went.
func startupSteps(timeline *startup.Timeline) []actuator.StartupStep {
	var list []actuator.StartupStep
	for i, s := range timeline.Steps() {
		one := actuator.StartupStep{Name: s.Name, ID: i, Parent: s.Parent, Began: s.Began, Took: s.Took}
		for _, t := range s.Tags {
			one.Tags = append(one.Tags, [2]string{t.Key, t.Value})
		}
		list = append(list, one)
	}
	return slices.Clip(list)
}
