// The requests that handlers get.

const RequestMethod = Object.freeze(Object.fromEntries(host.methods.map((method) => [method, method])));

// A request is an object of the host; scripts cannot make one.
class HttpRequest {
  constructor() { throw new TypeError("an HttpRequest cannot be made with new; declare a parameter of that type"); }
}

// InternalHttpRequest is a request that was made inside the process, for a tool.
class InternalHttpRequest extends HttpRequest {}

return { RequestMethod, HttpRequest, InternalHttpRequest };
