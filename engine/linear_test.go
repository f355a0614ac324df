package engine_test

import (
	"fmt"
	"runtime"
	"testing"
)

// TestStartsGrowLinearly: four times as many classes take about four times as much memory to start, not sixteen times.
func TestStartsGrowLinearly(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts an application of 400 classes")
	}
	few, many := startAllocates(t, 100), startAllocates(t, 400)
	t.Logf("100 classes: %d KB, 400 classes: %d KB", few>>10, many>>10)
	if many > 5*few {
		t.Errorf("100 classes take %d KB to start, 400 take %d", few>>10, many>>10)
	}
}

// startAllocates returns what the start of an application with so many components allocates, beyond that of one with a single one.
func startAllocates(t *testing.T, components int) uint64 {
	t.Helper()
	return allocates(t, components) - allocates(t, 1)
}

func allocates(t *testing.T, components int) uint64 {
	t.Helper()
	files := map[string]string{}
	for i := range components {
		files[fmt.Sprintf("c%d.js", i)] = fmt.Sprintf(`import { Service } from "fwrun"; class Base%[1]d {} @Service export class C%[1]d extends `+
			`Base%[1]d { one() { return %[1]d; } }`, i)
	}
	options := optionsFor(t, files)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	boot(t, options)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
