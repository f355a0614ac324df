package stories

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fwrun/fwrun/devtools"
	"github.com/fwrun/fwrun/devtools/replay"
	"github.com/fwrun/fwrun/platform/fault"
)

// testsFolder is where tests are written, below the folder of the application.
const testsFolder = "tests"

const opSave = "app.save"

// SaveAsTest writes the request of a story as a file of `fwrun test`, and returns its name relative to the folder of the application. The
// name is what is safe of the one that is given, or that of the request. A file that is there is not replaced. The error is a *fault.Error.
func (p *Part) SaveAsTest(id uint64, name string) (string, error) {
	file, err := p.recordedRequest(id)
	if err != nil {
		return "", err
	}
	text, err := file.Format()
	if err != nil {
		return "", err
	}
	if name = strings.TrimSuffix(name, replay.Suffix); name == "" {
		return p.writeFree(replay.FileName(file.Request.Method, file.Request.Path), text)
	}
	safe := replay.FileName(name, "")
	if safe != strings.ToLower(name) {
		return "", fault.New(opSave, fault.Invalid, fmt.Sprintf("%q cannot be the name of a test: use letters, digits and hyphens", name)).
			WithHint("such as " + safe)
	}
	relative, err := p.writeTest(safe, text)
	if errors.Is(err, fs.ErrExist) {
		return "", fault.New(opSave, fault.Conflict, relative+" exists already").WithHint("choose another name, or remove it")
	}
	return relative, err
}

// recordedRequest returns the file of a story.
func (p *Part) recordedRequest(id uint64) (*replay.File, error) {
	if p.recorder == nil || p.recordings == nil {
		return nil, fault.New(opSave, fault.Unavailable, "requests are not kept").WithHint("set devtools.enabled: true")
	}
	s := p.recorder.Story(id)
	if s == nil {
		return nil, fault.New(opSave, fault.NotFound, "the request is no longer kept").
			WithHint("send it again; devtools.memory limits how much is kept")
	}
	whole := s.Whole()
	made, _ := s.Attached().(*saved)
	return p.recordings.file(&whole, made)
}

// mostNames is how many tests of the same request get a number in their names.
const mostNames = 100

// writeFree writes a file under the first name that is free.
func (p *Part) writeFree(name string, text []byte) (string, error) {
	for n := 1; n <= mostNames; n++ {
		numbered := name
		if n > 1 {
			numbered += "-" + strconv.Itoa(n)
		}
		if relative, err := p.writeTest(numbered, text); !errors.Is(err, fs.ErrExist) {
			return relative, err
		}
	}
	return "", fault.New(opSave, fault.Conflict,
		fmt.Sprintf("%s/%s%s exists already, and so do %d more with a number", testsFolder, name, replay.Suffix, mostNames-1)).
		WithHint("remove some of them")
}

// writeTest writes a file that is not there yet, without leaving the folder of the application, whatever tests is a link to.
func (p *Part) writeTest(name string, text []byte) (relative string, err error) {
	relative = testsFolder + "/" + name + replay.Suffix
	root, err := os.OpenRoot(p.about.Folder)
	if err != nil {
		return relative, unwritten(relative, err)
	}
	defer func() { _ = root.Close() }() // it is only looked into
	if err := root.Mkdir(testsFolder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return relative, unwritten(relative, err)
	}
	err = writeNew(root, filepath.FromSlash(relative), text, 0o644)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = unwritten(relative, err)
	}
	return relative, err
}

// writeNew writes a file that is not there yet, whole or not at all.
func writeNew(root *os.Root, name string, text []byte, mode fs.FileMode) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = root.Remove(name) // half of it is of no use
	}
	return err
}

func unwritten(name string, err error) error {
	return fault.New(opSave, fault.Unavailable, name+" cannot be written").Because(err)
}

// Endpoints returns what answers for the console; none if nothing is remembered.
func (p *Part) Endpoints() (list []devtools.Endpoint) {
	if p.recorder == nil {
		return nil
	}
	for _, e := range p.recorder.Endpoints() {
		list = append(list, devtools.Endpoint(e))
	}
	return append(list, p.savingEndpoint())
}

// savingEndpoint answers the button of the console: POST stories/{id}/test with {"name": ""} returns {"file": "tests/…"}.
func (p *Part) savingEndpoint() devtools.Endpoint {
	return devtools.Endpoint{Method: http.MethodPost, Path: "stories/{id}/test", Do: func(r *http.Request) (any, error) {
		var wanted struct {
			Name string `json:"name"`
		}
		if err := devtools.Read(r, &wanted); err != nil {
			return nil, err
		}
		id, err := strconv.ParseUint(r.PathValue("id"), 10, 64)
		if err != nil {
			return nil, fault.New(opSave, fault.NotFound, "there is no such story")
		}
		file, err := p.SaveAsTest(id, wanted.Name)
		if err != nil {
			return nil, err
		}
		return map[string]string{"file": file}, nil
	}}
}
