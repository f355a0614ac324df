package web_test

import (
	"testing"

	"github.com/fwrun/fwrun/engine/vm"
	"github.com/fwrun/fwrun/jsapi/web"
)

// TestFormsForOtherParts: what the part leaves for bodies: a form is encoded, and parsed again, with the same fields.
func TestFormsForOtherParts(t *testing.T) {
	r, err := web.New(web.Options{MaxBytes: 1000}).Install(vm.New(0, vm.Hooks{}))
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Use("forms"); err != nil {
		t.Fatal(err)
	}
	_ = r.Runtime.Set("forms", r.Shared("forms"))
	for _, c := range [][2]string{
		{
			`const f = new FormData(); f.append('a"\n', 'x\ny'); f.append('f', new Blob(['\xff'], {type: 'A/B'}), 'é".txt'); f.append('a', '');
			 const {bytes, type} = forms.encode(f); const g = forms.parse(bytes, type); const file = g.get('f');
			 [type.split('=')[0], ...g.keys()].join() + JSON.stringify([g.get('a"\r\n'), g.get('a'), file.name, file.type, file.size, file instanceof File])`,
			"multipart/form-data; boundary,a\"\r\n,f,a[\"x\\r\\ny\",\"\",\"é\\\".txt\",\"a/b\",2,true]",
		},
		{`[...forms.parse(new TextEncoder().encode('\ufeffa=1&b=%2B+&a='), 'application/x-www-form-urlencoded;charset=UTF-8')].join(';')`, "a,1;b,+ ;a,"},
		{
			`const b = new Blob(['abc'], {type: 'x/y'}); [forms.isBlob(b), forms.isBlob({}), forms.isForm(new FormData()), forms.isForm(b), ` +
				`forms.blobBytes(b).byteLength, forms.blobType(b), forms.isBlob(forms.blob(new ArrayBuffer(2), 'a/b'))].join()`,
			"true,false,true,false,3,x/y,true",
		},
		{`const big = new FormData(); big.append('a', 'x'.repeat(990)); try { forms.encode(big) } catch (e) { e.name }`, "RangeError"},
		{`['text/plain', '', 'multipart/form-data', 'multipart/form-data; boundary=B'].map(type => { try { forms.parse(new ArrayBuffer(3), type); ` +
			`return type } catch (e) { return e.name } }).join()`, "TypeError,TypeError,TypeError,TypeError"},
		{`let got; try { got = new Blob(['x']).stream() instanceof ReadableStream } catch (e) { got = typeof ReadableStream === 'undefined' && e.name ` +
			`=== 'NotSupportedError' } got`, "true"},
	} {
		value, err := r.Runtime.RunString(`{` + c[0] + `}`)
		if err != nil {
			t.Errorf("%s: %v", c[0], err)
			continue
		}
		if got := value.String(); got != c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}
