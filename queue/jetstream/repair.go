package jetstream

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"github.com/minio/highwayhash"
	natsserver "github.com/nats-io/nats-server/v2/server"
)

// repair writes the checksums of streams' configurations again where they do not match. The server writes them in two
// files; a process that is killed between the two leaves a stream that it would not read, with all that is in it.
func repair(streams string) error {
	entries, err := os.ReadDir(streams)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !e.IsDir() || e.Name()[0] == '.' {
			continue
		}
		stream := filepath.Join(streams, e.Name())
		config, err := os.ReadFile(filepath.Join(stream, natsserver.JetStreamMetaFile))
		if (errors.Is(err, os.ErrNotExist) || err == nil && len(config) == 0) && empty(filepath.Join(stream, "msgs")) {
			if err := os.RemoveAll(stream); err != nil { // killed while it was made
				return err
			}
			continue
		}
		if err != nil || !json.Valid(config) {
			continue // the server cannot read it either, which is noticed
		}
		sum, err := checksum(e.Name(), config)
		if err != nil {
			return err
		}
		file := filepath.Join(stream, natsserver.JetStreamMetaFileSum)
		if there, err := os.ReadFile(file); err == nil && string(there) == sum {
			continue
		}
		if err := replaceFile(file, []byte(sum)); err != nil {
			return err
		}
	}
	return nil
}

// empty reports whether nothing was written to a folder. The server makes the file of the first messages before it writes the
// configuration of a stream.
func empty(folder string) bool {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return errors.Is(err, os.ErrNotExist)
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.IsDir() || info.Size() > 0 {
			return false
		}
	}
	return true
}

func checksum(stream string, config []byte) (string, error) {
	key := sha256.Sum256([]byte(stream))
	hash, err := highwayhash.New64(key[:])
	if err != nil {
		return "", err
	}
	_, _ = hash.Write(config)
	return hex.EncodeToString(hash.Sum(nil)), nil
}
