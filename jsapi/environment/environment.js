// The configuration part of "fwrun". The methods of Environment are added by the host.

class Environment {
  constructor() { throw new TypeError("an Environment cannot be made; inject it with @Autowired"); }
}

return { Environment };
