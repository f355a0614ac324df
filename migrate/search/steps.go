package search

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/fwrun/fwrun/migrate"
)

// Steps returns the request that Apply would send, as the cluster is now.
func (t *Target) Steps(ctx context.Context, c migrate.Change, before *migrate.Record) ([]migrate.Step, error) {
	file := c.(*change)
	step := migrate.Step{Method: file.method, Path: file.path, Body: bodyOf(file)}
	switch file.kind {
	case policy:
		version, _, err := t.policyVersionAt(ctx, file.path)
		if err != nil {
			return nil, t.c.Explain(err)
		}
		step.Path += version
	case index:
		exists, err := t.exists(ctx, file.name)
		if err != nil {
			return nil, t.c.Explain(err)
		}
		if exists {
			return []migrate.Step{{Note: t.existingNote(file, before)}}, nil
		}
	case envelope:
		step.Note = file.name
	}
	return []migrate.Step{step}, nil
}

// bodyOf returns the body as JSON; lines and other texts become a JSON text.
func bodyOf(c *change) json.RawMessage {
	body := withoutMark(c.body)
	switch {
	case len(body) == 0:
		return nil
	case c.media == "" && json.Valid(body):
		return body
	default:
		return quoted(string(body))
	}
}

// existingNote says what a run does with an index that exists.
func (t *Target) existingNote(c *change, before *migrate.Record) string {
	if before == nil {
		return fmt.Sprintf("the index %s exists; the file is recorded only", c.name)
	}
	switch t.o.IndexChange {
	case Skip:
		return fmt.Sprintf("the index %s exists; the file is recorded only (--index-change=skip)", c.name)
	case Update:
		return fmt.Sprintf("the index %s exists; its mappings, dynamic settings and aliases are changed (--index-change=update)", c.name)
	case Reindex:
		return fmt.Sprintf("the index %s exists; its documents are copied to %s-%s, which takes its place (--index-change=reindex)",
			c.name, c.name, c.file.Hash[:8])
	default:
		return fmt.Sprintf("the index %s exists, and the run fails here unless --index-change says what to do", c.name)
	}
}
