// Package dates writes points in time, and ranges of them, as people of a locale do, in any time zone.
//
//	f := dates.New(dates.Options{Locale: "de", Zone: zone, Fields: dates.Fields{Year: "numeric", Month: "long", Day: "numeric"}})
//	dates.Join(f.Format(0)) // 1. Januar 1970
//
// A locale has patterns for some sets of fields, called skeletons. [Formatter] finds the closest one by the distance of their
// fields, as ICU does, and makes up what is missing.
//
// A [Formatter] does not change and may be used by many goroutines.
package dates
