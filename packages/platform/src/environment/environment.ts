/**
 * The graph's interface to the outside world. Injected everywhere, so that a whole graph can run in one thread under a
 * test's clock and a seeded scheduler. packages/runtime has the only adapter to the real world.
 */
import type { Tracing } from './tracing.js';

export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds from any start, with fractions, for measuring; callers fall back to `now` if absent. */
  precise?(): number;
}

export interface Randomness {
  /** Uniform in [0, 1). */
  next(): number;
  /** A fresh random (version 4) UUID in text form. */
  uuid(): string;
  /** The 16 bytes of a fresh random (version 4) UUID as a string, one character (U+0000 to U+00FF) for each. */
  bytes16(): string;
}

export interface Scheduler {
  /** Runs `task` soon, after the current one; tasks of one caller run in the order submitted. */
  soon(task: () => void): void;
  /** Runs `task` after `millis`; the returned function cancels it. */
  after(millis: number, task: () => void): () => void;
}

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';

export interface Logger {
  log(level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface Environment {
  readonly clock: Clock;
  readonly random: Randomness;
  readonly scheduler: Scheduler;
  readonly logger: Logger;
  /** If absent, nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

export const SILENT: Logger = { log: () => undefined };
