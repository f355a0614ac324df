package ship

import (
	"fmt"
	"os"
	"runtime"

	"github.com/fwrun/fwrun/platform/fault"
	"github.com/fwrun/fwrun/ship/binary"
)

// Choose opens the program for a platform: the one in a file, or the running one if the name is empty. It refuses a program that is for
// another platform, is not fwrun, carries an application already, or has other sources than the running one: what this one compiles would
// mean something else there. The program is used before end.
func Choose(target, with string) (program *binary.Program, end func(), err error) {
	own, closeOwn, err := openProgram("")
	if err != nil {
		return nil, nil, err
	}
	here := runtime.GOOS + "/" + runtime.GOARCH
	if with == "" {
		if target != "" && target != here {
			closeOwn()
			return nil, nil, fault.New(opBuild, fault.Invalid, fmt.Sprintf("this program is for %s, not for %s", here, target)).
				WithHint("name the fwrun for that platform: --target " + target + " --with fwrun-for-it")
		}
		return own, closeOwn, refuseCarrying(own, "this program")
	}
	defer closeOwn()
	program, end, err = openProgram(with)
	if err != nil {
		return nil, nil, err
	}
	if err := fits(program, own, target, with); err != nil {
		end()
		return nil, nil, err
	}
	return program, end, nil
}

func refuseCarrying(p *binary.Program, name string) error {
	if !p.Carries {
		return nil
	}
	return fault.New(opBuild, fault.Invalid, name+" carries an application already").WithHint("use a fwrun as it is released")
}

// fits returns why a program cannot carry what the running one compiles.
func fits(program, own *binary.Program, target, name string) error {
	switch {
	case target != "" && program.Platform != target:
		return fault.New(opBuild, fault.Invalid, fmt.Sprintf("%s is for %s, not for %s", name, program.Platform, target)).
			WithHint("name the fwrun for " + target + " with --with")
	case program.Sources != own.Sources:
		return fault.New(opBuild, fault.Invalid, fmt.Sprintf("%s is fwrun %s, and this is %s; they are built from different sources", name,
			program.Version, own.Version)).
			WithHint("both have to be of the same release")
	}
	return refuseCarrying(program, name)
}

func openProgram(name string) (*binary.Program, func(), error) {
	file, err := binary.OpenOwn()
	if name != "" {
		file, err = os.Open(name)
	}
	if err != nil {
		return nil, nil, fault.New(opBuild, fault.NotFound, "the program to carry the application cannot be opened").Because(err)
	}
	program, err := binary.Read(file)
	if err != nil {
		_ = file.Close()
		if name == "" {
			name = "the running program"
		}
		return nil, nil, fault.New(opBuild, fault.Invalid, fmt.Sprintf("%s is not a fwrun that can carry an application", name)).Because(err).
			WithHint("--with names the file of a fwrun for another platform, as it is released")
	}
	return program, func() { _ = file.Close() }, nil
}
