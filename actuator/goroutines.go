package actuator

import (
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// The limits of a dump of goroutines, during which the whole process stands still.
const (
	mostStackBytes = 4 << 20
	mostGoroutines = 2000
)

// Goroutines returns the goroutines of this process with their stacks.
func Goroutines() []Thread {
	buffer := make([]byte, 256<<10)
	for {
		n := runtime.Stack(buffer, true)
		if n < len(buffer) || n >= mostStackBytes {
			return goroutinesOf(string(buffer[:n]))
		}
		buffer = make([]byte, 4*len(buffer))
	}
}

var goroutineHead = regexp.MustCompile(`^goroutine (\d+) (?:gp=\S+ )?(?:m=\S+ )?(?:mp=\S+ )?\[([^\]]*)\]:$`)

func goroutinesOf(text string) (list []Thread) {
	for block := range strings.SplitSeq(text, "\n\n") {
		lines := strings.Split(strings.TrimSpace(block), "\n")
		head := goroutineHead.FindStringSubmatch(lines[0])
		if head == nil {
			continue
		}
		if len(list) == mostGoroutines {
			break
		}
		id, _ := strconv.ParseInt(head[1], 10, 64) // has only digits
		why, _, _ := strings.Cut(head[2], ",")     // after it is for how long
		list = append(list, Thread{ID: id, Name: "goroutine " + head[1] + " (" + why + ")", State: stateOf(why), Frames: framesOf(lines[1:])})
	}
	return list
}

// stateOf returns the state of a thread of Java that is nearest to why a goroutine does not run.
func stateOf(why string) string {
	switch {
	case why == "running", why == "runnable", why == "syscall":
		return "RUNNABLE"
	case why == "sleep":
		return "TIMED_WAITING"
	case strings.HasPrefix(why, "sync.Mutex"), strings.HasPrefix(why, "sync.RWMutex"), why == "semacquire":
		return "BLOCKED"
	}
	return "WAITING"
}

// framesOf reads pairs of lines: a function with its arguments, and where it is.
func framesOf(lines []string) (frames []StackFrame) {
	for i := 0; i+1 < len(lines); i += 2 {
		function, place := strings.TrimPrefix(lines[i], "created by "), strings.TrimSpace(lines[i+1])
		function, _, _ = strings.Cut(function, " in goroutine ")
		if end := strings.LastIndexByte(function, '('); end > 0 && strings.HasSuffix(function, ")") {
			function = function[:end]
		}
		var f StackFrame
		f.Class, f.Method = splitFunction(function)
		place, _, _ = strings.Cut(place, " +0x") // the folder may have a blank in its name
		if colon := strings.LastIndexByte(place, ':'); colon > 0 {
			f.File = place[strings.LastIndexByte(place[:colon], '/')+1 : colon]
			f.Line, _ = strconv.Atoi(place[colon+1:]) // 0 if it is not known
		}
		frames = append(frames, f)
	}
	return frames
}

// splitFunction splits the name of a function into package and type, and the function's own name.
func splitFunction(name string) (class, method string) {
	from := strings.LastIndexByte(name, '/') + 1
	if dot := strings.IndexByte(name[from:], '.'); dot >= 0 {
		class, method = name[:from+dot], name[from+dot+1:]
	} else {
		return "", name
	}
	if owner, own, is := strings.Cut(method, ")."); is && strings.HasPrefix(owner, "(") { // a method
		return class + "." + strings.TrimLeft(owner, "(*"), own
	}
	return class, method
}
