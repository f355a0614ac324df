// package: react
import { test, expect } from "fwrun/test";
import { page } from "../elements/react.tsx";

test("renders on the server", () => expect(page()).toBe('<ul title="&lt;"><li>1</li><li>2</li></ul>'));
