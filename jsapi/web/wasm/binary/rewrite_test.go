package binary

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
)

// TestDeepAndWide: modules that would take a compiler minutes are refused.
func TestDeepAndWide(t *testing.T) {
	for name, code := range map[string]string{
		"nested blocks": strings.Repeat("\x02\x40", 20_000) + strings.Repeat("\x0b", 20_000),
		"nested loops":  strings.Repeat("\x03\x40", 8_000) + strings.Repeat("\x0b", 8_000),
		"branches":      strings.Repeat("\x41\x01\x04\x40\x0b", 20_000),
	} {
		body := append(append([]byte{0}, code...), 0x0b)
		data := append([]byte(nil), header...)
		data = appendSection(data, sectionType, []byte{1, 0x60, 0, 0})
		data = appendSection(data, sectionFunction, []byte{1, 0})
		data = appendSection(data, sectionCode, append(appendU32([]byte{1}, uint32(len(body))), body...))
		m, err := Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Rewrite(); err == nil || !strings.Contains(err.Error(), "too many branches") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzRewrite: whatever the bytes are, nothing panics, and what wazero takes after it was rewritten it takes as it was, too.
func FuzzRewrite(f *testing.F) {
	files, _ := filepath.Glob("../testdata/*.wasm")
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	ctx := context.Background()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter().WithCoreFeatures(0xfff))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Parse(data)
		if err != nil {
			return
		}
		rewritten, err := m.Rewrite()
		if err != nil {
			return
		}
		code, err := runtime.CompileModule(ctx, rewritten)
		if err != nil {
			return
		}
		_ = code.Close(ctx)
		if code, err = runtime.CompileModule(ctx, data); err != nil {
			t.Fatalf("it is invalid as it was: %v", err)
		}
		_ = code.Close(ctx)
	})
}
