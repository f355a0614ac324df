package inside

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/dop251/goja"
)

// Kind is a kind of goja's instructions.
type Kind struct {
	name  string       // of its type
	is    reflect.Type // what that is like, if anybody looks at it
	table pointer
}

// Is reports whether an instruction is of a kind.
func (s *Slot) Is(k *Kind) bool { return s.table == k.table }

// Own returns an instruction of a kind that has no operand.
func (k *Kind) Own() Own { return Own{function[step](&(*methods)(k.table).first), pointer(k)} }

// The kinds that are replaced or looked at.
var (
	Add           = Kind{name: "_add", is: nothing}
	Concat        = Kind{name: "concatStrings", is: reflect.TypeFor[int]()}
	NewObject     = Kind{name: "_newObject", is: nothing}
	CopySpread    = Kind{name: "_copySpread", is: nothing}
	CopyRest      = Kind{name: "_copyRest", is: nothing}
	OpenPattern   = Kind{name: "_createDestructSrc", is: nothing}
	Duplicate     = Kind{name: "_dup", is: nothing}
	Read          = Kind{name: "getProp", is: reflect.TypeFor[string]()}
	Constant      = Kind{name: "loadVal", is: reflect.TypeFor[struct{ v goja.Value }]()}
	ToPropertyKey = Kind{name: "_toPropertyKey", is: nothing}
	ReadKey       = Kind{name: "_getKey", is: nothing}
	Otherwise     = Kind{name: "jdef"}
	IterStep      = Kind{name: "iterNext"}
	IterTake      = Kind{name: "iterGetNextOrUndef", is: nothing}
	SpreadArray   = Kind{name: "_pushArraySpread", is: nothing}
	SpreadCall    = Kind{name: "_pushSpread", is: nothing}
	NewRegexp     = Kind{name: "newRegexp", is: reflect.TypeFor[*newRegexp]()}
	ReadCallee    = Kind{name: "getPropCallee", is: reflect.TypeFor[string]()}

	CallEval = Kind{name: "callEval", is: reflect.TypeFor[uint32]()}

	NewTarget             = Kind{name: "_loadNewTarget", is: nothing}
	arrow, arrowAwaits    = Kind{name: "newArrowFunc"}, Kind{name: "newAsyncArrowFunc"}
	plain, derived, based = Kind{name: "newFunc"}, Kind{name: "newDerivedClass"}, Kind{name: "newClass"}

	initStack, initStash   = Kind{name: "initStackP"}, Kind{name: "initStashP"}
	storeStack, storeStash = Kind{name: "storeStackLexP"}, Kind{name: "storeStashLexP"}

	Entry Kind // one of those that a function begins with

	nothing = reflect.TypeFor[struct{}]()
)

// newRegexp has the first field of the instruction that makes a regular expression.
type newRegexp struct{ pattern *Expression }

// IsStore reports whether an instruction puts a value into a variable.
func (s *Slot) IsStore() bool {
	return s.Is(&initStack) || s.Is(&initStash) || s.Is(&storeStack) || s.Is(&storeStash)
}

// Expression returns the operand of an instruction that makes a regular expression.
func (s *Slot) Expression() *Expression { return (*newRegexp)(s.data).pattern }

// IsArrow reports whether an instruction makes an arrow function.
func (s *Slot) IsArrow() bool { return s.Is(&arrow) || s.Is(&arrowAwaits) }

// IsConstructor reports whether an instruction makes a function or a class that new may be used with.
func (s *Slot) IsConstructor() bool { return s.Is(&plain) || s.Is(&based) || s.Is(&derived) }

// sample is a program that has all kinds of instructions that are looked at.
const sample = `(function(a) {
	const {b, c: d = 1, ...e} = a; let x, y, z, w; ({x, z, ...y} = a); ({...w} = a);
	for (const [b] of a);
	(async () => new.target, class { constructor() {} }, class extends a {});
	return [a(...[...a]), /x/.test(a), {...b}, () => [e, z, w], ` + "`${a + 1}${a}${{}}`" + `];
})`

// sloppySample has those of sloppy code.
const sloppySample = `(function(a) { return eval(a) })`

// checkKinds finds the kinds.
var checkKinds = sync.OnceValue(func() error {
	if err := checkPrograms(); err != nil {
		return err
	}
	kinds, errs := map[string]*Kind{}, []error(nil)
	for _, k := range []*Kind{
		&Add, &Concat, &NewObject, &CopySpread, &CopyRest, &OpenPattern, &Duplicate, &Read, &Constant, &ToPropertyKey, &ReadKey, &Otherwise,
		&IterStep, &IterTake, &SpreadArray, &SpreadCall, &NewRegexp, &ReadCallee, &CallEval, &initStack, &initStash, &storeStack, &storeStash,
		&NewTarget, &arrow, &arrowAwaits, &plain, &based, &derived,
	} {
		kinds[k.name] = k
	}
	walk := Walk{
		Visit: func(slots []Slot) {
			of := slots[0].kind()
			k := kinds[strings.TrimPrefix(strings.TrimPrefix(of.String(), "*"), "goja.")]
			if k == nil || k.table != nil {
				return
			}
			k.table = slots[0].table
			errs = append(errs, isCode((*methods)(k.table).first, k.name+").exec"))
			if k.is != nil {
				errs = append(errs, same(of, k.is))
			}
		},
		Begin: func(slot *Slot) {
			Entry.table = slot.table
			errs = append(errs, isCode((*methods)(Entry.table).first, ").exec"))
		},
	}
	walk.Program(goja.MustCompile("", sample, true))
	walk.Program(goja.MustCompile("", sloppySample, false))
	for _, k := range kinds {
		if k.table == nil {
			errs = append(errs, fmt.Errorf("the sample has no instruction %s", k.name))
		}
	}
	return errors.Join(errs...)
})
