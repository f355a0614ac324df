// module: path, path/posix, path/win32
import test from "node:test";
import assert from "node:assert";
import path, { posix, win32 } from "node:path";
import fromPosix from "node:path/posix";
import fromWin32 from "node:path/win32";

const all = (fn, cases) => { for (const [args, expected] of cases) assert.deepStrictEqual(fn(...args), expected, args.join(" ")); };

test("posix", () => {
	all(posix.join, [[["a", "", "b"], "a/b"], [["/a", "../../b"], "/b"], [["a", "../../.."], "../.."], [[], "."], [["", ""], "."], [["a/", "/b/"], "a/b/"]]);
	all(posix.normalize, [[["/foo/bar//baz/asdf/quux/.."], "/foo/bar/baz/asdf"], [[""], "."], [["./a/../"], "./"], [["//a"], "/a"], [["a//b//../c"], "a/c"]]);
	all(posix.resolve, [[["/a", "b", "../c"], "/a/c"], [["/a", "/b"], "/b"], [["/", "..", "x"], "/x"]]);
	all(posix.relative, [[["/a/b/c", "/a/d"], "../../d"], [["/a", "/a"], ""], [["/a/b", "/a/b/c"], "c"], [["/", "/x"], "x"]]);
	all(posix.basename, [[["/a/b.html", ".html"], "b"], [["/a/"], "a"], [["/"], ""], [["aabb", "bb"], "aa"]]);
	all(posix.dirname, [[["/a/b"], "/a"], [["a"], "."], [["/a"], "/"], [["/"], "/"], [["a//b"], "a/"], [[""], "."]]);
	all(posix.extname, [[["a.b.c"], ".c"], [[".bashrc"], ""], [["a."], "."], [["a/.b.c"], ".c"], [["a"], ""], [["..a"], ".a"]]);
	assert.deepStrictEqual(posix.parse("./a/b.c.d"), { root: "", dir: "./a", base: "b.c.d", ext: ".d", name: "b.c" });
	assert.deepStrictEqual([posix.format({ dir: "/a", name: "b", ext: "c" }), posix.format({ root: "/", base: "b" }), posix.isAbsolute("/a"), posix.isAbsolute("a"), posix.sep, posix.delimiter, posix.toNamespacedPath("/a")], ["/a/b.c", "/b", true, false, "/", ":", "/a"]);
	assert.throws(() => posix.join(1), { code: "ERR_INVALID_ARG_TYPE" });
	assert.strictEqual(fromPosix, posix);
	assert.strictEqual(path.posix, posix);
});
test("win32", () => {
	all(win32.join, [[["c:\\a", "..", "b"], "c:\\b"], [["a/b", "c"], "a\\b\\c"], [["//server", "share"], "\\\\server\\share\\"]]);
	all(win32.normalize, [[["C:/a/../b"], "C:\\b"], [["\\\\server\\share\\a\\.."], "\\\\server\\share\\"], [["a\\.\\b"], "a\\b"]]);
	all(win32.resolve, [[["C:\\a", "..\\b"], "C:\\b"], [["C:\\a", "D:\\b"], "D:\\b"], [["C:\\", "a"], "C:\\a"]]);
	all(win32.relative, [[["C:\\a\\b", "C:\\a\\c"], "..\\c"], [["C:\\a", "D:\\a"], "D:\\a"], [["C:\\A\\b", "c:\\a\\B"], ""]]);
	all(win32.basename, [[["C:\\a\\b.txt", ".txt"], "b"], [["C:"], ""], [["a/b"], "b"]]);
	all(win32.dirname, [[["C:\\a\\b"], "C:\\a"], [["C:\\"], "C:\\"], [["\\\\s\\h\\x"], "\\\\s\\h\\"]]);
	assert.deepStrictEqual(win32.parse("C:\\a\\b.c"), { root: "C:\\", dir: "C:\\a", base: "b.c", ext: ".c", name: "b" });
	assert.deepStrictEqual([win32.isAbsolute("C:/"), win32.isAbsolute("C:a"), win32.isAbsolute("\\"), win32.sep, win32.toNamespacedPath("C:\\a")], [true, false, true, "\\", "\\\\?\\C:\\a"]);
	assert.strictEqual(fromWin32, win32);
});
