package app

import (
	"context"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/app/coverage"
	"github.com/fwrun/fwrun/app/folder"
	"github.com/fwrun/fwrun/app/queues"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/host"
	"github.com/fwrun/fwrun/platform/config"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestProfile is active in every test run; it needs no file.
const TestProfile = "test"

// TestProfiles appends the requested profiles, or else those of an environment, to "test", so that they take precedence.
func TestProfiles(requested string, env []string) string {
	if requested == "" {
		for _, line := range env {
			if value, ok := strings.CutPrefix(line, "FWRUN_PROFILE="); ok {
				requested = value
			}
		}
	}
	return strings.TrimSuffix(TestProfile+","+requested, ",")
}

func isOwnProfile(d fault.Diagnostic) bool {
	return d.Severity == fault.Warning && strings.HasPrefix(d.Message, "the profile "+TestProfile+" has no file")
}

// prepare changes the settings to those of one test file.
func (t *testRun) prepare(s *settings) fault.List {
	s.workers.Pool.Min, s.workers.Pool.Max = 1, 1
	s.queues.Hurry = true
	switch {
	case t.player != nil:
		t.keepServersAway(s)
	case t.RealDatabases:
		s.scratch = false
	default:
		return s.datasources.RefuseServers(s.props.Reader())
	}
	return nil
}

// keepServersAway lets a replay do without the servers of databases.
func (t *testRun) keepServersAway(s *settings) {
	files := s.datasources.Files()
	s.migrations.AtStart = slices.DeleteFunc(s.migrations.AtStart, func(name string) bool { return !slices.Contains(files, name) })
	for i := range s.datasources {
		s.datasources[i].MinIdle = 0
	}
	s.host.Policies.Follow = func(host.Follower, time.Time) host.Follower { return playing{t.player} }
}

// over returns the settings of the test file.
func (t *testRun) over() *config.Overlay {
	if t == nil {
		return nil
	}
	return t.Over
}

// replays reports whether a recording answers for the host.
func (t *testRun) replays() bool { return t != nil && t.player != nil }

// counts reports whether what runs is counted.
func (t *testRun) counts() bool { return t != nil && t.Coverage }

// CoverageOf returns what the configuration of an application says of the coverage of its tests.
func CoverageOf(options Options) (coverage.Settings, error) {
	found, err := folder.Find(options.Folder)
	if err != nil {
		return coverage.Settings{}, err
	}
	options.Folder, options.offline = found, true
	options.Profile = TestProfiles(options.Profile, options.Env)
	props, _ := loadProperties(options, nil) // each file of tests reports what is wrong with the rest
	r := props.Reader()
	s := coverage.Read(r)
	if problems := r.Problems().Errors(); len(problems) > 0 {
		return s, problems
	}
	return s, nil
}

// ownDatabases gives a test empty databases, which end with it.
func (t *testRun) ownDatabases(s *settings) (err error) {
	if t == nil || t.player != nil {
		return nil
	}
	t.folder, err = s.datasources.InFiles()
	return err
}

// notes returns what records the messages that a test sends; nil where nothing does.
func (t *testRun) notes() *queues.Notes {
	if t == nil {
		return nil
	}
	return &t.sent
}

// close removes the databases.
func (t *testRun) close() error {
	if t == nil {
		return nil
	}
	return os.RemoveAll(t.folder)
}

// playing is a [host.Follower] that lets a player answer for the host.
type playing struct{ player *replay.Player }

func (p playing) Context(parent context.Context) context.Context {
	return replay.WithPlayer(parent, p.player)
}

func (playing) Passed(host.Stage) {}

func (playing) Answered(*host.Roundtrip) {}
