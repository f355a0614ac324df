package proc

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

const line = "4242 (odd ) (name) R 17 4242 4242 0 -1 4194304 1 2 3 4 150 50 7 3 20 0 4 0 999 1234567 2560 18446744073709551615 1 1"

func TestParseStat(t *testing.T) {
	got, err := parseStat(line)
	if want := (stat{pid: 4242, parent: 17, ticks: 150 + 50 + 7 + 3, pages: 2560}); err != nil || got != want {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
	for _, broken := range []string{"", "1 name S", "1 (name) S 2 3", strings.Replace(line, "2560", "many", 1)} {
		if got, err := parseStat(broken); err == nil {
			t.Errorf("%q was read as %+v", broken, got)
		}
	}
}

func TestTree(t *testing.T) {
	all := map[int]stat{}
	for pid, parent := range map[int]int{1: 0, 10: 1, 11: 10, 12: 10, 13: 12, 20: 1} {
		all[pid] = stat{pid: pid, parent: parent}
	}
	got := tree(all, 10)
	slices.Sort(got)
	if want := []int{10, 11, 12, 13}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestMeasureSeesChildren(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no /proc here")
	}
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh here")
	}
	// The inner shell computes and is waited for; then the outer one waits to be ended.
	command := exec.Command(shell, "-c", `sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; echo done; read end`)
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 8)); err != nil {
		t.Fatal(err)
	}
	got, err := Measure(command.Process.Pid)
	if err != nil || got.CPU < 20*time.Millisecond || got.RSS < 100<<10 {
		t.Errorf("CPU %v, RSS %d, %v", got.CPU, got.RSS, err)
	}
	_ = in.Close()
	_ = command.Wait()
	if _, err := Measure(command.Process.Pid); err == nil {
		t.Error("a process that ended was measured")
	}
}

// TestChildrenAndMemory: the memory that a process has is at most what it has had, and of that some is its own.
func TestChildrenAndMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no /proc here")
	}
	command := exec.Command("cat")
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Skip(err)
	}
	child := command.Process.Pid
	if !slices.Contains(Children(os.Getpid()), child) {
		t.Errorf("%v, want %d", Children(os.Getpid()), child)
	}
	_ = in.Close()
	_ = command.Wait()
	if slices.Contains(Children(os.Getpid()), child) {
		t.Error("a process that has ended is still a child")
	}
	var mb []float64
	for _, line := range []string{Own, Now, Peak} {
		one, err := Resident(os.Getpid(), line)
		if err != nil || one <= 0 {
			t.Errorf("%s %v, %v", line, one, err)
		}
		mb = append(mb, one)
	}
	if !slices.IsSorted(mb) {
		t.Errorf("own, now and peak: %v", mb)
	}
	if _, err := Resident(os.Getpid(), "No:"); err == nil {
		t.Error("a line that there is not was read")
	}
}

func TestMeasureSelf(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no /proc here")
	}
	got, err := Measure(os.Getpid())
	if err != nil || got.RSS < 1<<20 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestWaited: of more endless loops than there are processors, one has to wait.
func TestWaited(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skip("Linux counts no waits here")
	}
	var loops []*exec.Cmd
	for range runtime.NumCPU() + 1 {
		loop := exec.CommandContext(t.Context(), "sh", "-c", "while :; do :; done")
		if err := loop.Start(); err != nil {
			t.Fatal(err)
		}
		loops = append(loops, loop)
	}
	for waited := time.Duration(0); waited < 10*time.Millisecond; <-time.After(time.Millisecond) {
		waited = 0
		for _, loop := range loops {
			waited += Waited(loop.Process.Pid)
		}
	}
	for _, loop := range loops {
		_ = loop.Process.Kill()
		_ = loop.Wait() // it was killed
	}
}
