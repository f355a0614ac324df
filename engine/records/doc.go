// Package records makes objects that read their properties from the cells of a record when a script asks for them.
//
// A query of twenty rows with fifteen columns would otherwise make three hundred values and put them into twenty maps,
// although a script usually looks at a few of them, or passes the rows on. Such an object is one allocation. It reads
// a cell when a script does, and keeps the value, so that a Date is the same Date each time. Own properties can be
// listed, copied and assigned in this state. Whatever else is done to them (a property is added, removed, frozen, or
// gets a getter) turns the object, in place, into one of goja's own plain objects first: from then on it is one.
//
//	layout := records.NewLayout(prototype, []records.Field{{Name: "id", Column: 0}, {Name: "name", Column: 2}})
//	row := layout.New(rt, cells, 7) // cells has a method that returns the value of a record and a column
//
// Values that are there already, such as those of a request's body, make such an object with Filled: without a map to be
// filled it is cheaper, too.
//
// The objects of a literal in a script are made in the same way: NewLiteral returns a layout that learns its properties
// from the first objects, and Literal an object without properties, to which goja puts them.
//
// A script cannot tell such an object from others. goja has no API for it: an object's implementation is a table of
// methods, and what is used here is a copy of the one for plain objects in which a dozen are replaced. The table, the
// types and the names of its methods are found once, by reflection, and checked. If anything differs from what is
// expected, New makes plain objects at once: see [inside.Records].
// See docs/adr/0023.
package records
