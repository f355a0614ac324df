package jsonschema_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/fwrun/fwrun/engine/schema"
	"github.com/fwrun/fwrun/engine/schema/jsonschema"
)

// FuzzVerdict makes a schema of the enforced keywords and documents out of arbitrary bytes, and compares the
// verdicts with those of an independent implementation.
func FuzzVerdict(f *testing.F) {
	random := rand.New(rand.NewPCG(20, 26))
	for range 300 {
		f.Add(randomBytes(random))
	}
	f.Fuzz(func(t *testing.T, data []byte) { compareVerdicts(t, data) })
}

// TestVerdicts is FuzzVerdict with some thousand fixed inputs. It makes sure that the inputs are useful:
// about as many documents fit as do not, and few schemas are cycles.
func TestVerdicts(t *testing.T) {
	const inputs = 3000
	random := rand.New(rand.NewPCG(7, 11))
	fitting, circles := 0, 0
	for range inputs {
		fit, isSchema := compareVerdicts(t, randomBytes(random))
		fitting += fit
		if !isSchema {
			circles++
		}
	}
	documents := (inputs - circles) * documentsEach
	t.Logf("%d of %d documents fit; %d schemas were circles", fitting, documents, circles)
	if fitting < documents/4 || fitting > documents*3/4 || circles > inputs/5 {
		t.Error("the inputs are one-sided")
	}
}

func randomBytes(random *rand.Rand) []byte {
	data := make([]byte, 20+random.IntN(400))
	for i := range data {
		data[i] = byte(random.Uint32())
	}
	return data
}

// documentsEach is the number of documents that are checked against one schema.
const documentsEach = 4

// compareVerdicts returns how many documents fit. isSchema is false if the schema refers to itself without
// end, which is the only mistake it may have.
func compareVerdicts(t *testing.T, data []byte) (fit int, isSchema bool) {
	g := generator{data: data}
	document := g.document()
	s, err := jsonschema.Compile([]byte(document))
	if err != nil {
		if !strings.Contains(err.Error(), "refers to itself") {
			t.Fatalf("%s: %v", document, err)
		}
		return 0, false
	}
	oracle := compileOracle(t, document)
	for range documentsEach {
		value := g.value(0)
		if bad := schema.CheckJSON([]byte(value), schema.Limits{}); bad != nil {
			t.Fatalf("%s: %v", value, bad)
		}
		problems, verdict := s.Check(gjson.Parse(value)), judge(t, oracle, value)
		if (problems == nil) != (verdict == nil) {
			t.Fatalf("%s\n%s\nours: %q\noracle: %v", document, value, problems, verdict)
		}
		mustBeSensible(t, problems, document+"\n"+value)
		if problems == nil {
			fit++
		}
	}
	return fit, true
}

// mustBeSensible checks the number and the length of the problems.
func mustBeSensible(t *testing.T, problems []jsonschema.Problem, what string) {
	t.Helper()
	if len(problems) > 10 {
		t.Errorf("%s: %d problems", what, len(problems))
	}
	for i, p := range problems {
		if p.Text == "" || p.Text == "is too complex" || slices.Contains(problems[:i], p) {
			t.Errorf("%s: %q", what, problems)
		}
	}
}
