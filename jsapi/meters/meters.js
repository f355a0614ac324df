// MeterRegistry. The host adds its methods, and those of the meters.

class MeterRegistry {
  constructor() { throw new TypeError("a MeterRegistry cannot be made with new; inject it with @Autowired"); }
}

class Meter {}

return { MeterRegistry, Meter };
