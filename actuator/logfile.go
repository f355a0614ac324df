package actuator

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// LogFile returns the endpoint that sends the file that the log is written to. Parts of it can be asked for. The path is empty if
// there is no file.
func LogFile(path func() string) Endpoint {
	read := func(*Request) (Answer, error) {
		name := path()
		if name == "" {
			return Answer{}, unknown("file")
		}
		file, err := os.Open(name)
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return Answer{}, unknown("file")
			}
			return Answer{}, fault.New("actuator.logfile", fault.Unavailable, "the log file cannot be read").Because(err)
		}
		info, err := file.Stat()
		if err != nil || !info.Mode().IsRegular() {
			_ = file.Close()
			return Answer{}, unknown("file")
		}
		return Answer{Content: &sizedFile{file, io.NewSectionReader(file, 0, info.Size())}, Modified: time.Time{}}, nil
	}
	return Endpoint{ID: "logfile", Operations: []Operation{{Method: "GET", Produces: []string{plainText}, Do: read}}}
}

// sizedFile is a file as long as it was when it was opened, although it grows.
type sizedFile struct {
	file *os.File
	*io.SectionReader
}

// Close closes the file.
func (f *sizedFile) Close() error { return f.file.Close() }
