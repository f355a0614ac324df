// package: preact
import { test, expect } from "fwrun/test";
import { page } from "../elements/preact.jsx";
import { page as classic } from "../elements/classic.jsx";

test("renders on the server", () => expect(page()).toBe('<ul class="n"><li>1</li><li>2</li></ul>'));
test("renders what a pragma names", () => expect(classic()).toBe("<b>1</b><i>2</i>"));
