package manifest

// aspectsBuilder finds the methods with aspects.
type aspectsBuilder struct {
	*Source
	out *Manifest
}

// buildAspects finds the methods with aspects around them, and has those made before the beans that they stand around.
func buildAspects(src *Source, m *Manifest) {
	b := &aspectsBuilder{src, m}
	b.aspects()
}
