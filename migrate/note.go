package migrate

import (
	"context"
	"fmt"
	"time"

	"github.com/fwrun/fwrun/platform/fault"
)

// Repair records the current hash of changed files as applied, without running them, and returns their paths. Files of
// which only the line ends changed, those that were interrupted, and those that were renamed count as changed.
func Repair(ctx context.Context, f *Folder, by string) (noted []string, err error) {
	return note(ctx, f, by, func(items []Item) ([]Item, error) {
		var changed []Item
		for _, item := range items {
			if item.differs() {
				changed = append(changed, item)
			}
		}
		return changed, nil
	})
}

// differs reports whether the file has a record of another hash, or of none, or of another name.
func (i Item) differs() bool {
	return i.State == StateRenamed || i.File != nil && i.Record != nil && i.Record.Hash != i.File.Hash
}

// Baseline records the files up to one as applied, without running them, and returns the paths of those that
// were not recorded as applied before. The file is named by its path below the root, with or without the target's name.
func Baseline(ctx context.Context, f *Folder, last, by string) (noted []string, err error) {
	return note(ctx, f, by, func(items []Item) ([]Item, error) {
		var due []Item
		for _, item := range items {
			if item.Record == nil || item.Record.Hash == "" || item.State == StateRenamed {
				due = append(due, item)
			}
			if item.Path == last || item.Path == f.Target.Name()+"/"+last {
				return due, nil
			}
		}
		return nil, unknownFile(f, last)
	})
}

func unknownFile(f *Folder, name string) error {
	paths := make([]string, len(f.files))
	for i, file := range f.files {
		paths[i] = file.Path
	}
	hint := fmt.Sprintf("write its path below %s/", f.root)
	if near := fault.Nearest(name, paths); near != "" {
		hint = "did you mean " + near + "?"
	}
	return fault.New("migrate", fault.Invalid, fmt.Sprintf("there is no file %s for %s", name, f.Target.Name())).WithHint(hint)
}

// note records the files that choose returns.
func note(ctx context.Context, f *Folder, by string, choose func([]Item) ([]Item, error)) (noted []string, err error) {
	if review, err := f.Review(ctx, false); err != nil {
		return nil, err
	} else if chosen, err := choose(review.Items); err != nil || len(chosen) == 0 {
		return nil, err
	}
	err = f.Target.Locked(ctx, nil, func(ctx context.Context) error {
		review, err := f.Review(ctx, false)
		if err != nil {
			return err
		}
		chosen, err := choose(review.Items)
		if err != nil {
			return err
		}
		var records []Record
		for _, item := range chosen {
			if item.File.Hash == "" {
				return f.Problems.Errors()
			}
			records = append(records, Record{Path: item.Path, Hash: item.File.Hash, At: time.Now(), By: by, Took: -1})
			noted = append(noted, item.Path)
		}
		return f.Target.Note(ctx, records)
	})
	return noted, err
}
