package sql

import (
	"errors"
	"testing"

	"github.com/fwrun/fwrun/data"
	"github.com/fwrun/fwrun/platform/fault"
)

// TestSecretsInMessages: databases quote one word of a statement, or cut a statement off, and so a part of a secret.
func TestSecretsInMessages(t *testing.T) {
	f := filled{secrets: []string{"pa'ss word-geheim", "abc"}}
	for message, want := range map[string]string{
		"near \"pa'ss word-geheim\": syntax error": `near "******": syntax error`,
		`syntax error at or near "word"`:           `syntax error at or near "******"`,
		`near 'geheim' at line 1`:                  `near '******' at line 1`,
		`near 'ss word-geh`:                        `near ******`, // the quote is the secret's
		`column abc is not there`:                  `column ****** is not there`,
		`no such table: users`:                     `no such table: users`,
		``:                                         ``,
	} {
		if got := f.mask(message); got != want {
			t.Errorf("%s: got %s, want %s", message, got, want)
		}
	}
}

// TestErrorsWithoutSecrets: the error that is the cause of a diagnostic has neither the statement nor the driver's error.
func TestErrorsWithoutSecrets(t *testing.T) {
	f := filled{text: "SELEC geheim", secrets: []string{"geheim"}}
	cause := &data.Error{Kind: data.Syntax, Message: `near "geheim"`, SQL: f.text, Offset: 6, Err: errors.New("geheim")}
	err := f.without(fault.New("data.execute", fault.Internal, "public").Because(cause), "SELEC ${key}")
	got, ok := errors.AsType[*data.Error](err)
	if !ok || got.Message != `near "******"` || got.SQL != "SELEC ${key}" || got.Err != nil || fault.KindOf(err) != fault.Internal {
		t.Errorf("%v: %+v", err, got)
	}
	if plain := (filled{text: "SELEC 1"}).without(cause, "SELEC 1"); !errors.Is(plain, cause) {
		t.Errorf("without a secret: %v", plain)
	}
}
