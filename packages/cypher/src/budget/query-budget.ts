/**
 * The remaining limits of a run. One object per run, of one shape: expressions, functions and operators charge it, and
 * exceeding a limit throws `cypher.budget-exceeded`.
 *
 * - Steps are counted down in `left`, a few thousand at a time, so that a step costs a decrement. `check` counts these
 *   thousands, and checks for cancellation and the deadline. A row starts with all of them (`refill`).
 * - Bytes are charged where values are created. Most values soon become garbage, so where the surviving values are
 *   known (a round of a loop, a row, a batch) the charge is reduced to their size: `settled` measures it, and is called
 *   only once the charge is large enough. Values that operators keep until they end are counted separately, in `held`.
 */
import { type Value, type ValueWalk, walkText, walkValue } from '@weir/model';
import { type Cancellation, type Clock } from '@weir/platform';
import { cypherError } from '../errors/index.js';
import { type QueryLimits, queryLimits } from './query-limits.js';

const STEPS_PER_CHECK = 4096;
/** Maximum time per row, whatever its steps cost. */
const MILLIS_PER_ROW = 10_000;
/** Smaller charges are not examined: the threshold for the first `settled` of a loop. */
export const WORTH_SETTLING = 8 * 1024 ** 2;

/** Bytes of a hashed value per step. */
const BYTES_PER_STEP = 8;
/** A growing array exists twice while it is copied. */
const GROWING = 2;

export const STRING_BYTES = 32;
export const ENTRY_BYTES = 8;

/** External limits of a run. */
export interface RunBounds {
  readonly clock?: Clock | undefined;
  readonly cancellation?: Cancellation | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly deadline?: number | undefined;
}

const UNBOUNDED: RunBounds = {};

export class QueryBudget implements ValueWalk {
  left = STEPS_PER_CHECK;
  depth = 0;
  readonly maxDepth: number;
  readonly stringLength: number;
  readonly listLength: number;
  /** Charged bytes not known to be garbage. */
  bytes = 0;
  private held = 0;
  private leftBytes = 0;
  private spent = 0;
  private began = -1;
  private readonly stepLimit: number;
  private readonly byteLimit: number;
  private readonly bounds: RunBounds;
  /** Number of runs that wait for this one. */
  private readonly callers: number;

  /**
   * @param caller the budget of the run whose procedure starts this one. Bytes held by the caller are not available.
   * @throws WeirError `cypher.budget-exceeded` if too many runs wait for each other.
   */
  constructor(limits: QueryLimits = queryLimits(), bounds: RunBounds = UNBOUNDED, caller?: QueryBudget) {
    this.maxDepth = limits.depth;
    this.stringLength = limits.stringLength;
    this.listLength = limits.listLength;
    this.stepLimit = limits.steps;
    this.byteLimit = caller === undefined ? limits.bytes : caller.bytesLeft;
    this.bounds = bounds;
    this.callers = caller === undefined ? 0 : caller.callers + 1;
    if (this.callers > limits.innerQueries) {
      throw exceeded('InnerQueries', `nests queries from text more than ${limits.innerQueries} levels deep`);
    }
  }

  private get bytesLeft(): number {
    return Math.max(0, this.byteLimit - this.bytes - this.held);
  }

  /** Starts a new unit of work: a row, or a batch that is sorted or grouped. */
  refill(): void {
    this.left = STEPS_PER_CHECK;
    this.spent = 0;
    this.depth = 0;
    this.began = -1;
  }

  /** Whether the current work has taken many steps. */
  get isWorn(): boolean {
    return this.spent > 0;
  }

  step(): void {
    if (--this.left < 0) this.check();
  }

  steps(count: number): void {
    if ((this.left -= count) < 0) this.check();
  }

  check(): void {
    this.spent += STEPS_PER_CHECK - this.left;
    this.left = STEPS_PER_CHECK;
    const { cancellation, clock } = this.bounds;
    cancellation?.throwIfCancelled();
    if (this.spent > this.stepLimit) {
      throw exceeded('Steps', `takes more than ${this.stepLimit} steps for one row`);
    }
    if (clock !== undefined) this.checkClock();
  }

  /** For work whose steps are unknown. */
  checkClock(): void {
    const { deadline, clock } = this.bounds;
    if (clock === undefined) return;
    const now = clock.now();
    if (deadline !== undefined && now >= deadline) {
      throw cypherError('cypher.timeout', 'The query exceeded its time limit.');
    }
    if (this.began < 0) this.began = now;
    else if (now - this.began > MILLIS_PER_ROW) {
      throw exceeded('Time', `runs for more than ${MILLIS_PER_ROW} ms without a pause`);
    }
  }

  tooDeep(): never {
    this.depth = 0;
    throw exceeded('Depth', `nests lists or maps more than ${this.maxDepth} levels deep`);
  }

  /** Call before creating this many bytes. */
  made(bytes: number): void {
    if ((this.bytes += bytes) + this.held > this.byteLimit) throw this.tooMuch();
  }

  /** Call before creating a string of this length. */
  string(length: number): void {
    if (length > this.stringLength) {
      throw exceeded(
        'StringLength',
        `creates a string of ${length} characters, more than ${this.stringLength}`,
      );
    }
    if ((this.left -= length >>> 8) < 0) this.check();
    this.made(STRING_BYTES + length);
  }

  /** Call before concatenating two strings: a rope references them, so only the shorter one counts. */
  joined(left: string, right: string): void {
    const length = left.length + right.length;
    if (length > this.stringLength) this.string(length);
    this.made(STRING_BYTES + Math.min(left.length, right.length));
  }

  /** Call before creating a list or map with this many entries in one operation. */
  list(length: number): void {
    this.room(length);
    if ((this.left -= length >>> 4) < 0) this.check();
    this.made(STRING_BYTES + ENTRY_BYTES * length);
  }

  /** Call before a list or map grows to this many entries. */
  room(length: number): void {
    if (length > this.listLength) {
      throw exceeded(
        'ListLength',
        `creates a list or map of ${length} elements, more than ${this.listLength}`,
      );
    }
  }

  /** Walks a value. @returns its size in bytes; shared parts count each time. */
  walk(value: Value): number {
    if (typeof value === 'string') walkText(value, this);
    return walkValue(value, this);
  }

  /** Call before hashing all bytes of a value: they are copied into one array first. */
  digest(value: Value): void {
    const bytes = typeof value === 'string' ? value.length : this.walk(value);
    if (this.bytes + this.held + GROWING * bytes > this.byteLimit) throw this.tooMuch();
    this.steps(Math.floor(bytes / BYTES_PER_STEP));
  }

  /** Call before computing a key of a value. */
  keyed(value: Value): void {
    if (typeof value === 'object' && value !== null) this.string(this.walk(value));
    else if (typeof value === 'string') this.string(value.length);
  }

  /** Call when a value leaves the run, as a result, in the store or in an output; shared parts count each time. */
  leaving(value: Value): void {
    if (typeof value !== 'object' || value === null) return;
    const bytes = walkValue(value, this);
    if (bytes > this.byteLimit) throw this.tooMuch();
  }

  /**
   * States that of the bytes charged since `mark` (an earlier `bytes`), only these values survive. Walks them, so call
   * it only when the charge is worth it.
   * @returns the charge since `mark` at which the next call is worthwhile: when as many bytes were newly allocated.
   */
  settled(mark: number, values: readonly Value[]): number {
    const charged = this.bytes - mark;
    let living = 0;
    for (let i = 0; i < values.length && living < charged; i++) living += this.walk(values[i]!);
    if (living < charged) this.bytes = mark + living;
    return 2 * Math.min(living, charged) + WORTH_SETTLING;
  }

  /** The rows so far have left the run; operators hold the remaining charged bytes. */
  passed(): void {
    this.leftBytes += this.bytes;
    this.bytes = 0;
  }

  /** Bytes charged for all rows so far, also after they have left, without known garbage. */
  get bytesMade(): number {
    return this.leftBytes + this.bytes + this.held;
  }

  /** Charges bytes that an operator keeps. */
  hold(bytes: number): void {
    this.held += bytes;
    if (bytes > 0 && this.bytes + this.held > this.byteLimit) throw this.tooMuch();
  }

  private tooMuch(): Error {
    return exceeded('Bytes', `needs more than about ${this.byteLimit} bytes of memory`);
  }
}

function exceeded(detail: string, message: string): Error {
  return cypherError(
    'cypher.budget-exceeded',
    `This query ${message}. Request less data at once, or raise the limit (see limits of one query)`,
    undefined,
    detail,
  );
}

/** Converts a `RangeError` of a run: the stack was exhausted, or a contiguous block of memory was not available. */
export function stackOverflow(cause: RangeError): Error {
  return exceeded('Depth', `exceeds the limits of the runtime (${cause.message})`);
}
