/** The form of a kind of destination for results in version 1 of the API. */
import type { ResultSink } from '@weir/plugins';
import type { z } from 'zod';
import type { OutputStructure } from '../forms/output-format.js';
import type { SinkContext } from './sink-context.js';

export interface DestinationVersion1<S extends z.ZodObject = z.ZodObject, D = unknown> {
  readonly type: string;
  /** The whole definition of an output. Fields are in output order. */
  readonly schema: S;
  /** Fields that may be variables of a recipe. Default: none. */
  readonly variables?: readonly string[];
  /** Whether its definitions say that retractions are omitted, for which version 2 has a filter. */
  readonly hasFilter?: boolean;
  toVersion2(output: z.output<S>): DestinationOfVersion1<D>;
  /**
   * @param onlyMatches only with `hasFilter`.
   * @returns `undefined` if version 1 has no such output.
   */
  fromVersion2(destination: D, structure: OutputStructure, onlyMatches: boolean): z.output<S> | undefined;
  /** Creates the sink of an output that version 2 cannot fully express. Default: the sink of the destination. */
  makeSink?(output: z.output<S>, context: SinkContext): Promise<ResultSink>;
}

export interface DestinationOfVersion1<D> {
  readonly destination: D;
  /** Whether it receives only the data, without metadata. */
  readonly isBare: boolean;
  readonly onlyMatches?: boolean;
}
