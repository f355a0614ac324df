package passwords

import (
	"context"
	"strings"
	"testing"

	"github.com/fwrun/fwrun/platform/fault"
)

// quick makes hashes that take no time.
func quick() *Encoder { return New(Options{Memory: 64, Passes: 1}) }

const secret = "correct horse bättery"

// Hashes of secret, made by passlib and argon2-cffi (Python), and by Spring Security 6.
var foreign = map[string]string{
	"argon2id":         "$argon2id$v=19$m=8192,t=1,p=2$tJbyPqdUynlvTWltTakVIg$UIU8fDpBrkB86bu3gaERWCHDcHi//+5eec2Zz+c3JK4",
	"argon2i":          "$argon2i$v=19$m=1024,t=2,p=1$NOY85/wfgzBGyBlDKIUQwg$lariXreXaw9ETnbx7JsNfh/CyJ4Y0i8mor/h+KRV3Mg",
	"bcrypt":           "$2b$04$rwmuQ/iIIH3HOz03q2aphOE2J/dgCkuP13/BSstqc3y6.Hl8lWmpu",
	"bcrypt of PHP":    "$2y$04$pbhrTsw.Dmnd7UFtwJY8U.Lco4vERk20GYQYUWyAkEKGUkWYYiUNO",
	"bcrypt of Spring": "{bcrypt}$2b$04$rwmuQ/iIIH3HOz03q2aphOE2J/dgCkuP13/BSstqc3y6.Hl8lWmpu",
	"argon2 of Spring": "{argon2@SpringSecurity_v5_8}$argon2id$v=19$m=8192,t=1,p=2$tJbyPqdUynlvTWltTakVIg$UIU8fDpBrkB86bu3gaERWCHDcHi//+5eec2Zz+c3JK4",
	"scrypt":           "$scrypt$ln=10,r=8,p=1$qJUy5nzvHaN0DgFAqNUagw$Nh2YYEv/nzyENsf3IYPC16DFQ7Wtk24nkt8AW5HhBcU",
	"scrypt of Spring": "{scrypt}$a0801$qJUy5nzvHaN0DgFAqNUagw==$Nh2YYEv/nzyENsf3IYPC16DFQ7Wtk24nkt8AW5HhBcU=",
	"PBKDF2, SHA-256":  "$pbkdf2-sha256$1000$FmIMAQAgRMj5XyvlvDdmjA$kvFWiQ6kFgQq9u8VvYUJebBgc50pQRFRQlgrSwUKjWs",
	"PBKDF2, PHC":      "$pbkdf2-sha256$i=1000$FmIMAQAgRMj5XyvlvDdmjA$kvFWiQ6kFgQq9u8VvYUJebBgc50pQRFRQlgrSwUKjWs",
	"PBKDF2, SHA-512": "$pbkdf2-sha512$1000$JASglNI6RwjhnJOyVqo1Rg$prfwmvOdingaL9wdxgKFwFzEm5uKicYwsAt32aZeyKVTYEJGm2AvE4058" +
		"O0PWdEs3l4oZNtKNFKbFpoxyTR8Kg",
	"PBKDF2, SHA-1":    "$pbkdf2$1000$bY0R4nxvzVlrjbE2JoQQQg$oRWi99iQ/gS5R48pvcUpRECo0yE",
	"PBKDF2 of Django": "pbkdf2_sha256$1000$yb3fI7DgK9ma$oeZ4NkMyJOKYF5tH0PWlLuqVx6BsxfZZIWAvQDBdGdc=",
}

// TestForeignHashes: hashes of other products are read, and are to be made anew.
func TestForeignHashes(t *testing.T) {
	t.Parallel()
	e := quick()
	for name, text := range foreign {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for password, want := range map[string]bool{secret: true, secret + "!": false, "": false, "Correct horse bättery": false} {
				if got, err := e.Matches(t.Context(), password, text); got != want || err != nil {
					t.Errorf("%q: %v, %v", password, got, err)
				}
			}
			// argon2id above is stronger than what quick makes.
			if needs, err := e.NeedsRehash(text); needs != !strings.Contains(text, "$argon2id$") || err != nil {
				t.Errorf("to be made anew: %v, %v", needs, err)
			}
			if needs, err := New(Options{}).NeedsRehash(text); !needs || err != nil {
				t.Errorf("to be made anew by default: %v, %v", needs, err)
			}
		})
	}
}

func TestEncode(t *testing.T) {
	t.Parallel()
	e := New(Options{})
	first, err := e.Encode(t.Context(), secret)
	if err != nil || !strings.HasPrefix(first, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Fatalf("%q, %v", first, err)
	}
	if again, _ := e.Encode(t.Context(), secret); again == first {
		t.Error("two hashes of a password are the same")
	}
	for password, want := range map[string]bool{secret: true, "wrong": false, strings.Repeat("x", 5000): false} {
		if got, err := e.Matches(t.Context(), password, first); got != want || err != nil {
			t.Errorf("%.20q: %v, %v", password, got, err)
		}
	}
	if needs, err := e.NeedsRehash(first); needs || err != nil {
		t.Errorf("to be made anew: %v, %v", needs, err)
	}
	if needs, _ := New(Options{Passes: 3}).NeedsRehash(first); !needs {
		t.Error("a hash of weaker settings is good enough")
	}
	for _, wrong := range []string{"", strings.Repeat("x", 4097)} {
		if text, err := e.Encode(t.Context(), wrong); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%.20q: %q, %v", wrong, text, err)
		}
	}
}

// TestNobody: a user that there is not takes a hash as well, and has no password.
func TestNobody(t *testing.T) {
	t.Parallel()
	e := quick()
	hashes := 0
	e.decoy = counting{&hashes}
	if got, err := e.Matches(t.Context(), secret, ""); got || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	if hashes != 1 {
		t.Errorf("%d hashes were made", hashes)
	}
}

// counting fits every password.
type counting struct{ asked *int }

func (c counting) fits(string) bool { *c.asked++; return true }

func TestUnreadable(t *testing.T) {
	t.Parallel()
	e := quick()
	for _, text := range []string{
		"secret", "{noop}secret", "$argon2d$v=19$m=8,t=1,p=1$c29tZXNhbHQ$a2V5a2V5a2V5", "$argon2id$v=16$m=8,t=1,p=1$c29tZXNhbHQ$a2V5a2V5a2V5",
		"$argon2id$v=19$m=8,t=1$c29tZXNhbHQ$a2V5a2V5a2V5", "$argon2id$v=19$m=4000000,t=1,p=1$c29tZXNhbHQ$a2V5a2V5a2V5",
		"$argon2id$v=19$m=8,t=0,p=1$c29tZXNhbHQ$a2V5a2V5a2V5", "$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$", "$argon2id$v=19$m=8,t=1,p=1$$a2V5a2V5a2V5",
		"$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$***", "$2b$04$short", "$2b$31$rwmuQ/iIIH3HOz03q2aphOE2J/dgCkuP13/BSstqc3y6.Hl8lWmpu",
		"$scrypt$ln=40,r=8,p=1$c29tZXNhbHQ$a2V5a2V5a2V5", "$scrypt$ln=20,r=8,p=1$c29tZXNhbHQ$a2V5a2V5a2V5", "{scrypt}$140808",
		"{scrypt}$ff0801$c29tZXNhbHQ=$a2V5a2V5a2V5",
		"$pbkdf2-sha256$99999999$c29tZXNhbHQ$a2V5a2V5a2V5", "$pbkdf2-md5$1$c29tZXNhbHQ$a2V5a2V5a2V5", "pbkdf2_sha256$1$salt",
		"$argon2id$" + strings.Repeat("$", 2000),
	} {
		if got, err := e.Matches(t.Context(), secret, text); got || fault.KindOf(err) != fault.Internal || err == nil {
			t.Errorf("%.60s: %v, %v", text, got, err)
		} else if len(text) > 20 && strings.Contains(err.Error(), text[10:]) {
			t.Errorf("the error shows the hash: %v", err)
		}
		if _, err := e.NeedsRehash(text); err == nil {
			t.Errorf("%.60s is good enough", text)
		}
	}
}

// TestTurns: who comes when too many wait is refused, and who leaves before its turn has waited for too long.
func TestTurns(t *testing.T) {
	t.Parallel()
	e := New(Options{Workers: 1, Waiting: 1})
	ctx, leave := context.WithCancel(t.Context())
	leave()
	_ = e.take(t.Context(), func() {
		if err := e.take(ctx, func() { t.Error("two work at a time") }); fault.KindOf(err) != fault.Timeout {
			t.Errorf("who left: %v", err)
		}
	})
	full := New(Options{Workers: 1, Waiting: -1})
	if err := full.take(t.Context(), func() { t.Error("it worked") }); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("who may not even wait: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range foreign {
		f.Add(text)
	}
	e := quick()
	f.Fuzz(func(t *testing.T, text string) {
		if h, err := parse(text); (h == nil) != (err != nil) {
			t.Errorf("%v, %v", h, err)
		}
		_, _ = e.NeedsRehash(text) // must not panic
	})
}

func BenchmarkEncode(b *testing.B) {
	e := New(Options{})
	for b.Loop() {
		if _, err := e.Encode(b.Context(), secret); err != nil {
			b.Fatal(err)
		}
	}
}
