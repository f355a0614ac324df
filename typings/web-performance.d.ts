/// <reference path="web.d.ts" />

// The clock, and the timeline of what scripts mark and measure. Times are milliseconds since Performance.timeOrigin, with fractions.

/** What is on the timeline of {@link performance}. */
declare class PerformanceEntry {
  protected constructor();
  /** The name that it was given. */
  readonly name: string;
  /** "mark" or "measure". */
  readonly entryType: string;
  /** When it begins. */
  readonly startTime: number;
  /** How long it lasts; 0 of a mark. */
  readonly duration: number;
  /** Returns its members as a plain object. */
  toJSON(): any;
}

/** The options of a mark. */
interface PerformanceMarkOptions {
  /** A value that goes with it. It is copied as by `structuredClone`. */
  detail?: unknown;
  /** When it is; now by default. */
  startTime?: number;
}

/** A point in time. */
declare class PerformanceMark extends PerformanceEntry {
  /** Creates a mark that is not on the timeline. Throws a TypeError if the time is negative or no number. */
  constructor(markName: string, markOptions?: PerformanceMarkOptions);
  /** The value that goes with it; null if there is none. */
  readonly detail: any;
}

/** The options of a measure. It needs a start or an end, and has two of start, end and duration at most. */
interface PerformanceMeasureOptions {
  /** A value that goes with it. It is copied as by `structuredClone`. */
  detail?: unknown;
  /** When it begins, or the name of a mark. */
  start?: string | number;
  /** How long it lasts. */
  duration?: number;
  /** When it ends, or the name of a mark; now by default. */
  end?: string | number;
}

/** The time between two points. */
declare class PerformanceMeasure extends PerformanceEntry {
  private constructor();
  /** The value that goes with it; null if there is none. */
  readonly detail: any;
}

/** Entries that an observer is told of. */
declare class PerformanceObserverEntryList {
  private constructor();
  /** Returns the entries, the earliest first. */
  getEntries(): PerformanceEntry[];
  /** Returns those of a name, and of a type if one is given. */
  getEntriesByName(name: string, type?: string): PerformanceEntry[];
  /** Returns those of a type. */
  getEntriesByType(type: string): PerformanceEntry[];
}

/** What a {@link PerformanceObserver} is to be told of: types, or one type. Types that are not known are ignored. */
interface PerformanceObserverInit {
  /** The types. */
  entryTypes?: string[];
  /** One type. Further calls of `observe` add to it. */
  type?: string;
  /** Whether it is told of entries that are there already. It goes with `type`. */
  buffered?: boolean;
}

/** Is told of entries, after the code that has made them. */
declare class PerformanceObserver {
  /** Creates an observer. The first call says how many entries it was too late for. */
  constructor(callback: (entries: PerformanceObserverEntryList, observer: PerformanceObserver, options: { droppedEntriesCount?: number }) => void);
  /** Begins to observe. There can be 1,000 observers; a further one throws a DOMException named "QuotaExceededError". */
  observe(options: PerformanceObserverInit): void;
  /** Ends it. */
  disconnect(): void;
  /** Returns the entries that it is yet to be told of, and forgets them. */
  takeRecords(): PerformanceEntry[];
  /** The types that there are. */
  static readonly supportedEntryTypes: readonly string[];
}

/** The type of {@link performance}. */
declare class Performance extends EventTarget {
  private constructor();
  /** The time at which the worker started, in milliseconds since 1970. */
  readonly timeOrigin: number;
  /** Returns the milliseconds since {@link timeOrigin}, with fractions. */
  now(): number;
  /** Puts a mark on the timeline. The timeline of a worker keeps the last 5,000 of each type, at least. */
  mark(markName: string, markOptions?: PerformanceMarkOptions): PerformanceMark;
  /**
   * Puts the time between two marks on the timeline: from the start of the worker if there is no first one, and until now if there is no second. Throws a
   * DOMException named "SyntaxError" if there is no mark of a name.
   */
  measure(measureName: string, startOrMeasureOptions?: string | PerformanceMeasureOptions, endMark?: string): PerformanceMeasure;
  /** Removes the marks of a name, or all. */
  clearMarks(markName?: string): void;
  /** Removes the measures of a name, or all. */
  clearMeasures(measureName?: string): void;
  /** Returns what is on the timeline, the earliest first. */
  getEntries(): PerformanceEntry[];
  /** Returns the entries of a name, and of a type if one is given. */
  getEntriesByName(name: string, type?: string): PerformanceEntry[];
  /** Returns the entries of a type. */
  getEntriesByType(type: string): PerformanceEntry[];
  /** Returns the time at which the clock started. */
  toJSON(): { timeOrigin: number };
}
/** A monotonic clock, and a timeline. */
declare var performance: Performance;
