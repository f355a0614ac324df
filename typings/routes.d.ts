/** Routes and the parameters of handlers, and how bodies are written. */
declare module "fwrun" {
  export {};

  type AnyClass = import("./decorators").AnyClass;
  type OnClass = import("./decorators").OnClass;
  type OnMethod = import("./decorators").OnMethod;
  type OnField = import("./decorators").OnField;
  type OnProperty = import("./decorators").OnProperty;
  type OnParam = import("./decorators").OnParam;
  type OnFunction = import("./decorators").OnFunction;
  type Called<D, Options, First extends keyof Options> = import("./decorators").Called<D, Options, First>;
  type CalledWith<D, Options, First extends keyof Options> = import("./decorators").CalledWith<D, Options, First>;

  /** The options of {@link GetMapping} and its kind. */
  export interface MappingOptions {
    /** One path or several: "/users/{id}", or "/files/{path:*}" for all that follows; below that of the class. */
    path?: string | readonly string[];
    /** A label for logs. */
    name?: string;
    /** Media types that are taken; a request with another Content-Type gets 415. */
    consumes?: string | readonly string[];
    /** Media types to choose from by the request's Accept header; one that accepts none of them gets 406. */
    produces?: string | readonly string[];
    /** For a wrapped function, where its parameters come from: `{ page: RequestParam() }`. */
    params?: { readonly [parameter: string]: OnParam };
  }

  /** The options of {@link RequestMapping}. */
  export interface RequestMappingOptions extends MappingOptions {
    /** The HTTP methods, `RequestMethod.GET` or "GET"; all of them when left out. */
    method?: RequestMethod | readonly RequestMethod[];
  }

  /** Maps a method or an exported function to a path; on a class, the prefix of its methods' paths. */
  export const RequestMapping: OnClass &
    OnMethod &
    Called<OnClass & OnMethod & OnFunction, RequestMappingOptions, "path">;

  /**
   * Answers GET, and HEAD with it.
   *
   * `@GetMapping("/{id}") find(@PathVariable id) { … }`
   *
   * The handler's result is the response: an object or a list is sent as JSON, a string as text/plain, a
   * {@link ResponseEntity} as it is. It may be async.
   */
  export const GetMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Answers POST; see {@link GetMapping}. */
  export const PostMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Answers PUT; see {@link GetMapping}. */
  export const PutMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Answers DELETE; see {@link GetMapping}. */
  export const DeleteMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Answers PATCH; see {@link GetMapping}. */
  export const PatchMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** The HTTP methods by name: `RequestMethod.GET` is "GET". */
  export const RequestMethod: {
    /** Reads. */
    readonly GET: "GET";
    /** Reads the headers alone. */
    readonly HEAD: "HEAD";
    /** Sends something to be worked on. */
    readonly POST: "POST";
    /** Puts something in a place. */
    readonly PUT: "PUT";
    /** Changes a part. */
    readonly PATCH: "PATCH";
    /** Takes away. */
    readonly DELETE: "DELETE";
    /** Asks what is allowed. */
    readonly OPTIONS: "OPTIONS";
    /** Echoes; no handler needs it. */
    readonly TRACE: "TRACE";
  };

  export type RequestMethod = keyof typeof RequestMethod;

  // Parameters of handlers.

  /** The options of {@link PathVariable}. */
  export interface PathVariableOptions {
    /** The name of the placeholder; by default that of the parameter. */
    name?: string;
    /** Its type, if the declaration has none. */
    type?: TypeOption;
    /** Constraints of the value: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
  }

  /** Binds a `{placeholder}` of the path: a string, int, float, bool, Date or enum. One that does not fit gets 400. */
  export const PathVariable: OnParam & Called<OnParam, PathVariableOptions, "name">;

  /** The options of {@link RequestParam}. */
  export interface RequestParamOptions {
    /** Its name in the request; the default is the parameter's. */
    name?: string;
    /**
     * Whether a request without it gets 400. True, unless the parameter has a default or may be null. A text is what a
     * client is told instead of "is required".
     */
    required?: boolean | string;
    /** The value if it is missing. */
    defaultValue?: unknown;
    /** Where to look: "request" (the query, then a form), "get" (query), "post" (form), "cookie" or "header". */
    source?: "request" | "get" | "post" | "cookie" | "header";
    /** Its type, if the declaration has none. */
    type?: TypeOption;
    /** Constraints of the value: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
    /** Constraints of each item of a list, or each value of a record. */
    each?: Validation | readonly Validation[];
  }

  /**
   * Binds a value of the query, a form, a cookie or a header. One that is missing or does not fit gets 400.
   *
   * `@GetMapping list(@RequestParam page: int = 1,` `@RequestParam("X-Tenant", { source: "header" }) tenant: string) { … }`
   */
  export const RequestParam: OnParam & Called<OnParam, RequestParamOptions, "name">;

  /** The options of {@link RequestBody}. */
  export interface RequestBodyOptions {
    /** Hands the raw text to a constructor that takes one string, whatever the Content-Type says; false. */
    disableParsing?: boolean;
    /** Its type, if the declaration has none. */
    type?: TypeOption;
    /** Constraints of the value: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
    /** Constraints of each item of a list, or each value of a record. */
    each?: Validation | readonly Validation[];
  }

  /**
   * Binds the whole body: to an instance of a class, to a list or an object, or to a `string` for the raw
   * text. A body that is malformed or does not fit gets 400, with every wrong field named.
   *
   * `@PostMapping create(@RequestBody user: User) { … }`
   */
  export const RequestBody: OnParam & Called<OnParam, RequestBodyOptions, "disableParsing">;

  /** The options of {@link JsonProperty}. */
  export interface JsonPropertyOptions {
    /** The key in JSON; the default is the field's name. */
    name?: string;
    /** Further keys that it is read from. */
    aliases?: string | readonly string[];
    /**
     * Whether a body without it gets 400. True, unless the field has a default or may be null. A text is what a client is
     * told instead of "is required".
     */
    required?: boolean | string;
    /** Whether null is a value. Where it is not, null counts as not sent; with false it gets 400. */
    nillable?: boolean;
    /** The class of a list's items. */
    listClass?: AnyClass;
    /** Its type, if the declaration has none. */
    type?: TypeOption;
    /** Constraints of the value: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
    /** Constraints of each item of a list, or each value of a record. */
    each?: Validation | readonly Validation[];
  }

  /**
   * Says how a field is called in JSON, and what a request body has to say of it: `@JsonProperty("first_name") firstName;`
   *
   * A field that is `private` or `protected` is no part of the data: it is not sent, and no body sets it. This makes it
   * one, on a field as on a parameter of the constructor: `constructor(@JsonProperty private hash = "")`.
   */
  export const JsonProperty: OnProperty & OnParam & Called<OnProperty & OnParam, JsonPropertyOptions, "name">;

  /**
   * Keeps a field to the application: it is not sent, as JSON, as XML or to agents, no body sets it, and no schema has it. It
   * stands on a public field, or a parameter of the constructor that makes one; what is `private` or `protected` needs
   * none. A row class keeps it in its table all the same.
   *
   * `@JsonIgnore passwordHash = "";`
   */
  export const JsonIgnore: OnField & OnParam & (() => OnField & OnParam);

  /** The options of {@link XmlRoot}. */
  export interface XmlRootOptions {
    /** The element's name. */
    name: string;
  }

  /** Lets a class be bound only to XML whose root element has that name: `@XmlRoot("order")`. */
  export const XmlRoot: CalledWith<OnClass, XmlRootOptions, "name">;

  /** The options of {@link XmlElement}. */
  export interface XmlElementOptions {
    /** The element's name; the default is the key in JSON. Of a list with a wrapper, that of its items. */
    name?: string;
    /** An element around the items of a list. */
    wrapper?: string;
  }

  /**
   * Says which element of an XML body a field is read from. Without it, that is the element called as in JSON.
   *
   * `@XmlElement({ wrapper: "lines", name: "line" }) lines: list<Line>;`
   */
  export const XmlElement: OnProperty & Called<OnProperty, XmlElementOptions, "name">;

  /** The options of {@link XmlAttribute}. */
  export interface XmlAttributeOptions {
    /** The attribute's name; the default is the key in JSON. */
    name?: string;
  }

  /** Reads a field from an attribute of its element in an XML body: `@XmlAttribute id: int;` */
  export const XmlAttribute: OnProperty & Called<OnProperty, XmlAttributeOptions, "name">;

  /** Reads a field from the text of its element in an XML body, beside attributes: `<price currency="EUR">9.50</price>`. */
  export const XmlValue: OnProperty & (() => OnProperty);
}
