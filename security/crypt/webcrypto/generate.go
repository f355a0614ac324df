package webcrypto

import "context"

// generator is a family whose keys can be made.
type generator interface {
	generate(ctx context.Context, p Params, usages Usages) (*pair, error)
}

// Generate makes a secret key, or a pair of a private and a public one: generateKey.
func Generate(ctx context.Context, p Params, extractable bool, usages Usages) (secret, private, public *Key, err error) {
	g, ok := familyOf(p.Name).(generator)
	if !ok {
		return nil, nil, nil, notSupported("keys of %s are not made", p.Name)
	}
	made, err := g.generate(ctx, p, usages)
	if err != nil {
		return nil, nil, nil, err
	}
	if made.secret != nil {
		made.secret.Usages = usages
	}
	for _, key := range []*Key{made.secret, made.private, made.public} {
		if key == nil {
			continue
		}
		if key.Type != "public" && key.Usages == 0 {
			return nil, nil, nil, noUsages()
		}
		key.Algorithm.Name = p.Name
		key.Extractable = extractable || key.Type == "public"
	}
	return made.secret, made.private, made.public, nil
}

// noUsages is the error of a key that would be good for nothing.
func noUsages() error { return syntaxError("Usages cannot be empty when creating a key.") }
