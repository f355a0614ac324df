package webcrypto

// Import makes a key of what is outside: importKey.
func Import(format string, data KeyData, p Params, extractable bool, usages Usages) (*Key, error) {
	f := familyOf(p.Name)
	if f == nil {
		return nil, notSupported("%s has no keys", p.Name)
	}
	key, err := f.importKey(source{p, data, format, extractable, usages})
	if err != nil {
		return nil, err
	}
	if key.Type != "public" && usages == 0 {
		return nil, syntaxError("Usages cannot be empty when importing a %s key.", key.Type)
	}
	key.Extractable, key.Usages = extractable, usages
	key.Algorithm.Name = p.Name
	return key, nil
}

// Export returns what a key is, for the outside: exportKey.
func Export(format string, key *Key) (KeyData, error) {
	f := familyOf(key.Algorithm.Name)
	if _, never := f.(secrets); never || f == nil {
		return KeyData{}, notSupported("keys of %s are not exported", key.Algorithm.Name)
	}
	if !key.Extractable {
		return KeyData{}, invalidAccess("key is not extractable")
	}
	return f.exportKey(format, key)
}

func noFormat(format, name string) error {
	return notSupported("%s has no keys of the format %q", name, format)
}
