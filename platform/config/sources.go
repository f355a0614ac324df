package config

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// source is one entry of propertySources.
type source struct {
	*Reader  // for the keys of the entry
	name     string
	provider string
	file     string
	optional bool
	prefix   string
	command  []string
	format   string
	timeout  time.Duration
}

// notOfSources returns the keys that are needed before any source is read.
func notOfSources() []string {
	return []string{"propertySources", "framework.profile", "framework.profiles.active"}
}

// sources merges the property sources over the files, in the order of their list.
func (l *loader) sources() {
	r := l.sourceReader()
	names := map[string]bool{}
	for _, entry := range r.Items("propertySources") {
		s, ok := l.declared(entry)
		if names[s.name] && s.name != "" {
			entry.Reject("name", "is already the name of an earlier source", "give each source another name")
		} else if ok {
			l.sourceLayer(s)
		}
		names[s.name] = true
	}
	l.addNew(r.Problems())
}

// sourceReader returns a Reader of the declarations. Their own placeholders refer to the files,
// the environment and the flags.
func (l *loader) sourceReader() *Reader {
	path := splitKey("propertySources")
	r := newResolver(l.outsideQuietly(), l.env, l.files)
	n, err := r.lookup(path)
	l.addNew(r.problems)
	root := newMap(nil, Origin{})
	if err == nil && n != nil {
		root = root.with(path, n)
	}
	return (&Properties{root: root, files: l.files}).Reader()
}

// declared reads a declaration, and reports whether the source can be read.
func (l *loader) declared(r *Reader) (*source, bool) {
	before := len(r.Problems())
	r.requireText("name")
	r.Require("provider")
	s := &source{
		Reader: r, name: r.String("name"), provider: r.String("provider"), optional: r.Bool("optional"), prefix: r.String("prefix"),
	}
	if path := splitKey(s.prefix); s.prefix != "" && (len(path) == 0 || path[0].bracketed || hasEmptyPart(s.prefix, path)) {
		r.Reject("prefix", "is not a key", "for example prefix: database")
	}
	switch s.provider {
	case "":
	case commandProvider:
		s.declareCommand()
	case scriptProvider:
		s.declareScript()
	default:
		s.declareFile()
	}
	return s, len(r.Problems()) == before && s.provider != "" && s.name != ""
}

func (s *source) declareCommand() {
	s.Require("command")
	s.command = s.Strings("command")
	if s.Has("command") && (len(s.command) == 0 || s.command[0] == "") {
		s.Reject("command", "is empty", `for example command: ["vault-read", "--json"]`)
	}
	s.format, s.timeout = s.String("format"), s.Duration("timeout")
	if s.Has("file") {
		s.Reject("file", "is not used by the provider command", "remove it")
	}
}

func (s *source) declareScript() {
	s.declareFile()
	s.timeout = s.Duration("timeout")
	if filepath.IsAbs(s.file) {
		s.Reject("file", "is a script outside of the application", "move it into the application's folder")
	}
}

func (s *source) declareFile() {
	s.requireText("file")
	s.format = s.provider
	s.file = s.String("file")
	if s.file != "" && !filepath.IsAbs(s.file) {
		s.file = path.Clean(filepath.ToSlash(s.file))
	}
	if s.file == ".." || strings.HasPrefix(s.file, "../") {
		s.Reject("file", "leads out of the application's folder", "move the file into that folder, or write its absolute path")
	}
	if s.Has("command") {
		s.Reject("command", "is only used by the provider command", "remove it, or write provider: command")
	}
}

// requireText requires that keys are set, and that their texts are not empty.
func (r *Reader) requireText(keys ...string) {
	r.Require(keys...)
	for _, key := range keys {
		if v, ok := r.value(key); ok && v.Kind() == Text && strings.TrimSpace(v.Text()) == "" {
			r.Reject(key, "is empty", "for example "+key+": secrets")
		}
	}
}

// sourceLayer merges the values of a source over the tree read so far.
func (l *loader) sourceLayer(s *source) {
	if s.provider == scriptProvider {
		l.scripts = append(l.scripts, s.file)
	}
	if l.options.Offline && s.runs() {
		l.leaveOut(s)
		return
	}
	before := len(s.Problems())
	tree, problems := providers()[s.provider](l, s)
	l.problems = append(l.problems, problems...)
	if tree == nil {
		l.failed = l.failed || s.runs() && (len(problems) > 0 || len(s.Problems()) > before)
		return
	}
	for _, key := range notOfSources() {
		n, _, set := tree.at(splitKey(key))
		if before, _, _ := l.tree.at(splitKey(key)); set && n != before {
			l.problems = append(l.problems, l.notOfSource(key, n))
			return
		}
	}
	if s.format != "env" { // that of a dotenv file is merged already
		l.keepSource(s, tree, nil)
	}
	l.tree = merge(l.tree, tree)
}

// kind returns the kind of the origins of a source's values.
func (s *source) kind() OriginKind {
	switch s.provider {
	case commandProvider:
		return FromCommand
	case scriptProvider:
		return FromScript
	default:
		return FromFile
	}
}

// runs reports whether a source runs a program: its settings are known only after it has run.
func (s *source) runs() bool { return s.provider == commandProvider || s.provider == scriptProvider }

// leaveOut warns about a source that runs a program when no program may run.
func (l *loader) leaveOut(s *source) {
	l.incomplete = true
	if s.provider == scriptProvider {
		l.sourceFiles = append(l.sourceFiles, s.file)
	}
	place := s.props.Place(joinKeys(s.Key(), "provider"))
	l.problems = append(l.problems, fault.Diagnostic{
		Severity: fault.Warning, Code: "config-source", Place: place, Source: s.props.Line(place),
		Message: s.Key() + " is not read: it is a " + s.provider + ", and --offline runs nothing",
		Hint:    "keys that it may set are not checked; check without --offline, too",
	})
}

func (l *loader) notOfSource(key string, n *node) fault.Diagnostic {
	d := fault.Diagnostic{
		Code: "config-value", Place: n.origin.Place, Message: key + " cannot be set by a property source",
		Why: "it is used before the sources are read", Hint: "set it in " + path.Join(l.options.Folder, "application.yml"),
	}
	if f := l.files[d.Place.File]; f != nil {
		d.Source = f.source(d.Place.Line)
	}
	return d
}

// addNew records problems that are not known yet: the references of a declaration are resolved
// before the sources are read, and again with everything else.
func (l *loader) addNew(problems fault.List) {
	for _, d := range problems {
		if !slices.ContainsFunc(l.problems, func(o fault.Diagnostic) bool {
			return o.Place == d.Place && o.Message == d.Message
		}) {
			l.problems = append(l.problems, d)
		}
	}
}
