// WebAssembly: modules that are compiled to machine code, as in browsers. A .wasm file can be imported:
//
//     import module from "./resize.wasm";
//     const { exports } = new WebAssembly.Instance(module, imports);

/** The module in the file. It is compiled when the importing script loads. */
declare module "*.wasm" {
  /** The module in the file. It is compiled when the importing script loads. */
  const module: WebAssembly.Module;
  export default module;
}

/**
 * Compiles and runs modules. Numbers go both ways; an i64 is a bigint. Several results are an array. Exception handling, threads
 * and 64-bit memories are not supported: a module that uses them does not compile.
 */
declare namespace WebAssembly {
  /** A type of values. `anyfunc` is a reference to a function of a module. */
  type ValueType = "i32" | "i64" | "f32" | "f64" | "v128" | "externref" | "anyfunc";
  /** The kind of something that is imported or exported. */
  type ImportExportKind = "function" | "table" | "memory" | "global";
  /** What a module imports, by the name of the module and then its own. */
  type Imports = Record<string, Record<string, unknown>>;
  /** What an instance exports. Functions throw a {@link RuntimeError} when they trap. */
  type Exports = Record<string, any>;
  /** The bytes of a module. They are copied. */
  type BufferSource = ArrayBuffer | ArrayBufferView;

  /** The bytes are not a module, or one that uses what is not supported, or that is too large. */
  class CompileError extends Error {}
  /** The imports are not what the module needs. */
  class LinkError extends Error {}
  /** A function has trapped: an access out of bounds, a division by zero, an unreachable instruction. */
  class RuntimeError extends Error {}

  /** A compiled module. All workers of the process share its code. */
  class Module {
    /** Compiles while the handler waits; {@link compile} does not. */
    constructor(bytes: BufferSource);
    /** Lists what a module exports. */
    static exports(module: Module): { name: string; kind: ImportExportKind }[];
    /** Lists what a module imports. */
    static imports(module: Module): { module: string; name: string; kind: ImportExportKind }[];
    /** Returns copies of the custom sections that have a name. */
    static customSections(module: Module, sectionName: string): ArrayBuffer[];
  }

  /** An instance of a module. It belongs to the worker that made it. */
  class Instance {
    /** Makes an instance, and runs its start function. */
    constructor(module: Module, importObject?: Imports);
    readonly exports: Exports;
  }

  /** A memory that modules and scripts share. */
  class Memory {
    /** Makes a memory; sizes are in pages of 64 KiB. */
    constructor(descriptor: { initial: number; maximum?: number });
    /** The bytes, without a copy. When the memory grows, this buffer has no bytes any more, and there is a new one. */
    readonly buffer: ArrayBuffer;
    /** Adds pages of 64 KiB, and returns how many there were. Throws a RangeError beyond a limit. */
    grow(delta: number): number;
  }

  /** A table of references. */
  class Table {
    /** Makes a table; sizes are in elements. */
    constructor(descriptor: { element: "anyfunc" | "externref"; initial: number; maximum?: number }, value?: unknown);
    readonly length: number;
    /** Returns an element: a function or null, or a value. */
    get(index: number): any;
    /** Sets an element: to an exported function or null, or to a value. */
    set(index: number, value?: unknown): void;
    /** Adds elements, and returns how many there were. */
    grow(delta: number, value?: unknown): number;
  }

  /** A variable that modules and scripts share. */
  class Global {
    constructor(descriptor: { value: ValueType; mutable?: boolean }, value?: unknown);
    value: any;
    valueOf(): any;
  }

  /** The type of an exception. Modules can neither import nor export it. */
  class Tag {
    constructor(descriptor: { parameters: ValueType[] });
  }

  /** An exception with a tag. Modules cannot catch it: it passes through them. */
  class Exception {
    constructor(tag: Tag, payload: unknown[], options?: { traceStack?: boolean });
    /** Reports whether the exception has a tag. */
    is(tag: Tag): boolean;
    /** Returns a value of the exception. */
    getArg(tag: Tag, index: number): any;
  }

  /** The tag of what scripts throw. */
  const JSTag: Tag;

  /** Compiles a module, while the worker does other things. */
  function compile(bytes: BufferSource): Promise<Module>;
  /** Compiles a module from a response, whose type has to be application/wasm. */
  function compileStreaming(source: Response | Promise<Response>): Promise<Module>;
  /** Makes an instance of a module. */
  function instantiate(module: Module, importObject?: Imports): Promise<Instance>;
  /** Compiles a module and makes an instance of it. */
  function instantiate(bytes: BufferSource, importObject?: Imports): Promise<{ module: Module; instance: Instance }>;
  /** Compiles a module from a response, whose type has to be application/wasm, and makes an instance of it. */
  function instantiateStreaming(source: Response | Promise<Response>, importObject?: Imports): Promise<{ module: Module; instance: Instance }>;
  /** Reports whether bytes are a module that can be compiled. */
  function validate(bytes: BufferSource): boolean;
}
