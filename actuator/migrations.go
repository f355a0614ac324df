package actuator

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/hex"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Migrated is a file of migrations with its state.
type Migrated struct {
	Path  string // its connection's folder, and the path below it
	Kind  string // sql or opensearch
	State string // applied, due, changed, missing or renamed
	Hash  string // SHA-256 in hexadecimal digits; empty if it did not run to its end
	At    time.Time
	By    string
	Took  time.Duration // negative if it is not known
}

// Migrations returns the endpoint that lists what became of migrations. The document is JSON in the application's own shape.
func Migrations(status func(ctx context.Context) (any, error)) Endpoint {
	read := func(r *Request) (Answer, error) {
		document, err := status(r.Context())
		return Answer{JSON: document}, err
	}
	return Endpoint{ID: "migrations", Operations: []Operation{Get("", read)}}
}

// Flyway returns the endpoint that lists the same as Spring Boot does of Flyway, by connection: Spring Boot Admin has a page for that.
func Flyway(application string, status func(ctx context.Context) (map[string][]Migrated, error)) Endpoint {
	read := func(r *Request) (Answer, error) {
		byConnection, err := status(r.Context())
		if err != nil {
			return Answer{}, err
		}
		beans := map[string]any{}
		for name, files := range byConnection {
			beans[name] = map[string]any{"migrations": flywayOf(files)}
		}
		return OK(inContext(application, map[string]any{"flywayBeans": beans}))
	}
	return Endpoint{ID: "flyway", Operations: []Operation{Get("", read)}}
}

// flyway is a migration as Flyway has it. What is not known is null.
type flyway struct {
	Type          string  `json:"type"`
	Checksum      *int32  `json:"checksum"`
	Version       *string `json:"version"`
	Description   string  `json:"description"`
	Script        string  `json:"script"`
	State         string  `json:"state"`
	InstalledBy   *string `json:"installedBy"`
	InstalledOn   *string `json:"installedOn"`
	InstalledRank *int    `json:"installedRank"`
	ExecutionTime *int64  `json:"executionTime"` // milliseconds
}

func flywayOf(files []Migrated) []flyway {
	ran := slices.DeleteFunc(slices.Clone(files), func(f Migrated) bool { return f.At.IsZero() })
	slices.SortStableFunc(ran, func(a, b Migrated) int { return cmp.Or(a.At.Compare(b.At), strings.Compare(a.Path, b.Path)) })
	list := make([]flyway, len(files))
	for i, f := range files {
		one := flyway{Type: "SQL", Script: f.Path, State: flywayState(f), Checksum: checksumOf(f.Hash)}
		if f.Kind != "sql" {
			one.Type = strings.ToUpper(f.Kind)
		}
		one.Version, one.Description = describeFile(f.Path)
		if !f.At.IsZero() {
			at, rank := f.At.UTC().Format(time.RFC3339Nano), 1+slices.IndexFunc(ran, func(r Migrated) bool { return r.Path == f.Path })
			one.InstalledBy, one.InstalledOn, one.InstalledRank = &f.By, &at, &rank
			if f.Took >= 0 {
				ms := f.Took.Milliseconds()
				one.ExecutionTime = &ms
			}
		}
		list[i] = one
	}
	return list
}

func flywayState(f Migrated) string {
	switch f.State {
	case "applied":
		if f.Hash == "" {
			return "FAILED"
		}
		return "SUCCESS"
	case "changed":
		return "OUTDATED"
	case "missing":
		return "MISSING_SUCCESS"
	default:
		return "PENDING"
	}
}

// checksumOf returns the beginning of a hash as a number.
func checksumOf(hash string) *int32 {
	sum, err := hex.DecodeString(hash)
	if err != nil || len(sum) < 4 {
		return nil
	}
	n := int32(binary.BigEndian.Uint32(sum)) //nolint:gosec // any number will do
	return &n
}

// fileName matches names such as 001_users, V1.2__users and 2026-01-31-users.
var fileName = regexp.MustCompile(`^[vV]?(\d+(?:[._-]\d+)*)(?:[_\-. ]+(.*))?$`)

// describeFile returns the version of a file, nil if its name has none, and the rest of its name.
func describeFile(path string) (version *string, description string) {
	name := path[strings.LastIndexByte(path, '/')+1:]
	if end := strings.LastIndexByte(name, '.'); end > 0 {
		name = name[:end]
	}
	if m := fileName.FindStringSubmatch(name); m != nil {
		version, name = &m[1], cmp.Or(m[2], m[1])
	}
	return version, strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' || r == '-' }), " ")
}
