"use strict";
throw new Error('The module "fwrun" is there for scripts that fwrun serves, not in Node: run `npx fwrun <folder>`, or `npx fwrun test <folder>`.');
