package image

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"github.com/klauspost/compress/gzip"
)

// compressed is a layer in a file. It implements [v1.Layer]; the library's own would compress a program twice, once for its digest.
type compressed struct {
	path         string
	digest, diff v1.Hash
	size         int64
}

func (c *compressed) Digest() (v1.Hash, error)            { return c.digest, nil }
func (c *compressed) DiffID() (v1.Hash, error)            { return c.diff, nil }
func (c *compressed) Compressed() (io.ReadCloser, error)  { return os.Open(c.path) }
func (c *compressed) Size() (int64, error)                { return c.size, nil }
func (c *compressed) MediaType() (types.MediaType, error) { return types.OCILayer, nil }
func (c *compressed) Uncompressed() (io.ReadCloser, error) {
	file, err := os.Open(c.path)
	if err != nil {
		return nil, err
	}
	reader, err := gzip.NewReader(file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return struct {
		io.Reader
		io.Closer
	}{reader, file}, nil
}

// compress makes a layer of what fill writes.
func compress(path string, fill func(io.Writer) error) (c *compressed, err error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	whole, inner := sha256.New(), sha256.New()
	zipped := gzip.NewWriter(io.MultiWriter(file, whole))
	if err := errors.Join(fill(io.MultiWriter(zipped, inner)), zipped.Close()); err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return &compressed{path: path, digest: hashOf(whole), diff: hashOf(inner), size: info.Size()}, nil
}

func hashOf(h hash.Hash) v1.Hash {
	return v1.Hash{Algorithm: "sha256", Hex: hex.EncodeToString(h.Sum(nil))}
}
