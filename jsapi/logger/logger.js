// Logger. The host adds its methods.

class Logger {
  constructor() { throw new TypeError("a Logger cannot be made with new; inject it with @Autowired, or use Logger.of(name)"); }
}

return { Logger };
