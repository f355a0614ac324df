package guard_test

import "testing"

// conversions are results that goja gets wrong without the guards.
var conversions = [][2]string{
	{
		`[2n**70n, -(2n**70n), 2n**63n, 2n**64n, -(2n**63n), 2n**53n].map(Number).join()`,
		"1.1805916207174113e+21,-1.1805916207174113e+21,9223372036854776000,18446744073709552000,-9223372036854776000,9007199254740992",
	},
	// Of two numbers that are as near, the even one.
	{`[2n**53n+1n, 2n**53n+3n, -(2n**53n+1n), (2n**54n+2n)*2n**60n, (2n**54n+2n)*2n**60n+1n, (2n**54n+6n)*2n**60n].map(n => ` +
		`BigInt(Number(n)) - n).join()`, "-1,1,1,-2305843009213693952,2305843009213693951,2305843009213693952"},
	{
		`[2n**1024n, 2n**1024n-1n, -(2n**1024n), 2n**1024n-2n**970n, 2n**1024n-2n**970n-1n].map(Number).join()`,
		"Infinity,Infinity,-Infinity,Infinity,1.7976931348623157e+308",
	},
	{
		`[Number(Object(2n**70n)), Number({valueOf: () => 2n**70n}), Number({[Symbol.toPrimitive]: hint => hint === 'number' ? 2n**70n : 0n}), ` +
			`new Number(2n**70n).valueOf(), Reflect.construct(Number, [2n**70n], Array) instanceof Array].join()`,
		"1.1805916207174113e+21,1.1805916207174113e+21,1.1805916207174113e+21,1.1805916207174113e+21,true",
	},
	{
		`class N extends Number {}; [new N(2n**70n) + 1, new N(2n**70n) instanceof N, new N('7') + 1, new N() + 1].join()`,
		"1.1805916207174113e+21,true,8,1",
	},
	{
		`[Number(), Number(undefined), Number(null), Number('0x10'), Number(' '), Number([7]), Number({}), Number(new Date(5)), Number(true)].join()`,
		"0,NaN,0,16,0,7,NaN,5,1",
	},
	{`let calls = 0; Number({valueOf() { calls++; return 1n }}); new Number({valueOf() { calls++; return 1n }}); calls`, "2"},
	{`[Number.name, Number.length, Number.prototype.constructor === Number, new Number(1) instanceof Number, (1).constructor === Number, ` +
		`Object.prototype.toString.call(new Number(1n))].join()`, "Number,1,true,true,true,[object Number]"},
	{
		`var thrown = []; for (const value of [Symbol('x'), Object(Symbol('x')), {valueOf: () => ({}), toString: () => ({})}, {[Symbol.toPrimitive]: 1}, ` +
			`{[Symbol.toPrimitive]: () => ({})}, Object.create(null)]) for (const convert of [Number, BigInt]) { try { convert(value); thrown.push('no') } ` +
			`catch (e) { thrown.push(e.name) } } thrown.join()`,
		"TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError,TypeError",
	},
	{`[2n**70n > 1e21, 2n**70n < 1e22, 2n**70n == 2**70, 2n**70n+1n == 2**70, 2**70 == 2n**70n, 2n**70n+1n > 2**70, 2n**2000n < Infinity, ` +
		`2n**2000n > 1e308, 1n < 1.5, 2n < NaN].join()`, "true,true,true,false,true,true,true,true,true,false"},
	// Texts of many digits.
	{
		`[BigInt('118059162071741130342400'), BigInt(' \u00a0\n118059162071741130342400\t'), BigInt('-118059162071741130342400'), ` +
			`BigInt('+118059162071741130342400'), BigInt(' '.repeat(30)), BigInt('0Xffffffffffffffffffffff'), BigInt('0b' + '10'.repeat(40)), ` +
			`BigInt('0o' + '17'.repeat(12)), BigInt('0171180591620717411303424'), BigInt('00000000000000000000017')].join()`,
		"118059162071741130342400,118059162071741130342400,-118059162071741130342400,118059162071741130342400,0,309485009821345068724781055," +
			"805950546409752783137450,1124372972111820288975,171180591620717411303424,17",
	},
	{
		`['118059162071741130342499x', '1_0000000000000000000000000000', '0x-11111111111111111111', '0x+11111111111111111111', ` +
			`'-0x11111111111111111111', '++11111111111111111111111', '0x' + ' '.repeat(30), '0b' + '12'.repeat(50), '1e1000000000000000000', ` +
			`'1.00000000000000000000000', '11111111111111111111é', '0x' + 'é'.repeat(20)].map(text => { try { return BigInt(text) } ` +
			`catch (e) { return e.name } }).join()`,
		"SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError,SyntaxError",
	},
	{`[BigInt({toString: () => '118059162071741130342400'}), BigInt({valueOf: () => 5}), BigInt(new String('12')), BigInt(new Boolean(true)), ` +
		`BigInt([12]), BigInt(new Date(5)), BigInt(Object(1n))].join()`, "118059162071741130342400,5,12,1,12,5,1"},
	{`[undefined, null, 5.5].map(value => { try { return BigInt(value) } catch (e) { return e.name } }).join() + (() => { try { return BigInt() } ` +
		`catch (e) { return e.name } })()`, "TypeError,TypeError,RangeErrorTypeError"},
}

func TestConversionsOfBigInts(t *testing.T) {
	for _, c := range conversions {
		if got := evaluate(t, true, c[0]); got != "ok: "+c[1] {
			t.Errorf("%s\n got %s\nwant %s", c[0], got, c[1])
		}
	}
}
