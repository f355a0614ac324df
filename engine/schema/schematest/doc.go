// Package schematest makes plain Go values of what package schema binds, for tests.
//
//	v, mismatches, err := schema.JSON(schematest.Maker{}, t, gjson.Parse(body), schema.Limits{})
//
// The values can be compared with reflect.DeepEqual: an object of a class is an [Instance], any other object
// a list of [Entry], and a field that was not sent is left out.
package schematest
