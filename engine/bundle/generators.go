package bundle

import "bytes"

// esbuild's helper for async generators continues with "return" after an await in a finally block, which ends
// the block there. Only "return" for what yield* has delegated must go on as "return".
const (
	returnsAgain = `resume(k === "return" ? k : "next",`
	returnsOnce  = `resume(v[1] && k === "return" ? k : "next",`
)

// A generator has the prototype that the host knows, if there is one.
const (
	plainGenerator = "q, it = {};\n"
	hostGenerator  = "q, it = globalThis[\"%asyncGenerator\"]?.() ?? {};\n"
)

// mendGenerators changes the helper so that finally blocks of async generators run to their end, and generators are known as such.
func mendGenerators(code []byte) []byte {
	code = bytes.Replace(code, []byte(returnsAgain), []byte(returnsOnce), 1)
	return bytes.Replace(code, []byte(plainGenerator), []byte(hostGenerator), 1)
}
