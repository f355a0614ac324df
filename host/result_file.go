package host

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"

	"github.com/valyala/fasthttp"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/host/files"
	"github.com/fwrun/fwrun/platform/fault"
)

// writeFile makes the file the response's body, or sets the response that the client's conditions lead to.
func (r *request) writeFile(a *answer, f *engine.File) error {
	file, err := r.server.settings.openFile(f)
	if err != nil {
		return err
	}
	o := &offer{file: file, version: file.Version(), cacheControl: f.CacheControl, contentType: f.Type}
	o.whole = a.status != fasthttp.StatusOK || r.method != fasthttp.MethodGet && r.method != fasthttp.MethodHead
	name := f.Name
	if name == "" {
		name = filepath.Base(f.Path)
	}
	if o.contentType == "" {
		o.contentType = file.MediaType(name)
	}
	if a.contentType != "" {
		o.contentType = a.contentType
	}
	if f.Disposition != "" {
		o.disposition = files.Disposition(f.Disposition, name)
	}
	own := a.yieldTo(o)
	status, contentType, refused := r.take(o)
	if refused != nil {
		return &problemError{refused}
	}
	for _, name := range own {
		r.ctx.Response.Header.Del(name) // the script's header is added later
	}
	if !o.whole {
		a.status = status
	}
	a.contentType = contentType
	return nil
}

// yieldTo gives headers of the script precedence over those of the file, and lists them. An ETag or a Last-Modified of the script also
// replaces the file's in conditions.
func (a *answer) yieldTo(o *offer) (own []string) {
	for place := range a.headers {
		for _, h := range a.headers[place] {
			switch name := string(fasthttp.AppendNormalizedHeaderKey(nil, h.Name)); name {
			case "Etag":
				if files.IsTag(h.Value) {
					o.version.ETag = h.Value
				}
				own = append(own, name)
			case fasthttp.HeaderLastModified:
				if at, err := http.ParseTime(h.Value); err == nil {
					o.version.Modified = at
				}
				own = append(own, name)
			case fasthttp.HeaderCacheControl, fasthttp.HeaderContentDisposition,
				fasthttp.HeaderAcceptRanges, "X-Content-Type-Options":
				own = append(own, name)
			}
		}
	}
	return own
}

// openFile opens the file that a script named. With a root it looks below that folder, which the path cannot leave, and
// a missing file is NotFound, and so is one that static files would not show. Without a root it looks below the
// application's folder, or takes an absolute path; then a missing file is an error of the script.
func (s *Settings) openFile(f *engine.File) (*files.File, error) {
	if f.Path == "" && f.Root == "" {
		return nil, errors.New("withFile: there is no file: the path is empty, or nothing was uploaded")
	}
	folder, name := s.Folder, filepath.ToSlash(f.Path)
	if f.Root != "" {
		if !files.Public(name) {
			return nil, fault.New("host.file", fault.NotFound, "there is no such file")
		}
		folder = s.inApplication(f.Root)
	} else if inside, below, is := s.inside(f.Path); is {
		folder, name = inside, below
	} else if filepath.IsAbs(f.Path) {
		file, err := files.Open(f.Path)
		return file, explain(f, err)
	}
	if folder == "" {
		return nil, fmt.Errorf("withFile: %q is relative, and there is no folder to look in", f.Path)
	}
	file, err := files.OpenIn(folder, name)
	if err != nil && f.Root != "" && files.Missing(err) {
		return nil, fault.New("host.file", fault.NotFound, "there is no such file").Because(err)
	}
	return file, explain(f, err)
}

// inside returns where a file is that is inside of the executable.
func (s *Settings) inside(path string) (folder, below string, is bool) {
	if s.Inside == nil {
		return "", "", false
	}
	return s.Inside(path)
}

func (s *Settings) inApplication(path string) string {
	if folder, below, is := s.inside(path); is {
		return filepath.Join(folder, filepath.FromSlash(below))
	}
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.Folder, filepath.FromSlash(path))
}

func explain(f *engine.File, err error) error {
	if err == nil {
		return nil
	}
	if folder, ok := errors.AsType[*files.FolderError](err); ok {
		return fmt.Errorf("withFile: the folder %q cannot be opened: %w", f.Root, causeOf(folder.Err))
	}
	return fmt.Errorf("withFile: the file %q cannot be opened: %w", f.Path, causeOf(err))
}

// causeOf returns the error without the path: the message already has the path that the script used.
func causeOf(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}
