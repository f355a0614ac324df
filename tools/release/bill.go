package release

import (
	"debug/buildinfo"
	"encoding/json"
	"fmt"

	"github.com/fwrun/fwrun/actuator"
)

// bill returns the bill of materials of a program: what the compiler has recorded in it.
func (o Options) bill(program string) ([]byte, error) {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return nil, fmt.Errorf("bill of materials: %w", err)
	}
	info.Main.Version = o.Version
	text, err := json.MarshalIndent(actuator.Bill(info), "", "  ")
	return append(text, '\n'), err
}
