package config

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/fwrun/fwrun/platform/fault"
)

// with adds a file to an application.
func with(fsys fstest.MapFS, name, text string) fstest.MapFS {
	fsys[name] = &fstest.MapFile{Data: []byte(text)}
	return fsys
}

// ofSource loads an application whose only source has this text.
func ofSource(t *testing.T, provider, text string) *Properties {
	t.Helper()
	fsys := folder("application.yml", "propertySources: [{name: s, provider: "+provider+", file: s.x}]\nusers: {pageSize: 1, label: \"1\"}\n")
	return load(t, with(fsys, "s.x", text), Options{})
}

type valueAt struct {
	key    string
	value  any
	origin string
}

func TestSourceFormats(t *testing.T) {
	for name, tt := range map[string]struct {
		provider, text string
		want           []valueAt
	}{
		"properties": {"properties", "# no\n! no\n\n  a = b\nc: d\ne f\ng\n\tusers.page-size=20\nusers.label=20\nx=1\nnothing=null\nzip=0123\n", []valueAt{
			{"a", "b", "s.x:4:7"},
			{"c", "d", "s.x:5:4"},
			{"e", "f", "s.x:6:3"},
			{"g", "", "s.x:7:2"},
			{"users.pageSize", int64(20), "s.x:8:18"},
			{"users.label", "20", "s.x:9:13"},
			{"x", int64(1), "s.x:10:3"},
			{"nothing", "null", ""},
			{"zip", "0123", ""},
		}},
		"escapes of properties": {
			"properties", "a\\ b\\=c=1\\t2\\n\\u00e9\\ud83d\\ude00\\\\\\z\nl=one,\\\n   two,\\\n\n" + `n=C:\\x\\` + "\nö=ü\nlast=a\\",
			[]valueAt{
				{"a b=c", "1\t2\né😀\\z", "s.x:1:9"}, {"l", "one,two,", "s.x:2:3"}, {"n", `C:\x\`, ""}, {"ö", "ü", "s.x:6:3"}, {"last", "a", ""},
			},
		},
		"value on the next line": {"properties", "a=\\\n  b\nc \\\n  = d", []valueAt{{"a", "b", "s.x:2:3"}, {"c", "d", "s.x:4:5"}}},
		"lists of properties": {
			"properties", "l[1].n=b\nl[0].n=a\nlabels[k8s.io/x]=y\n",
			[]valueAt{{"l[0].n", "a", "s.x:2:8"}, {"l[1].n", "b", ""}, {"labels[k8s.io/x]", "y", ""}},
		},
		"no placeholders": {"properties", "a=${b} || $env.C\n", []valueAt{{"a", "${b} || $env.C", ""}}},
		"ini": {"ini", "a = 1\n; no\n[db.main]\n# no\nname: x ; y # z\nq = \" a\\n\\\"b\\\" \" ; c\ns='a\\n'\nd=\"7\"\n[users]\n" +
			"page_size=3\n[db.main]\nmore=\n", []valueAt{
			{"a", int64(1), "s.x:1:5"},
			{"db.main.name", "x ; y # z", "s.x:5:7"},
			{"db.main.q", " a\n\"b\" ", "s.x:6:5"},
			{"db.main.s", `a\n`, ""},
			{"db.main.d", "7", ""},
			{"users.pageSize", int64(3), ""},
			{"db.main.more", "", "s.x:12:6"},
		}},
		"numbered sections": {"ini", "[l[0]]\nn=a\n[l[1]]\nn=b\n", []valueAt{{"l[1].n", "b", "s.x:4:3"}}},
		"env": {"env", "# no\nexport USERS_PAGE_SIZE=9 # no\nUSERS_LABEL='a\nb'\nSERVER_ADDRESS=\"x\\ty\"\nOTHER=1\n" +
			"server.max-json-depth=7\nLOGGING_LEVEL=warn#x\n", []valueAt{
			{"users.pageSize", int64(9), "s.x:2:24"},
			{"users.label", "a\nb", "s.x:3:13"},
			{"server.address", "x\ty", "s.x:5:16"},
			{"server.max-json-depth", int64(7), ""},
			{"logging.level", "warn#x", ""},
		}},
		"json": {"json", "\n{\"a\": [1, 2.5, true, null, \"x\\u00e9\"],\n \"users\": {\"page_size\": \"${a[0]}\"}, \"é\": {}, " +
			"\"big\": 123456789012345678901}", []valueAt{
			{"a", []any{int64(1), 2.5, true, nil, "xé"}, "s.x:2:7"},
			{"users.pageSize", int64(1), "s.x:3:25"},
			{"big", "123456789012345678901", ""},
		}},
		"yaml":  {"yaml", "a: {b: \"${users.label}\"}\nusers.pageSize: 5\n", []valueAt{{"a.b", "1", "s.x:1:8"}, {"users.page-size", int64(5), "s.x:2:17"}}},
		"empty": {"json", " \n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := ofSource(t, tt.provider, tt.text)
			for _, w := range tt.want {
				want(t, p, w.key, w.value, w.origin)
			}
		})
	}
}

func TestSourcesWinInTheirOrder(t *testing.T) {
	fsys := folder(
		"application.yml", `
propertySources:
  - {name: one, provider: properties, file: one.properties}
  - {name: two, provider: json, file: "${where}/two.json"}
where: etc
a: 1
all: "${b} ${db.user}"
server.port: 1
`, "application-x.yml", "a: 2\nb: 2\nc: 2\n")
	with(fsys, "one.properties", "b=3\nc=3\nd=3\nserver.port=3\ndb.user=ann\ndb.password=hush\nserver.address=one\n")
	with(fsys, "etc/two.json", `{"c": 4, "server": {"handler-timeout": "4s"}}`)
	p := load(t, fsys, Options{Profile: "x", Env: []string{"D=5", "SERVER_PORT=5"}, Flags: map[string]string{"server.address": "six"}})
	want(t, p, "a", int64(2), "config/application-x.yml:1:4")
	want(t, p, "b", int64(3), "one.properties:1:3")
	want(t, p, "c", int64(4), "etc/two.json:1:7")
	want(t, p, "d", int64(5), "environment D")
	want(t, p, "server.port", int64(5), "environment SERVER_PORT")
	want(t, p, "server.address", "six", "flag --address")
	want(t, p, "server.handler-timeout", "4s", "etc/two.json:1:40")
	want(t, p, "all", "3 ann", "config/application.yml:7:6")
	if v, _ := p.Lookup("db.password"); v.Shown() != masked {
		t.Errorf("the password is shown: %s", v.Shown())
	}
}

func TestPrefix(t *testing.T) {
	for provider, text := range map[string]string{
		"properties": "user=ann", "ini": "user=ann", "json": `{"user": "ann"}`, "yaml": "user: ann", "env": "USER=ann",
	} {
		fsys := folder("application.yml", "propertySources: [{name: s, provider: "+provider+", file: s.x, prefix: my.data-base}]\n"+
			"copy: \"${my.database.user}\"\n")
		p := load(t, with(fsys, "s.x", text), Options{})
		want(t, p, "copy", "ann", "config/application.yml:2:7")
		if provider != "env" {
			want(t, p, "my.dataBase.user", "ann", "")
		}
	}
}

// TestDotenvSpellsKeys: a reference to a key that no file has also finds the variables of a
// dotenv file, after those of the environment.
func TestDotenvSpellsKeys(t *testing.T) {
	fsys := folder("application.yml", "propertySources:\n- {name: a, provider: env, file: a.env}\n- {name: b, provider: env, file: b.env}\n"+
		"connection: \"pw=${db.password}\"\n")
	with(fsys, "a.env", "USERS_PAGE_SIZE=1\nGREETING=hi\nMY_WORD=a\n")
	with(fsys, "b.env", "MY_WORD=b\nDB_PASSWORD=hush\nMY_ENV=b\n")
	p := load(t, fsys, Options{Env: []string{"MY_ENV=env"}})
	for text, wanted := range map[string]any{
		"${users.page-size}": int64(1), "${users.pageSize}": int64(1), "${greeting}": "hi", "${my.word}": "b", "${my.env}": "env",
	} {
		if got, problem := p.Expand(text, fault.Place{}); problem != nil || got != wanted {
			t.Errorf("%s is %v (%v), want %v", text, got, problem, wanted)
		}
	}
	if v, _ := p.Lookup("connection"); v.Text() != "pw=hush" || v.Shown() != masked {
		t.Errorf("a text with a password is shown: %s", v.Shown())
	}
}

func TestSourceOutsideOfTheFolder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out.ini")
	if err := os.WriteFile(name, []byte("a = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := loadText(t, "propertySources: [{name: s, provider: ini, file: '"+name+"'}]\n")
	want(t, p, "a", int64(1), name+":1:5")
}

// TestSourcesTellNoSecret damages files of secrets in many places.
func TestSourcesTellNoSecret(t *testing.T) {
	texts := map[string][]string{
		"properties": {"password=zq9\\\n zq9", "password zq9\npassword: zq9", "db.password=zq9\\u1", "password=zq9 a: b\npassword.x=zq9"},
		"ini":        {"[password]\na=zq9\na=zq9", "password='zq9", "[secrets\nzq9", "password=zq9:1\npassword=1"},
		"env":        {"PASSWORD='zq9\nzq9", "PASSWORD zq9", "PASSWORD=\"zq9\" zq9", "PASSWORD='a\nzq9: 1'\nPASSWORD=zq9"},
		"json": {
			`{"password": "zq9" 1}`, "{\"my password is\": [\n\"zq9\" 1", `{"pass\u0077ord": "zq9" 1`, `{"password": "zq9", "password": "zq9"}`,
			"{\"password\":\n\"${zq9:\"}",
		},
		"yaml": {"password: [zq9", "password: zq9\npassword: zq9"},
	}
	for provider, list := range texts {
		for _, prefix := range []string{"", "\"\"", "secrets"} {
			for _, text := range list {
				fsys := folder("application.yml", "propertySources: [{name: s, provider: "+provider+", file: s.x, prefix: "+prefix+"}]\n")
				p, problems := Load(with(fsys, "s.x", text), Options{})
				all := slices.Clone(problems)
				for _, key := range []string{"password", "password.a", "db.password", "secrets.password"} {
					r := reading(p, Key{Name: key, Type: TypeInt})
					r.Int(key)
					all = append(all, r.Problems()...)
				}
				if len(all) == 0 {
					t.Errorf("%s %q: nothing is wrong", provider, text)
				}
				if shown := show(all); strings.Contains(shown, "zq9") {
					t.Errorf("%s %q tells a secret:\n%s", provider, text, shown)
				}
			}
		}
	}
}

// TestSecretPrefixes: below a secret prefix, every value of a file is a secret.
func TestSecretPrefixes(t *testing.T) {
	texts := map[string]string{
		"properties": "a=zq9\na=zq9", "ini": "a=zq9\na=zq9", "env": "A='zq9\nzq9", "json": `{"a": "zq9" 1}`, "yaml": "a: zq9\na: zq9",
	}
	for provider, text := range texts {
		fsys := folder("application.yml", "propertySources: [{name: s, provider: "+provider+", file: s.x, prefix: secrets}]\n")
		_, problems := Load(with(fsys, "s.x", text), Options{})
		if shown := show(problems); len(problems) == 0 || strings.Contains(shown, "zq9") {
			t.Errorf("%s %q: %d problems\n%s", provider, text, len(problems), shown)
		}
	}
}

// TestSourceChoices: each provider and each format that is listed can be read.
func TestSourceChoices(t *testing.T) {
	for _, name := range ownShape().declared(splitKey("propertySources[].provider")).Choices {
		if providers()[name] == nil {
			t.Errorf("there is no provider %s", name)
		}
	}
	for _, name := range ownShape().declared(splitKey("propertySources[].format")).Choices {
		if formats()[name] == nil {
			t.Errorf("there is no format %s", name)
		}
	}
}
