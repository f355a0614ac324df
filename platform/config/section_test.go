package config

import (
	"fmt"
	"testing"
)

// TestSectionTakesVariables: variables also set keys that no file has, but do not replace values
// that a file, a flag or the environment has set itself.
func TestSectionTakesVariables(t *testing.T) {
	fsys := folder("application.yml", "media: {folder: files, hosts: [a, b], size: 1}\n"+
		"propertySources: [{name: s, provider: env, file: s.env}]\n")
	with(fsys, "s.env", "MEDIA_LEVEL=5\nMEDIA_MODE=slow\n")
	p := load(t, fsys, Options{
		Flags: map[string]string{"media.size": "3"},
		Env: []string{
			"MEDIA_MAX_FILE_SIZE=5MiB", "MEDIA_SIZE=2", "MEDIA_HOSTS_1=c", "MEDIA_NAMES_0=x", "MEDIA_NAMES_1=y", "MEDIA_TAGS=p, q",
			"MEDIA_USERS_0_NAME=ann", "MEDIA_FOLDER=", "MEDIA_COUNT=", "MEDIA_FLAG=yes", "MEDIA_MODE=fast", "MEDIA_FURTHER=1",
		},
	})
	v, problems := p.Section("media", []Key{
		{Name: "maxFileSize", Type: TypeSize},
		{Name: "folder", Type: TypeText},
		{Name: "hosts", Type: TypeList},
		{Name: "size", Type: TypeInt},
		{Name: "names", Type: TypeList},
		{Name: "tags", Type: TypeList},
		{Name: "users[].name", Type: TypeText},
		{Name: "count", Type: TypeInt},
		{Name: "flag", Type: TypeBool},
		{Name: "level", Type: TypeInt},
		{Name: "mode", Type: TypeText},
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	const wanted = "map[flag:true folder: hosts:[a c] level:5 maxFileSize:5MiB mode:fast names:[x y] size:3 tags:[p q] users:[map[name:ann]]]"
	if got := fmt.Sprint(v.Any()); got != wanted {
		t.Errorf("got  %s\nwant %s", got, wanted)
	}
	if _, found := p.Lookup("media.maxFileSize"); found {
		t.Error("the properties themselves have changed")
	}
}

func TestSectionOfNothing(t *testing.T) {
	p := load(t, folder(), Options{Env: []string{"GONE_LIST_1=x"}})
	if v, problems := p.Section("nowhere", []Key{{Name: "a", Type: TypeText}}); v.Kind() != Null || v.Key != "nowhere" || len(problems) > 0 {
		t.Errorf("%v %v", v, problems)
	}
	if _, problems := p.Section("gone", []Key{{Name: "list", Type: TypeList}}); len(problems) != 1 {
		t.Errorf("the gap is not told: %v", problems)
	}
}

func TestFind(t *testing.T) {
	p := load(t, folder("application.yml", "a: 1\n"), Options{Env: []string{"USERS_PAGE_SIZE=7", "HOME=x"}})
	for key, want := range map[string]any{"a": int64(1), "users.pageSize": int64(7), "home": nil, "b.c": nil} {
		if v, ok := p.Find(key); ok != (want != nil) || v.Any() != want {
			t.Errorf("%s is %v", key, v.Any())
		}
	}
}
