package parcel

import (
	"archive/zip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"slices"

	program "github.com/fwrun/fwrun/ship/binary"
)

// Write writes the program with the application behind it. Space is for the archive, whose length has to be known before the program is written.
func Write(w io.Writer, p *program.Program, a Application, space io.ReadWriteSeeker) error {
	if p.Carries {
		return errors.New("the program carries an application already")
	}
	archive := &counter{w: space, sum: sha256.New()}
	if err := writeArchive(archive, a); err != nil {
		return err
	}
	if archive.n > maxArchive {
		return fmt.Errorf("the application has %d MiB, and %d are the most", archive.n>>20, maxArchive>>20)
	}
	t := trailer{at: program.Extent{Offset: p.Size, Length: archive.n}, layout: layout, sum: [32]byte(archive.sum.Sum(nil))}
	if _, err := space.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := p.Mark(w, t.at); err != nil {
		return err
	}
	if _, err := io.CopyN(w, space, archive.n); err != nil {
		return err
	}
	_, err := w.Write(t.encode())
	return err
}

// counter counts and hashes what is written.
type counter struct {
	w   io.Writer
	sum hash.Hash
	n   int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	c.sum.Write(p[:n])
	return n, err
}

func writeArchive(w io.Writer, a Application) error {
	archive := zip.NewWriter(w)
	err := a.Each(func(name string, content []byte) error {
		method := zip.Deflate
		if name == compiledName { // read at each start
			method = zip.Store
		}
		return store(archive, name, method, content)
	})
	return errors.Join(err, archive.Close())
}

// Each calls a function for each entry of an archive, in order. As files in a folder the entries are what [OpenFolder] opens.
func (a Application) Each(do func(name string, content []byte) error) error {
	in, err := indexOf(a, slices.Sorted(slices.Values(a.Paths)))
	if err != nil {
		return err
	}
	text, err := json.Marshal(in)
	if err != nil {
		return err
	}
	if err := do(indexName, text); err != nil {
		return err
	}
	if err := do(compiledName, a.Compiled); err != nil {
		return err
	}
	for _, f := range in.Files {
		content, err := fs.ReadFile(a.Files, f.Path)
		if err != nil {
			return err
		}
		if sumOf(content) != f.Sum {
			return fmt.Errorf("%s has changed meanwhile", f.Path)
		}
		if err := do(filesFolder+f.Path, content); err != nil {
			return err
		}
	}
	return nil
}

func sumOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// store writes an entry without times and owners, which would differ from one build to the next.
func store(archive *zip.Writer, name string, method uint16, content []byte) error {
	w, err := archive.CreateHeader(&zip.FileHeader{Name: name, Method: method})
	if err != nil {
		return err
	}
	_, err = w.Write(content)
	return err
}

func indexOf(a Application, paths []string) (index, error) {
	in := index{Name: a.Name, Sources: a.Sources, Compiled: sumOf(a.Compiled), Files: []file{}}
	if len(paths) > MaxFiles {
		return in, fmt.Errorf("there are %d files, and %d are the most", len(paths), MaxFiles)
	}
	total := int64(0)
	for _, path := range paths {
		content, err := fs.ReadFile(a.Files, path)
		if err != nil {
			return in, err
		}
		if total += int64(len(content)); total > MaxBytes {
			return in, fmt.Errorf("the files have more than %d MiB", MaxBytes>>20)
		}
		in.Files = append(in.Files, file{Path: path, Size: int64(len(content)), Sum: sumOf(content)})
	}
	return in, nil
}
