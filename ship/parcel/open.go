package parcel

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/fwrun/fwrun/platform/fault"
	program "github.com/fwrun/fwrun/ship/binary"
)

const op = "executable"

// Inside is an application inside of a program. It reads from the program's file.
type Inside struct {
	index
	sum      [32]byte
	compiled []byte
	files    map[string]*zip.File
	folder   string // of one that is files in a folder; empty for one behind a program
}

// maxIndex bounds the index of an archive, in bytes.
const maxIndex = 16 << 20

// OpenOwn opens the application that the running program carries; nil if it carries none. The error says what has become of it, and
// what to do. The file stays open as long as the process lives.
func OpenOwn() (*Inside, error) {
	extent, marked := program.Own()
	if !marked && keepsMark() {
		return nil, nil
	}
	file, err := program.OpenOwn()
	if err != nil {
		return nil, fault.New(op, fault.Internal, "the program's own file cannot be read").Because(err)
	}
	info, err := file.Stat()
	if err != nil {
		return nil, fault.New(op, fault.Internal, "the program's own file cannot be read").Because(err)
	}
	if !marked {
		extent.Offset = info.Size() - trailerSize // where the trailer is, in a file that nothing was added to
	}
	inside, err := open(file, info.Size(), extent.End())
	if !marked && errors.Is(err, errNoTrailer) {
		return nil, file.Close()
	}
	if err != nil {
		_ = file.Close()
		return nil, explain(err, info.Size(), extent)
	}
	return inside, nil
}

// explain says what has happened to a program that carries an application.
func explain(err error, size int64, at program.Extent) error {
	again := "copy it once more from where it was built, or build it again; strip the program before `fwrun build`, not after it"
	if size < at.End()+trailerSize {
		return fault.New(op, fault.Invalid, fmt.Sprintf("the application inside of this executable is not there: the file has %d bytes of %d, "+
			"as if it was stripped or copied in part", size, at.End()+trailerSize)).WithHint(again)
	}
	return fault.New(op, fault.Invalid, "the application inside of this executable is damaged").Because(err).WithHint(again)
}

// open reads the application whose trailer begins at an offset. It uses nothing before the sum was compared.
func open(file io.ReaderAt, size, end int64) (*Inside, error) {
	if end < 0 || end > size-trailerSize {
		return nil, errNoTrailer
	}
	tail := make([]byte, trailerSize)
	if _, err := file.ReadAt(tail, end); err != nil {
		return nil, err
	}
	t, err := decodeTrailer(tail, end)
	if err != nil {
		return nil, err
	}
	archive := io.NewSectionReader(file, t.at.Offset, t.at.Length)
	hash := sha256.New()
	if _, err := io.Copy(hash, archive); err != nil {
		return nil, err
	}
	if [32]byte(hash.Sum(nil)) != t.sum {
		return nil, errors.New("its SHA-256 is another than when it was built")
	}
	inside := &Inside{sum: t.sum}
	return inside, inside.read(archive)
}

// read reads the index and what was compiled, and holds the archive against the index.
func (in *Inside) read(archive *io.SectionReader) error {
	z, err := zip.NewReader(archive, archive.Size())
	if err != nil {
		return err
	}
	in.files = make(map[string]*zip.File, len(z.File))
	for _, entry := range z.File {
		in.files[entry.Name] = entry
	}
	text, err := in.entry(indexName, maxIndex)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &in.index); err != nil {
		return err
	}
	if in.compiled, err = in.entry(compiledName, maxArchive); err != nil {
		return err
	}
	return errors.Join(in.check(), in.fits())
}

// fits refuses what this program has not compiled, or one of the same sources.
func (in *Inside) fits() error {
	switch sources, known := program.OwnSources(); {
	case sumOf(in.compiled) != in.index.Compiled:
		return errors.New("the compiled code does not match its index")
	case known && sources != in.Sources:
		return errors.New("it was compiled by another version of fwrun")
	}
	return nil
}

// check refuses an index whose files the archive does not have, or whose paths lead elsewhere.
func (in *Inside) check() error {
	if len(in.Files) > MaxFiles || len(in.files) != len(in.Files)+2 {
		return errors.New("the archive has other files than its index")
	}
	total := int64(0)
	for _, f := range in.Files {
		entry := in.files[filesFolder+f.Path]
		if entry == nil || !fs.ValidPath(f.Path) || f.Path == "." || f.Size < 0 || f.Size != int64(entry.UncompressedSize64) {
			return fmt.Errorf("the archive has another file %q than its index", f.Path)
		}
		if total += f.Size; total > MaxBytes {
			return fmt.Errorf("the files have more than %d MiB", MaxBytes>>20)
		}
	}
	return nil
}

// entry returns the content of an entry of the archive.
func (in *Inside) entry(name string, most uint64) ([]byte, error) {
	entry := in.files[name]
	if entry == nil || entry.UncompressedSize64 > most {
		return nil, fmt.Errorf("the archive has no entry %q, or a larger one than is allowed", name)
	}
	r, err := entry.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return io.ReadAll(io.LimitReader(r, int64(entry.UncompressedSize64)+1))
}

// Name returns the name of the application.
func (in *Inside) Name() string { return in.index.Name }

// Compiled returns what was compiled of it.
func (in *Inside) Compiled() []byte { return in.compiled }

// Paths lists its files.
func (in *Inside) Paths() []string {
	paths := make([]string, len(in.Files))
	for i, f := range in.Files {
		paths[i] = f.Path
	}
	return paths
}

// ID returns what distinguishes it from any other application: its SHA-256, hexadecimal.
func (in *Inside) ID() string { return hex.EncodeToString(in.sum[:]) }
