package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/fwrun/fwrun/engine/tsconfig"
)

func TestStandardDecorators(t *testing.T) {
	for _, test := range []struct {
		config, base string
		want         bool
	}{
		{`{}`, `{}`, false},
		{`{"compilerOptions": {"experimentalDecorators": false}}`, `{}`, true},
		{`{"compilerOptions": {"experimentalDecorators": true}}`, `{}`, false},
		{`{"extends": "./base.json"}`, `{"compilerOptions": {"experimentalDecorators": false}}`, true},
		{
			`{"extends": "./base.json", "compilerOptions": {"experimentalDecorators": true}}`, `{"compilerOptions": {"experimentalDecorators": false}}`,
			false,
		},
	} {
		folder := t.TempDir()
		for name, text := range map[string]string{"tsconfig.json": test.config, "base.json": test.base} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if written, problems := readConfig(folder); written.standard != test.want || len(problems) > 0 {
			t.Errorf("%s extends %s: %v, %v", test.config, test.base, standard, problems)
		}
	}
}

func TestEmittedMetadata(t *testing.T) {
	for options, want := range map[string]tsconfig.Metadata{
		``:                              {},
		`"emitDecoratorMetadata": true`: {Emit: true},
		`"emitDecoratorMetadata": true, "strict": true`:                                  {Emit: true, StrictNulls: true},
		`"emitDecoratorMetadata": true, "strict": true, "strictNullChecks": false`:       {Emit: true},
		`"emitDecoratorMetadata": true, "strictNullChecks": true`:                        {Emit: true, StrictNulls: true},
		`"emitDecoratorMetadata": true, "experimentalDecorators": false`:                 {},
		`"emitDecoratorMetadata": false, "experimentalDecorators": true, "strict": true`: {StrictNulls: true},
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "tsconfig.json"), []byte(`{"compilerOptions": {`+options+`}}`), 0o644); err != nil {
			t.Fatal(err)
		}
		if written, problems := readConfig(folder); written.metadata != want || len(problems) > 0 {
			t.Errorf("%s: %v, %v", options, written.metadata, problems)
		}
	}
}

func TestReadPaths(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  string
	}{
		"none":     {nil, "{[] }"},
		"no paths": {map[string]string{"tsconfig.json": `{"compilerOptions": {"strict": true}}`}, "{[] }"},
		"tsconfig first": {map[string]string{
			"tsconfig.json": `{"compilerOptions": {"baseUrl": "a"}}`,
			"jsconfig.json": `{"compilerOptions": {"baseUrl": "b"}}`,
		}, "{[] a}"},
		"by baseUrl": {
			map[string]string{"jsconfig.json": `{"compilerOptions": {"baseUrl": "./src", "paths": {"x/*": ["lib/*"]}}}`},
			"{[{x/* [src/lib/*]}] src}",
		},
		"inherited": {map[string]string{
			"tsconfig.json": `{"extends": "./config/base"}`, "config/base.json": `{"compilerOptions": {"baseUrl": ".", "paths": {"x": ["../x.ts"]}}}`,
		}, "{[{x [x.ts]}] config}"},
		"overridden": {map[string]string{
			"tsconfig.json": `{"extends": ["./a.json", "./b.json"], "compilerOptions": {"paths": {"own": ["own.ts"]}}}`,
			"a.json":        `{"compilerOptions": {"baseUrl": "a", "paths": {"a": ["a.ts"]}}}`, "b.json": `{"compilerOptions": {"baseUrl": "b"}}`,
		}, "{[{own [b/own.ts]}] b}"},
		"a package's": {map[string]string{
			"tsconfig.json": `{"extends": "@shared/config"}`,
			"node_modules/@shared/config/tsconfig.json": `{"compilerOptions": {"paths": {"x": ["${configDir}/x.ts"]}}}`,
		}, "{[{x [x.ts]}] }"},
		"a circle": {
			map[string]string{"tsconfig.json": `{"extends": "./a.json"}`, "a.json": `{"extends": "./tsconfig.json"}`},
			"tsconfig.json extends itself",
		},
		"nothing there": {map[string]string{"tsconfig.json": `{"extends": ["./a.json", "a"], "compilerOptions": {"baseUrl": "b"}}`}, "{[] b}"},
		"no JSON":       {map[string]string{"tsconfig.json": `{"compilerOptions": `}, "tsconfig.json: unexpected end of JSON input"},
	} {
		folder := t.TempDir()
		for file, text := range test.files {
			path := filepath.Join(folder, filepath.FromSlash(file))
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		written, problems := readConfig(folder)
		paths := written.paths
		got := fmt.Sprint(paths)
		if len(problems) > 0 {
			got = problems[0].Why
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}
