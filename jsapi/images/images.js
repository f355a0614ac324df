// Images and its error. The host adds the methods.

const { HttpRestException } = host;

class Images {
  constructor() { throw new TypeError("an Images cannot be made with new; inject it with @Autowired"); }
}

function define(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

// What a client is answered if nobody catches the error: it has sent the image, in most cases.
const statuses = { "unsupported": 415, "too-large": 413, "broken": 422, "timeout": 503 };

class ImageError extends HttpRestException {
  constructor(message, { reason = "broken", cause } = {}) {
    super(statuses[reason] ?? 422, message);
    define(this, "name", "ImageError");
    if (cause !== undefined) define(this, "cause", cause);
    this.reason = reason;
  }
}

return { Images, ImageError };
