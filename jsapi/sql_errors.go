package jsapi

import (
	"errors"
	"maps"
	"slices"

	"github.com/dop251/goja"

	"github.com/fwrun/fwrun/engine/vm"
)

// errorClasses are the classes of SqlError's kinds. What has none is a SqlError itself.
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

// keepErrors keeps the classes as they were before any user code ran.
func (r *runtime) keepErrors() {
	r.sqlErrors = map[string]*goja.Object{}
	for kind, name := range errorClasses() {
		r.sqlErrors[kind] = r.exports.Get(name).(*goja.Object)
	}
	r.sqlErrors["other"] = r.exports.Get("SqlError").(*goja.Object)
}

// thrown is what a script gets for an error: SqlError for the database's, and what a
// script threw itself unchanged.
func (r *runtime) thrown(err error) any {
	var exception *goja.Exception
	var interrupted *goja.InterruptedError
	var overflow *goja.StackOverflowError
	switch {
	case errors.As(err, &exception):
		return exception
	case errors.As(err, &interrupted):
		return interrupted
	case errors.As(err, &overflow):
		return overflow
	}
	if object, ok := r.refused(err); ok {
		return object
	}
	return r.vm.ErrorValue(err)
}

// refused is the SqlError of what a database refused.
func (r *runtime) refused(err error) (*goja.Object, bool) {
	failed, ok := errors.AsType[DatabaseError](err)
	if !ok {
		return nil, false
	}
	arguments := []goja.Value{r.rt.ToValue(failed.Message())}
	class, known := r.sqlErrors[failed.Kind()]
	if !known || failed.Kind() == "other" {
		class = r.sqlErrors["other"]
		arguments = append(arguments, r.rt.ToValue(failed.Kind()))
	}
	arguments = append(arguments, r.rt.ToValue(failed.Code()), r.rt.ToValue(failed.Constraint()))
	object, newErr := r.rt.New(class, arguments...)
	if newErr != nil {
		return nil, false
	}
	r.vm.Attach(object, err)
	return object, true
}

// rejection is what a promise is rejected with for an error.
func (r *runtime) rejection(err error) error {
	if object, ok := r.refused(err); ok {
		return &vm.Thrown{Value: object}
	}
	return err
}
