package config

import (
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
)

// Options holds the sources other than the files. The zero value reads the files only.
type Options struct {
	// Profile lists the active profiles, separated by commas. If it is empty, they are those of
	// the variable FWRUN_PROFILE, or else of the key framework.profile or
	// framework.profiles.active of application.yml.
	Profile string
	// Env is the environment, as returned by os.Environ.
	Env []string
	// Flags holds values by key: {"server.port": "8081"}.
	Flags map[string]string
	// Over has settings that lie over those of the files. It may be nil.
	Over *Overlay
	// Folder is the folder of the files within the application; "config" if empty.
	Folder string
	// Below has the files of a second folder of this name, which the files of the same name lie over:
	// those that an executable carries. It may be nil.
	Below fs.FS
	// Root is the application's folder on the disk, in which the commands of property sources
	// run; the working directory if empty.
	Root string
	// Script runs a property source that is a script, until ctx ends, and returns its settings as
	// a JSON object. An error in the script itself is a [fault.List]. If Script is nil, such a
	// source is an error.
	Script func(ctx context.Context, script Script) ([]byte, error)
	// Offline leaves out the sources that run a program. Keys that they may set are unknown then,
	// and a missing key is not reported.
	Offline bool
	// Elsewhere means that the application will run elsewhere, with variables that are not set here:
	// a missing key is not reported.
	Elsewhere bool
}

const defaultFolder = "config"

// Load reads the settings of an application from its folder. It always returns Properties, so
// that the caller can continue and find more mistakes; if the list contains errors, the
// Properties are incomplete. Without any file they are the documented defaults.
func Load(fsys fs.FS, options Options) (*Properties, fault.List) {
	if options.Folder == "" {
		options.Folder = defaultFolder
	}
	l := &loader{
		fsys: fsys, options: options, env: newEnvironment(options.Env),
		files: map[string]*file{}, tree: newMap(nil, Origin{}), incomplete: options.Elsewhere,
	}
	if !l.both("application") {
		l.misplaced()
	}
	profiles, chosenBy := l.profiles()
	for _, profile := range profiles {
		l.profileLayer(profile)
	}
	l.overlay()
	l.modules()
	l.active = profiles
	l.sources()
	l.checkKeys()
	l.tree = l.outside(l.tree)
	(&keyCheck{loader: l}).prototypes()
	if len(profiles) > 0 && chosenBy.Kind != FromFile {
		chosen := setting{splitKey("framework.profile"), List, strings.Join(profiles, ","), chosenBy}
		l.tree = l.tree.with(chosen.path, chosen.node())
	}
	l.tree = fill(l.tree, defaults())

	r := newResolver(l.tree, l.env, l.files)
	r.dotenv, r.suspects = l.dotenv, l.suspects
	props := &Properties{
		suspects: l.suspects,
		root:     r.all(), env: l.env, dotenv: l.dotenv, files: l.files, profiles: profiles,
		incomplete: l.incomplete, sourceFiles: l.sourceFiles, scripts: l.scripts,
		layers: l.layers, flags: options.flagsOf(),
	}
	l.addNew(r.problems)
	if l.incomplete || l.failed { // a missing key may be in a source that was not read
		l.problems = slices.DeleteFunc(l.problems, func(d fault.Diagnostic) bool { return d.Code == CodeReference })
	}
	l.problems.Sort()
	return props, l.problems
}

// loader is the state of one Load.
type loader struct {
	fsys     fs.FS
	options  Options
	env      environment
	files    map[string]*file
	tree     *node
	layers   []layer    // in ascending order of precedence
	dotenv   []variable // of property sources, highest precedence first
	active   []string   // profiles
	problems fault.List
	suspects suspects

	sourceFiles []string // of property sources, including missing files
	scripts     []string // the scripts among them
	incomplete  bool     // a source was left out
	failed      bool     // a source could not be read
}

// inExecutable precedes the paths of files below.
const inExecutable = "(executable)/"

// misplaced warns of a file of settings in the application's folder itself, where nothing reads it, if there is none where it belongs.
func (l *loader) misplaced() {
	if l.options.Folder != defaultFolder {
		return
	}
	for _, name := range []string{"application.yml", "application.yaml"} {
		if info, err := fs.Stat(l.fsys, name); err == nil && info.Mode().IsRegular() {
			l.problems = append(l.problems, fault.Diagnostic{
				Severity: fault.Warning, Code: "config-file", Place: fault.Place{File: name},
				Message: "nothing reads this file: settings are in the folder " + defaultFolder,
				Hint:    "move it to " + path.Join(defaultFolder, name),
			})
		}
	}
}

// both merges a file that lies below, and the one of the same name that lies over it. It reports whether
// there is one.
func (l *loader) both(name string) bool {
	below := l.findBelow(name)
	over := l.find(name)
	l.layer(below)
	l.layer(over)
	return below != nil || over != nil
}

// findBelow is find for the files below.
func (l *loader) findBelow(name string) *file {
	if l.options.Below == nil {
		return nil
	}
	for _, ending := range []string{".yml", ".yaml"} {
		f, problem := readFile(l.options.Below, path.Join(defaultFolder, name+ending))
		if problem != nil {
			problem.Place.File = inExecutable + problem.Place.File
			l.problems = append(l.problems, *problem)
		}
		if f != nil {
			f.path = inExecutable + f.path
			return f
		}
	}
	return nil
}

// find reads <name>.yml or <name>.yaml. It returns nil if neither exists.
func (l *loader) find(name string) *file {
	short, long := l.read(name+".yml"), l.read(name+".yaml")
	if short != nil && long != nil {
		l.problems = append(l.problems, fault.Diagnostic{
			Code: "config-file", Place: fault.Place{File: long.path},
			Message: "both " + short.path + " and this file exist",
			Hint:    "move the keys of this file to " + short.path + " and remove it",
		})
	}
	if short == nil {
		return long
	}
	return short
}

func (l *loader) read(name string) *file {
	f, problem := readFile(l.fsys, path.Join(l.options.Folder, name))
	if problem != nil {
		l.problems = append(l.problems, *problem)
	}
	return f
}

// layer merges a file over the tree read so far.
func (l *loader) layer(f *file) {
	if f == nil {
		return
	}
	l.files[f.path] = f
	tree, problems := parseYAML(f)
	l.problems = append(l.problems, problems...)
	if tree != nil {
		l.keep(f, tree)
		l.tree = merge(l.tree, tree)
	}
}

// outside applies the environment and then the flags to a tree.
func (l *loader) outside(tree *node) *node {
	known := knownShape(tree)
	settings := known.settings(l.env.variables())
	for _, key := range slices.Sorted(maps.Keys(l.options.Flags)) {
		path := splitKey(key)
		origin := Origin{Kind: FromFlag, Name: flagName(key)}
		settings = append(settings, setting{path, known.kindAt(path), l.options.Flags[key], origin})
	}
	for _, s := range settings {
		next, problem := s.apply(tree)
		if problem != nil {
			l.problems = append(l.problems, *problem)
		}
		tree = next
	}
	return tree
}

// kindAt returns the kind of value that a text for a key is converted to.
func (s *shape) kindAt(path []segment) Kind {
	found := s.at(path)
	if found == nil || found.kind == Map {
		return Text
	}
	return found.kind
}

// at follows a path, and returns nil if it leads nowhere.
func (s *shape) at(path []segment) *shape {
	for _, seg := range path {
		next := s.below[fold(seg.name)]
		if _, isIndex := seg.index(); isIndex && s.elements != nil {
			next = s.elements
		}
		if next == nil {
			return nil
		}
		s = next
	}
	return s
}
