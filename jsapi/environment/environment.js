// The configuration part of "fwrun". The host adds the methods of Environment.

class Environment {
  constructor() { throw new TypeError("an Environment cannot be made with new; inject it with @Autowired"); }
}

return { Environment };
