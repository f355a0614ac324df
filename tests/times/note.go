package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// taken is what a test binary took.
type taken struct {
	Folder string        // of the package
	Wall   time.Duration // from its start to its end
	CPU    time.Duration // of the binary, and of the processes that it has waited for
}

// note runs a test binary in the folder of its package, and writes what it took to a file of its own in a folder.
func note(folder, binary string, args []string) error {
	command := exec.Command(binary, args...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	began := time.Now()
	failed := command.Run()
	if command.ProcessState == nil {
		return failed
	}
	here, err := os.Getwd()
	if err != nil {
		return errors.Join(failed, err)
	}
	text, err := json.Marshal(taken{here, time.Since(began), command.ProcessState.UserTime() + command.ProcessState.SystemTime()})
	if err != nil {
		return errors.Join(failed, err)
	}
	file, err := os.CreateTemp(folder, "run-*.json")
	if err != nil {
		return errors.Join(failed, err)
	}
	_, err = file.Write(text)
	return errors.Join(failed, err, file.Close())
}

// notes reads what the runs have left in a folder, by the folder of the package.
func notes(folder string) (map[string]taken, error) {
	files, err := filepath.Glob(filepath.Join(folder, "run-*.json"))
	if err != nil {
		return nil, err
	}
	all := map[string]taken{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var one taken
		if err := json.Unmarshal(text, &one); err != nil {
			return nil, err
		}
		sum := all[one.Folder] // a package runs twice where some of its tests run without the race detector
		all[one.Folder] = taken{one.Folder, sum.Wall + one.Wall, sum.CPU + one.CPU}
	}
	return all, nil
}
