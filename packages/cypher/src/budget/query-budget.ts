/**
 * What a run has left of its limits. One object per run, of one shape: expressions, functions and operators take from
 * it, and what is over throws `cypher.budget-exceeded`.
 *
 * Steps are counted down in `left`, a few thousand at a time, so that a step costs a decrement; `look` counts those
 * thousands, and sees whether the run was called off or its time is over. A row begins with all of them (`refill`).
 *
 * Bytes are charged where values are made. Most of them are garbage soon, so at places where it is known what lives on
 * (a round of a loop, a row, a batch) the charge is set back to that: `settled` measures it, asked only when so much was
 * charged that it is worth it. What operators keep until they end is counted apart, in `held`.
 */
import { type Cancellation, type Clock, type Value, type ValueWalk, walkText, walkValue } from '@weir/model';
import { cypherError } from '../errors/index.js';
import { type QueryLimits, queryLimits } from './query-limits.js';

const STEPS_PER_LOOK = 4096;
/** Longer than this a row may not take, whatever its steps cost. */
const MILLIS_PER_ROW = 10_000;
/** A charge below it is not looked into: what the first `settled` of a loop waits for. */
export const WORTH_SETTLING = 8 * 1024 ** 2;

/** Of a value that is hashed. */
const BYTES_PER_STEP = 8;
/** An array that grows is there twice while it is copied. */
const GROWING = 2;

export const STRING_BYTES = 32;
export const ENTRY_BYTES = 8;

/** What can end a run from outside. */
export interface RunBounds {
  readonly clock?: Clock | undefined;
  readonly cancellation?: Cancellation | undefined;
  /** Milliseconds since the Unix epoch. */
  readonly deadline?: number | undefined;
}

const UNBOUNDED: RunBounds = {};

export class QueryBudget implements ValueWalk {
  left = STEPS_PER_LOOK;
  depth = 0;
  readonly maxDepth: number;
  readonly stringLength: number;
  readonly listLength: number;
  /** Charged, and not known to be garbage. */
  bytes = 0;
  private held = 0;
  private gone = 0;
  private spent = 0;
  private began = -1;
  private readonly stepLimit: number;
  private readonly byteLimit: number;
  private readonly bounds: RunBounds;
  /** Runs that wait for this one. */
  private readonly callers: number;

  /**
   * @param caller the budget of the run whose procedure starts this one. What the caller holds is no longer available.
   * @throws WeirError `cypher.budget-exceeded` when too many runs wait for each other.
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

  /** A new piece of work begins: a row, or a batch that is sorted or grouped. */
  refill(): void {
    this.left = STEPS_PER_LOOK;
    this.spent = 0;
    this.depth = 0;
    this.began = -1;
  }

  /** The work under way took many steps. */
  get isWorn(): boolean {
    return this.spent > 0;
  }

  step(): void {
    if (--this.left < 0) this.look();
  }

  steps(count: number): void {
    if ((this.left -= count) < 0) this.look();
  }

  look(): void {
    this.spent += STEPS_PER_LOOK - this.left;
    this.left = STEPS_PER_LOOK;
    const { cancellation, clock } = this.bounds;
    cancellation?.throwIfCancelled();
    if (this.spent > this.stepLimit) {
      throw exceeded('Steps', `takes more than ${this.stepLimit} steps for one row`);
    }
    if (clock !== undefined) this.lookAtClock();
  }

  /** For work whose steps can't be told. */
  lookAtClock(): void {
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

  /** So many bytes are about to be made. */
  made(bytes: number): void {
    if ((this.bytes += bytes) + this.held > this.byteLimit) throw this.tooMuch();
  }

  /** A string of so many characters is about to be made. */
  string(length: number): void {
    if (length > this.stringLength) {
      throw exceeded(
        'StringLength',
        `creates a string of ${length} characters, more than ${this.stringLength}`,
      );
    }
    if ((this.left -= length >>> 8) < 0) this.look();
    this.made(STRING_BYTES + length);
  }

  /** Two strings are about to be put together: a rope refers to them, so only the shorter one counts. */
  joined(left: string, right: string): void {
    const length = left.length + right.length;
    if (length > this.stringLength) this.string(length);
    this.made(STRING_BYTES + Math.min(left.length, right.length));
  }

  /** A list or map of so many entries is about to be made in one go. */
  list(length: number): void {
    this.room(length);
    if ((this.left -= length >>> 4) < 0) this.look();
    this.made(STRING_BYTES + ENTRY_BYTES * length);
  }

  /** A list or map is about to have so many entries. */
  room(length: number): void {
    if (length > this.listLength) {
      throw exceeded(
        'ListLength',
        `creates a list or map of ${length} elements, more than ${this.listLength}`,
      );
    }
  }

  /** Goes through a value. @returns its bytes with shared parts counted each time. */
  walk(value: Value): number {
    if (typeof value === 'string') walkText(value, this);
    return walkValue(value, this);
  }

  /** All bytes of a value are about to be hashed: they are put in one array first. */
  digest(value: Value): void {
    const bytes = typeof value === 'string' ? value.length : this.walk(value);
    if (this.bytes + this.held + GROWING * bytes > this.byteLimit) throw this.tooMuch();
    this.steps(Math.floor(bytes / BYTES_PER_STEP));
  }

  /** A value is about to be made a key of. */
  keyed(value: Value): void {
    if (typeof value === 'object' && value !== null) this.string(this.walk(value));
    else if (typeof value === 'string') this.string(value.length);
  }

  /** A value leaves the run: it is answered, stored or written out, its shared parts each time. */
  leaving(value: Value): void {
    if (typeof value !== 'object' || value === null) return;
    const bytes = walkValue(value, this);
    if (bytes > this.byteLimit) throw this.tooMuch();
  }

  /**
   * Of what was charged since `mark` (an earlier `bytes`), only these values live on. To be asked when the charge is
   * worth it, since what lives is gone through.
   * @returns the charge since `mark` that is worth it the next time: when as much was made anew.
   */
  settled(mark: number, values: readonly Value[]): number {
    const charged = this.bytes - mark;
    let living = 0;
    for (let i = 0; i < values.length && living < charged; i++) living += this.walk(values[i]!);
    if (living < charged) this.bytes = mark + living;
    return 2 * Math.min(living, charged) + WORTH_SETTLING;
  }

  /** The rows so far have gone: of what was charged, operators hold the rest. */
  passed(): void {
    this.gone += this.bytes;
    this.bytes = 0;
  }

  /** Of all rows until now, those that have gone too: what was charged, and did not turn out to be garbage. */
  get bytesMade(): number {
    return this.gone + this.bytes + this.held;
  }

  /** Counts what an operator keeps. */
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

/** What a run made of a `RangeError`: the stack was too small for it, or memory could not be had in one piece. */
export function stackOverflow(cause: RangeError): Error {
  return exceeded('Depth', `exceeds the limits of the runtime (${cause.message})`);
}
