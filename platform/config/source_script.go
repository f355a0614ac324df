package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/fwrun/fwrun/platform/fault"
)

// Script is a file of an application that computes properties.
type Script struct {
	File string // relative to the application's folder

	// Known holds the properties so far: the files, the sources before this one, the environment
	// and the flags.
	Known *Properties
}

// fromScript runs a file of the application, and reads the JSON that it returns.
func fromScript(l *loader, s *source) (*node, fault.List) {
	l.sourceFiles = append(l.sourceFiles, s.file)
	if _, err := fs.Stat(l.fsys, s.file); errors.Is(err, fs.ErrNotExist) {
		s.absent()
		return nil, nil
	}
	if l.options.Script == nil {
		s.Reject("provider", "is not available here", "use a file or a command")
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.timeout)
	defer cancel()
	output, err := l.options.Script(ctx, Script{s.file, l.soFar()})
	list, atFault := errors.AsType[fault.List](err)
	switch {
	case atFault && ctx.Err() == nil:
		return nil, list
	case ctx.Err() != nil:
		s.Reject("file", fmt.Sprintf("takes longer than %s", s.timeout), "make it faster, or raise timeout")
	case err != nil:
		s.Reject("file", "cannot be run", "run fwrun check to find the mistakes of the application")
	case len(output) > maxFile:
		s.Reject("file", fmt.Sprintf("returns more than %d KiB", maxFile>>10), "return only configuration")
	default:
		return s.scripted(l, output), nil
	}
	return nil, nil
}

// scripted parses the output of a script.
func (s *source) scripted(l *loader, output []byte) *node {
	place := s.props.Place(joinKeys(s.Key(), "file"))
	f := newFile(place.File, string(output))
	f.command = &Origin{Kind: FromScript, Place: place, Name: s.file}
	f.mask = nothingShown
	tree, problems := jsonTree(l, s, f)
	if len(problems) > 0 || tree == nil {
		s.Reject("file", "does not return an object of settings", "export default { key: value }, or a function that returns such an object; "+
			"use each key once, in one spelling")
		return nil
	}
	return tree.asLiteral()
}

// soFar returns the properties that are known while sources are read. Values that cannot be
// resolved yet are left out.
func (l *loader) soFar() *Properties {
	r := newResolver(fill(l.outsideQuietly(), defaults()), l.env, l.files)
	r.dotenv = l.dotenv
	return &Properties{root: r.all(), env: l.env, dotenv: l.dotenv, files: l.files, profiles: l.active}
}
