package wire

// The limits of a message. A message of 4 MiB could have two million arrays, which would take a gigabyte and ten seconds, and regular
// expressions that compile for minutes.
const (
	// maxObjects is how many objects there may be; a reference to one is none.
	maxObjects = 100_000
	// maxPatterns is how long the patterns of all regular expressions may be together, each of which counts as patternCost more.
	maxPatterns = 32 << 10
	patternCost = 32
	// maxDepth is the depth to which values may be nested.
	maxDepth = 5000
)
