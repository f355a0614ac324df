package main

// paints reports whether what is written to a stream is coloured: if it is a terminal that can show colours, unless the environment says
// otherwise. A variable that is empty says nothing.
func (p process) paints(isTerminal bool) bool {
	said := func(name string) string {
		value, _ := p.lookUp(name)
		return value
	}
	switch forced, cli := said("FORCE_COLOR"), said("CLICOLOR_FORCE"); {
	case said("NO_COLOR") != "" || forced == "0":
		return false
	case forced != "" || cli != "" && cli != "0":
		return true
	default:
		return p.draws(isTerminal) && said("CLICOLOR") != "0"
	}
}

// draws reports whether what was written to a stream can be overwritten: if it is a terminal that moves its cursor.
func (p process) draws(isTerminal bool) bool {
	term, _ := p.lookUp("TERM")
	return isTerminal && term != "dumb"
}
