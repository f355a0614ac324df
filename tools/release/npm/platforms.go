package npm

// name returns the platform as Node has it: linux-x64.
func (b Binary) name() string { return b.system() + "-" + b.processor() }

// system returns what Node calls process.platform.
func (b Binary) system() string {
	if b.OS == "windows" {
		return "win32"
	}
	return b.OS
}

// processor returns what Node calls process.arch.
func (b Binary) processor() string {
	if b.Arch == "amd64" {
		return "x64"
	}
	return b.Arch
}

func (b Binary) file() string {
	if b.OS == "windows" {
		return "fwrun.exe"
	}
	return "fwrun"
}
