/** Routes, the parameters of handlers, and the form of bodies. */
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

  /** The options of {@link GetMapping} and the other mappings. */
  export interface MappingOptions {
    /** One path or several, relative to the path of the class: "/users/{id}"; "/files/{path:*}" matches the rest of the path. */
    path?: string | readonly string[];
    /** A name of the route, for logs. */
    name?: string;
    /** The accepted media types. A request with another Content-Type is answered with 415. */
    consumes?: string | readonly string[];
    /** The media types of the response, from which the Accept header of the request selects. A request that accepts none of them is answered with 406. */
    produces?: string | readonly string[];
    /** The sources of the parameters of a wrapped function: `{ page: RequestParam() }`. */
    params?: { readonly [parameter: string]: OnParam };
  }

  /** The options of {@link RequestMapping}. */
  export interface RequestMappingOptions extends MappingOptions {
    /** The HTTP methods, `RequestMethod.GET` or "GET". Default: all methods. */
    method?: RequestMethod | readonly RequestMethod[];
  }

  /** Maps a method or an exported function to a path. On a class, sets the prefix of the paths of its methods. */
  export const RequestMapping: OnClass &
    OnMethod &
    Called<OnClass & OnMethod & OnFunction, RequestMappingOptions, "path">;

  /**
   * Maps a method or an exported function to GET requests, and to HEAD requests.
   *
   * `@GetMapping("/{id}") find(@PathVariable id) { … }`
   *
   * The handler's result is the response: an object or a list is sent as JSON, a string as text/plain, a
   * {@link ResponseEntity} as it is. It may be async.
   */
  export const GetMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Maps a method or an exported function to POST requests; see {@link GetMapping}. */
  export const PostMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Maps a method or an exported function to PUT requests; see {@link GetMapping}. */
  export const PutMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Maps a method or an exported function to DELETE requests; see {@link GetMapping}. */
  export const DeleteMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** Maps a method or an exported function to PATCH requests; see {@link GetMapping}. */
  export const PatchMapping: OnMethod & Called<OnMethod & OnFunction, MappingOptions, "path">;

  /** The HTTP methods by name: `RequestMethod.GET` is "GET". */
  export const RequestMethod: {
    /** Reads a resource. */
    readonly GET: "GET";
    /** Reads only the headers of a resource. */
    readonly HEAD: "HEAD";
    /** Creates a resource, or processes data. */
    readonly POST: "POST";
    /** Replaces a resource, or creates it. */
    readonly PUT: "PUT";
    /** Changes a part of a resource. */
    readonly PATCH: "PATCH";
    /** Deletes a resource. */
    readonly DELETE: "DELETE";
    /** Asks for the allowed methods. */
    readonly OPTIONS: "OPTIONS";
    /** Returns the request as it was received. */
    readonly TRACE: "TRACE";
  };

  export type RequestMethod = keyof typeof RequestMethod;

  // Parameters of handlers.

  /** The options of {@link PathVariable}. */
  export interface PathVariableOptions {
    /** The name of the placeholder. Default: the name of the parameter. */
    name?: string;
    /** The type, if the declaration has none. */
    type?: TypeOption;
    /** A schema of zod, valibot, arktype or another library, which checks the value and makes what the handler gets. Not beside `type` and `validate`. */
    schema?: StandardSchema;
    /** Constraints of the value: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
  }

  /** Binds a `{placeholder}` of the path to a string, int, float, bool, Date or enum. An invalid value is answered with 400. */
  export const PathVariable: OnParam & Called<OnParam, PathVariableOptions, "name">;

  /** The options of {@link RequestParam}. */
  export interface RequestParamOptions {
    /** The name in the request. Default: the name of the parameter. */
    name?: string;
    /**
     * Whether a request without the value is answered with 400. Default: true, unless the parameter has a default value or
     * may be null. A text is the message for the client, instead of "is required".
     */
    required?: boolean | string;
    /** The value to use if the request does not contain one. */
    defaultValue?: unknown;
    /** Where to look: "request" (the query, then a form), "get" (query), "post" (form), "cookie" or "header". */
    source?: "request" | "get" | "post" | "cookie" | "header";
    /** The type, if the declaration has none. */
    type?: TypeOption;
    /** A schema of zod, valibot, arktype or another library, which checks the value and makes what the handler gets. Not beside `type`, `validate` and `each`. */
    schema?: StandardSchema;
    /** Constraints of the value: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
    /** Constraints of each item of a list, or each value of a record. */
    each?: Validation | readonly Validation[];
  }

  /**
   * Binds a value of the query, a form, a cookie or a header. A missing or invalid value is answered with 400. A class takes the fields within
   * its name, `?filter[status]=open`, of a query or a form.
   *
   * `@GetMapping list(@RequestParam page: int = 1,` `@RequestParam("X-Tenant", { source: "header" }) tenant: string) { … }`
   */
  export const RequestParam: OnParam & Called<OnParam, RequestParamOptions, "name">;

  /** The options of {@link RequestBody}. */
  export interface RequestBodyOptions {
    /** Passes the raw text to a constructor with one parameter of type string, whatever the Content-Type is. Default: false. */
    disableParsing?: boolean;
    /** What becomes of names in the body that nobody declared: "refuse" answers with 400. Default: server.json.unknown. */
    unknown?: "refuse" | "ignore";
    /** The type, if the declaration has none. */
    type?: TypeOption;
    /** A schema of zod, valibot, arktype or another library, which checks the value and makes what the handler gets. Not beside `type`, `validate` and `each`. */
    schema?: StandardSchema;
    /** Constraints of the value: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
    /** Constraints of each item of a list, or each value of a record. */
    each?: Validation | readonly Validation[];
  }

  /**
   * Binds the whole body to an instance of a class, a list or an object, or, as raw text, to a `string`. An invalid body
   * is answered with 400; the response names every invalid field.
   *
   * `@PostMapping create(@RequestBody user: User) { … }`
   */
  export const RequestBody: OnParam & Called<OnParam, RequestBodyOptions, "disableParsing">;

  /** The options of {@link JsonProperty}. */
  export interface JsonPropertyOptions {
    /** The key in JSON. Default: the name of the field. */
    name?: string;
    /** Further keys from which the field is read. */
    aliases?: string | readonly string[];
    /**
     * Whether a body without the field is answered with 400. Default: true, unless the field has a default value or may be
     * null. A text is the message for the client, instead of "is required".
     */
    required?: boolean | string;
    /** Whether null is a valid value. If it is not, null counts as missing; with an explicit false, null is answered with 400. */
    nillable?: boolean;
    /** Whether a text, number or boolean in JSON is read as the type of the field: "1" as an `int`. Default: server.json.coerce. */
    coerce?: boolean;
    /** The format of a text in the OpenAPI document, such as "date" or "uri". Nothing checks it. */
    format?: string;
    /** The class of the items of a list. */
    listClass?: AnyClass;
    /** The type, if the declaration has none. */
    type?: TypeOption;
    /** Constraints of the value: `[Min(1), Max(100)]`, or by name: `["email", "length(1, 80)", { min: 1 }]`. */
    validate?: Validation | readonly Validation[];
    /** Constraints of each item of a list, or each value of a record. */
    each?: Validation | readonly Validation[];
  }

  /**
   * Sets the name of a field in JSON, and the rules for it in request bodies: `@JsonProperty("first_name") firstName;`
   *
   * A `private` or `protected` field is not part of the data: it is neither written to responses nor read from bodies. This
   * decorator makes it part of the data, on a field or on a parameter of the constructor:
   * `constructor(@JsonProperty private hash = "")`.
   */
  export const JsonProperty: OnProperty & OnParam & Called<OnProperty & OnParam, JsonPropertyOptions, "name">;

  /**
   * Excludes a field from JSON, XML, results for agents, and schemas; bodies do not set it either. Used on a public field, or
   * on a parameter of the constructor that declares one; `private` and `protected` fields are excluded anyway. In a row class
   * the field is still a column of the table.
   *
   * `@JsonIgnore passwordHash = "";`
   */
  export const JsonIgnore: OnField & OnParam & (() => OnField & OnParam);

  /** The options of {@link XmlRoot}. */
  export interface XmlRootOptions {
    /** The name of the element. */
    name: string;
  }

  /** Requires that the root element of an XML body has this name: `@XmlRoot("order")`. */
  export const XmlRoot: CalledWith<OnClass, XmlRootOptions, "name">;

  /** The options of {@link XmlElement}. */
  export interface XmlElementOptions {
    /** The name of the element; for a list with a wrapper, of each item. Default: the key in JSON. */
    name?: string;
    /** The name of the element around the items of a list. */
    wrapper?: string;
  }

  /**
   * Sets the element of an XML body from which a field is read. Default: the element with the name of the key in JSON.
   *
   * `@XmlElement({ wrapper: "lines", name: "line" }) lines: list<Line>;`
   */
  export const XmlElement: OnProperty & Called<OnProperty, XmlElementOptions, "name">;

  /** The options of {@link XmlAttribute}. */
  export interface XmlAttributeOptions {
    /** The name of the attribute. Default: the key in JSON. */
    name?: string;
  }

  /** Reads a field from an attribute of its element in an XML body: `@XmlAttribute id: int;` */
  export const XmlAttribute: OnProperty & Called<OnProperty, XmlAttributeOptions, "name">;

  /** Reads a field from the text of the element in an XML body, for an element that also has attributes: `<price currency="EUR">9.50</price>`. */
  export const XmlValue: OnProperty & (() => OnProperty);
}
