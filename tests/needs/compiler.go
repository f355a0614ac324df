package needs

// Compiler is for the environment of a go command that compiles much. Its compilers collect garbage only once they are near a limit, which
// takes them a quarter of their time less: by far most packages need less memory than that.
var Compiler = []string{"GOGC=off", "GOMEMLIMIT=1536MiB"}

// Built is the variable with the path of fwrun where tests/run has built it: the go command takes a second to find that it is up to date.
const Built = "FWRUN_TEST_BINARY"
