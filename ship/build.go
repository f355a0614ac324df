package ship

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/ship/binary"
	"github.com/fwrun/fwrun/ship/parcel"
)

const opBuild = "build"

// BuildOptions say what executable is made. Output is required.
type BuildOptions struct {
	Output string // the file; an existing one is replaced
	Target string // such as linux/arm64; this platform's if it is empty
	With   string // a fwrun for that platform, in a file; the running one if it is empty
}

// Built is an executable that was made.
type Built struct {
	Path     string
	Platform string
	Bytes    int64
	SHA256   string // of the whole file, hexadecimal
	Exact    bool   // it is known that both programs have the same sources; see [binary.Program]
}

// Build makes an executable that carries the application. The file appears whole or not at all.
func Build(p *Prepared, o BuildOptions) (*Built, error) {
	program, end, err := Choose(o.Target, o.With)
	if err != nil {
		return nil, err
	}
	defer end()
	if info, err := os.Stat(o.Output); err == nil && info.IsDir() {
		return nil, fault.New(opBuild, fault.Invalid, fmt.Sprintf("%s is a folder", o.Output)).
			WithHint("name the file with -o: -o " + filepath.Join(o.Output, p.Name))
	}
	if runtime.GOOS != "windows" && strings.HasPrefix(program.Platform, "windows/") && !strings.HasSuffix(o.Output, ".exe") {
		return nil, fault.New(opBuild, fault.Invalid, "a program for Windows has to end in .exe").WithHint("write -o " + o.Output + ".exe")
	}
	built := &Built{Path: o.Output, Platform: program.Platform, Exact: program.Exact || o.With == ""}
	return built, built.write(program, p)
}

// write makes the file under another name, and renames it when it is whole.
func (b *Built) write(program *binary.Program, p *Prepared) error {
	temporary := filepath.Join(filepath.Dir(b.Path), "."+filepath.Base(b.Path)+"."+rand.Text())
	err := b.writeTo(temporary, program, p)
	if err == nil {
		err = os.Rename(temporary, b.Path)
	}
	if err != nil {
		_ = os.Remove(temporary)
	}
	if _, known := errors.AsType[*fault.Error](err); err != nil && !known {
		err = fault.New(opBuild, fault.Unavailable, "the executable "+b.Path+" cannot be written").Because(err)
	}
	return err
}

func (b *Built) writeTo(path string, program *binary.Program, p *Prepared) (err error) {
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	space, err := os.CreateTemp("", "fwrun-build-")
	if err != nil {
		return err
	}
	defer func() {
		_ = space.Close()
		_ = os.Remove(space.Name())
	}()
	hash := sha256.New()
	if err := parcel.Write(io.MultiWriter(out, hash), program, p.application(program), space); err != nil {
		return err
	}
	b.SHA256 = hex.EncodeToString(hash.Sum(nil))
	info, err := out.Stat()
	if err == nil {
		b.Bytes = info.Size()
	}
	return errors.Join(err, out.Chmod(0o755)) // whatever the umask is, since it is made to be run
}
