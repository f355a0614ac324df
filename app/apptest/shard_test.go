package apptest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/fstest"
)

// TestShardsAreAPartition splits the test files of random folders: each file is in one part, and the parts are of nearly the same size.
func TestShardsAreAPartition(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		folder := fstest.MapFS{}
		for range random.IntN(60) {
			name := fmt.Sprintf("%c/%c%d.test.ts", 'a'+random.IntN(5), 'a'+random.IntN(5), random.IntN(20))
			folder[name] = &fstest.MapFile{}
		}
		files, err := findAll(folder)
		if err != nil || len(files) != len(folder) {
			t.Fatalf("found %d of %d, %v", len(files), len(folder), err)
		}
		for count := 1; count <= 20; count++ {
			var all []string
			for index := 1; index <= count; index++ {
				part := Shard{index, count}.of(files)
				if len(part) < len(files)/count || len(part) > len(files)/count+1 {
					t.Errorf("part %d of %d has %d of %d files", index, count, len(part), len(files))
				}
				all = append(all, part...)
			}
			if slices.Sort(all); !slices.Equal(all, files) {
				t.Errorf("%d parts of %v are %v", count, files, all)
			}
		}
	}
}
