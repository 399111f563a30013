/** One key of the configuration. */
import type { z } from 'zod';

export interface Setting<T extends z.ZodType = z.ZodType> {
  readonly schema: T;
  readonly meaning: string;
  /** Must not be shown. */
  readonly isSecret?: true;
  /** Has no effect. Accepted for configurations that were written for Quine. */
  readonly idle?: Idle;
}

export interface Idle {
  /** Why it has no effect here, and what to do instead. */
  readonly why: string;
  /** Whether the server already behaves as `value` requests, or the difference is not noticeable. */
  isHarmless(value: unknown): boolean;
}

export function setting<T extends z.ZodType>(schema: T, meaning: string): Setting<T> {
  return { schema, meaning };
}

export function secretSetting<T extends z.ZodType>(schema: T, meaning: string): Setting<T> {
  return { schema, meaning, isSecret: true };
}
