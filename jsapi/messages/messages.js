// The classes of messages. Their methods are added by the host.

// hide sets a property that is not enumerable: JSON and loops do not see it.
function hide(object, name, value) {
  Object.defineProperty(object, name, { value, writable: true, configurable: true });
}

class QueueTemplate {
  constructor() { throw new TypeError("a QueueTemplate cannot be made with new; inject it with @Autowired"); }
}

class QueueMessage {
  constructor() { throw new TypeError("a QueueMessage cannot be made with new; a listener gets it"); }
}

class QueueRejectException extends Error {
  constructor(reason = "the message was rejected", options) {
    super(reason, options);
    hide(this, "name", "QueueRejectException");
  }
}

class QueueRetryException extends Error {
  constructor(reason, delay, options) {
    super(reason ?? "the listener asked to get the message again", options);
    hide(this, "name", "QueueRetryException");
    hide(this, "$delay", host.messages.delay(delay));
  }
}

return { QueueTemplate, QueueMessage, QueueRejectException, QueueRetryException };
