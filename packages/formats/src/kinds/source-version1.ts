/** The form of a kind of source in version 1 of the API. */
import type { z } from 'zod';

export interface SourceVersion1<S extends z.ZodType = z.ZodType, D = unknown> {
  readonly type: string;
  /** The whole definition of a stream. Fields are in output order. */
  readonly schema: S;
  /** Fields that may be variables of a recipe. Default: none. */
  readonly variables?: readonly string[];
  /** Returns the source in version 2. */
  toVersion2(definition: z.output<S>): D;
  /** Returns the closest definition in version 1. */
  fromVersion2(source: D, stream: StreamV1): z.output<S>;
}

/** The fields of a stream that do not belong to its source. */
export interface StreamV1 {
  readonly query: string;
  readonly parameter: string;
  readonly parallelism: number;
  readonly maximumPerSecond: number | undefined;
}
