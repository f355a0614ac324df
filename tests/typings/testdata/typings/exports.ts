// Names that "fwrun" does not export.

import { GetMaping } from "fwrun"; // error: has no exported member named 'GetMaping'
import { AnyFunction } from "fwrun"; // error: AnyFunction
import { Service } from "fwrun/decorators"; // error: Cannot find module 'fwrun/decorators'
import { GetMapping, RequestMethod } from "fwrun";

const verb: RequestMethod = "FETCH"; // error: Type '"FETCH"' is not assignable
const known: RequestMethod = RequestMethod.GET;
GetMapping = known; // error: Cannot assign to 'GetMapping'

export { GetMaping, AnyFunction, Service, verb };
