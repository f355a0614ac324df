package main

import (
	"fmt"
	"os"
	"os/exec"
	"time"
)

// runOnce runs a command to its end, and returns its time and the most memory it had, in MB.
func runOnce(folder string, words []string) (took time.Duration, memory float64, err error) {
	command := exec.Command(words[0], words[1:]...)
	command.Dir, command.Env = folder, os.Environ()
	began := time.Now()
	said, err := command.CombinedOutput()
	took = time.Since(began)
	if err != nil {
		return took, 0, fmt.Errorf("%w\n%s", err, said)
	}
	return took, mostMemory(command.ProcessState), nil
}
