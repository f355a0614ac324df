package instrument

import (
	"os"
	"sync"
)

// Variable is an environment variable that instruments every application: "probes" or "counters". It is for tests, which must pass all the
// same.
const Variable = "FWRUN_INSTRUMENT"

// Forced returns what the variable asks for.
var Forced = sync.OnceValue(func() Mode {
	switch os.Getenv(Variable) { //nolint:forbidigo // it is for tests, in any package
	case "probes":
		return WithProbes
	case "counters":
		return WithCounters
	}
	return None
})
