// Package schema is the one type model of the project: what a parameter, a field or
// a result may be, read from the source, coerced from text and JSON.
//
// A [Resolver] turns written types (package source) into [Type] values, following
// class names through imports; a type it cannot resolve is a diagnostic with a place,
// never a silent any. A [Type] then binds values: [Text] coerces path, query, header
// and cookie texts, [JSON] reads a document straight into the fields of a class,
// without a map in between, [Form] and [XML] bind what is made of named texts. All make
// their values through a [Maker], so the package knows no engine: HTTP binding makes
// script values, tests make Go values.
//
// Constraints belong to the type of a field: [Constrain] gives a type its own [Rules],
// which hold wherever a value of it is made, and [JSONSchema] writes all of it down. Those
// that an application makes itself are asked through a Maker that is a [Judge]. Whatever is
// refused has a code, of which [Codes] lists all.
//
// At boot, once for each parameter:
//
//	r := schema.NewResolver(project, schema.Options{HostTypes: names})
//	t, bad := r.Resolve(file, param.Type)
//	faults := r.Complete(t) // the fields of its classes
//
// For each request:
//
//	if bad := schema.CheckJSON(body, 0); bad != nil { … } // 400 with line and column
//	v, mismatches, err := schema.JSON(maker, t, gjson.ParseBytes(body), 0)
//
// Laws: a Type is frozen once its boot is over and shared by all workers; binding
// text and JSON allocates nothing but the values it makes; a mismatch says path and
// expectation, and never repeats the value.
package schema
