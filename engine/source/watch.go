package source

// Watched returns a copy of the project that calls a function with each file in which a look-up looks, found or not: what look-ups give
// depends on these, on the paths of all files, and on [Project.Paths].
func (p *Project) Watched(watch func(*File)) *Project {
	other := *p
	other.watch = watch
	return &other
}

// looks calls the function that watches the project.
func (s *search) looks(file *File) {
	if s.project.watch != nil {
		s.project.watch(file)
	}
}
