package sql

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine"
	"github.com/fwrun/fwrun/jsapi/realm"
)

// errorClasses maps the kinds of database errors to subclasses of SqlError. Other kinds are a plain SqlError.
func errorClasses() map[string]string {
	return map[string]string{
		"unique violation":      "UniqueViolation",
		"foreign key violation": "ForeignKeyViolation",
		"not null violation":    "NotNullViolation",
		"check violation":       "CheckViolation",
		"invalid value":         "InvalidValue",
		"syntax":                "SqlSyntaxError",
		"bad parameters":        "SqlParameterError",
		"result too large":      "ResultTooLarge",
		"permission denied":     "SqlPermissionDenied",
		"busy":                  "DatabaseBusy",
		"timeout":               "QueryTimeout",
		"canceled":              "QueryCanceled",
		"unavailable":           "DatabaseUnavailable",
		"stale row":             "StaleRow",
	}
}

func errorClassNames() []string { return slices.Sorted(maps.Values(errorClasses())) }

// keepErrors saves the classes as they were before any user code ran.
func (r *Realm) keepErrors() {
	r.errors = map[string]*goja.Object{}
	for kind, name := range errorClasses() {
		r.errors[kind] = r.Shared(name)
	}
	r.errors["other"] = r.Shared("SqlError")
}

// refused returns the SqlError for an error of the database.
func (r *Realm) refused(err error) (*goja.Object, bool) {
	failed, ok := errors.AsType[DatabaseError](err)
	if !ok {
		return nil, false
	}
	arguments := []goja.Value{r.Runtime.ToValue(failed.Message())}
	class, known := r.errors[failed.Kind()]
	if !known || failed.Kind() == "other" {
		class = r.errors["other"]
		arguments = append(arguments, r.Runtime.ToValue(failed.Kind()))
	}
	arguments = append(arguments, r.Runtime.ToValue(failed.Code()), r.Runtime.ToValue(failed.Constraint()))
	object, newErr := r.Runtime.New(class, arguments...)
	if newErr != nil {
		return nil, false
	}
	r.VM.Attach(object, err)
	return object, true
}

// Violation is the answer to a change that violates a rule of the database.
type Violation struct {
	Status int
	Public string // message for the client
}

// ErrorAnswer implements [engine.AnswerReader]: the configuration says how errors of the database are answered.
func (r *Realm) ErrorAnswer(thrown engine.Value) (answer engine.ErrorAnswer, ok bool) {
	object, ok := thrown.(*goja.Object)
	if !ok {
		return answer, false
	}
	return r.violated(object)
}

// violated returns the answer to a SqlError. Of the database's text, clients see only the name of the constraint,
// since the rest may contain values and SQL.
func (r *Realm) violated(object *goja.Object) (answer engine.ErrorAnswer, ok bool) {
	base, _ := r.errors["other"].Get("prototype").(*goja.Object)
	if len(r.violations) == 0 || !realm.Descends(object, base) {
		return answer, false
	}
	kind, constraint := object.Get("kind"), object.Get("constraint")
	if kind == nil || constraint == nil {
		return answer, false
	}
	configured, ok := r.violations[kind.String()]
	if !ok {
		return answer, false
	}
	answer = engine.ErrorAnswer{Status: configured.Status, Public: configured.Public}
	if name := constraint.String(); isConstraintName(name) {
		answer.Constraint = name
		answer.Public += ": " + name
	}
	return answer, true
}

// isConstraintName reports whether a text is the name of a constraint or a column. For a CHECK without a name, SQLite
// returns its expression.
func isConstraintName(text string) bool {
	for _, c := range text {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("_$-., ", c) {
			return false
		}
	}
	return text != "" && !strings.Contains(strings.ReplaceAll(text, ", ", ""), " ")
}
