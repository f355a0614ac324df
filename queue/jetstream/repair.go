package jetstream

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/minio/highwayhash"
	natsserver "github.com/nats-io/nats-server/v2/server"
)

// repair writes the checksums of streams' configurations again where they do not match. The server writes them in two
// files; a process that is killed between the two leaves a stream that it would not read, with all that is in it.
func repair(streams string) error {
	v := &verifying{folder: streams, streams: streams, repair: true}
	entries, err := os.ReadDir(streams)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if err == nil && e.IsDir() && e.Name()[0] != '.' {
			_, err = v.config(e.Name(), filepath.Join(streams, e.Name()))
		}
	}
	return err
}

// config verifies the configuration of a stream, and reports whether there is no stream. One that is damaged is what it was made as.
func (v *verifying) config(name, stream string) (gone bool, err error) {
	file, sums := filepath.Join(stream, natsserver.JetStreamMetaFile), filepath.Join(stream, natsserver.JetStreamMetaFileSum)
	text, err := os.ReadFile(file)
	if (errors.Is(err, os.ErrNotExist) || err == nil && len(text) == 0) && empty(filepath.Join(stream, "msgs")) {
		if v.repair {
			err = os.RemoveAll(stream) // killed while it was made
		}
		return true, err
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return false, err
	}
	sum, err := checksum(name, text)
	if err != nil {
		return false, err
	}
	if there, err := os.ReadFile(sums); err == nil && string(there) == sum {
		return false, nil
	}
	made, same, known := configOf(name, text)
	if known && !same {
		v.report.Damages = append(v.report.Damages, Damage{
			Topic: topicOf(name), File: v.inFolder(file), What: "the configuration cannot be read", Bytes: int64(len(text)),
		})
	}
	if !v.repair || !known && !json.Valid(text) { // the server cannot read it either, which is noticed
		return false, nil
	}
	if !known {
		return false, replaceFile(sums, []byte(sum))
	}
	if !same {
		if err := v.keep(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return false, err
		}
	}
	if sum, err = checksum(name, made); err == nil {
		err = replaceFile(file, made)
	}
	if err != nil {
		return false, err
	}
	return false, replaceFile(sums, []byte(sum))
}

// configOf returns the configuration that a stream of fwrun's is made with, and whether that is the same as what was read.
func configOf(name string, text []byte) (made []byte, same, known bool) {
	token, ours := strings.CutPrefix(name, streamPrefix)
	if !ours {
		return nil, false, false
	}
	var read natsserver.FileStreamInfo
	config := natsserver.StreamConfig{
		Name: name, Description: "queue " + topicOf(name), Subjects: []string{subjectPrefix + token}, Retention: natsserver.WorkQueuePolicy,
		MaxConsumers: -1, MaxMsgs: -1, MaxBytes: -1, MaxMsgSize: -1, MaxMsgsPer: -1, Discard: natsserver.DiscardNew,
		Storage: natsserver.FileStorage, Replicas: 1, Duplicates: 2 * time.Minute,
	}
	err := json.Unmarshal(text, &read)
	if err == nil && read.Duplicates > 0 {
		config.Duplicates = read.Duplicates // a window that a flipped bit has changed is corrected when the topic is declared
	}
	read.Metadata = nil // the server's own
	same = err == nil && reflect.DeepEqual(config, read.StreamConfig)
	if read.Created.IsZero() {
		read.Created = time.Now().UTC()
	}
	made, err = json.Marshal(natsserver.FileStreamInfo{Created: read.Created, StreamConfig: config})
	return made, same, err == nil
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
