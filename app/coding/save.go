package coding

import "context"

const saveInput = `{"type":"object","properties":{
"id":{"type":"integer","minimum":1,"description":"of the request, as requests tells it"},
"name":{"type":"string","description":"of the file, without its ending: small letters, digits and hyphens; that of the request when left out"}
},"required":["id"],"additionalProperties":false}`

// savedTest is what save_as_test tells.
type savedTest struct {
	File string `json:"file"` // relative to the folder of the application
}

func (p *project) save(ctx context.Context, a struct {
	ID   uint64 `json:"id"`
	Name string `json:"name"`
},
) (any, error) {
	running, why := p.Running(ctx)
	if running == nil {
		return nil, notRunning(why)
	}
	file, err := running.Serving().Stories().SaveAsTest(a.ID, a.Name)
	if err != nil {
		return nil, err
	}
	return savedTest{file}, nil
}
