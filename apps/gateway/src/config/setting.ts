/** One key of the configuration. */
import type { z } from 'zod';

export interface Setting<T extends z.ZodType = z.ZodType> {
  readonly schema: T;
  readonly meaning: string;
  /** Not to be shown. */
  readonly isSecret?: true;
  /** Nothing here reads it. Known for the sake of configurations that were written for Quine. */
  readonly idle?: Idle;
}

export interface Idle {
  /** Why it does nothing here, and what may be done instead. */
  readonly why: string;
  /** Whether what is asked for with `value` is so anyway, or makes no difference that anybody could miss. */
  isHarmless(value: unknown): boolean;
}

export function setting<T extends z.ZodType>(schema: T, meaning: string): Setting<T> {
  return { schema, meaning };
}

export function secretSetting<T extends z.ZodType>(schema: T, meaning: string): Setting<T> {
  return { schema, meaning, isSecret: true };
}
