/** Random walks along edges: one walk, or walks from all nodes. */
import { optional } from '@weir/definitions';
import type { NodeId } from '@weir/model';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';
import type { PastTime } from './cypher.js';

/** Options of a walk. */
export interface WalkOptions extends PastTime {
  /** Steps; default 10. */
  readonly length?: number | undefined;
  /** Query over `thisNode` whose result is returned for each node; default: its id. */
  readonly query?: string | undefined;
  /** Divisor of the probability of stepping back; 0: never. Default 1. */
  readonly returnBias?: number | undefined;
  /** Divisor of the probability of leaving the neighborhood; 0: never stay. Default 1. */
  readonly inOutBias?: number | undefined;
  /** The same seed gives the same walk. */
  readonly seed?: string | undefined;
}

export interface SavedWalkOptions extends WalkOptions {
  /** Walks from each node; default 5. */
  readonly count?: number | undefined;
  /** Walks at a time; default 16. */
  readonly parallelism?: number | undefined;
}

/** @param object creates object schemas, strict or lenient about unknown fields. */
function saveLocation(object: <T extends z.ZodRawShape>(shape: T) => z.ZodObject<T>) {
  return z.discriminatedUnion('type', [
    object({
      type: z.literal('LocalFile'),
      fileName: optional(z.string()).meta({
        description: 'Name of a new file; default: derived from the parameters',
      }),
    }),
    object({ type: z.literal('S3Bucket'), bucketName: z.string(), key: optional(z.string()) }),
  ]);
}

const saveLocationSchema = saveLocation(shape => z.object(shape)).meta({ id: 'SaveLocation' });
export const strictSaveLocationSchema = saveLocation(shape => z.strictObject(shape)).meta({
  id: 'SaveLocationV2',
});

export type SaveLocation = z.output<typeof saveLocationSchema>;

const topic = 'algorithm';

export const walkOperations = operations({
  generateRandomWalk: {
    topic,
    summary: 'Generate a random walk from a node',
    description: 'Edges are followed in both directions.',
    takes: typeOf<WalkOptions & { readonly node: NodeId }>(),
    answer: { description: 'The reported value of each node, in order', schema: z.array(z.string()) },
  },
  saveRandomWalks: {
    topic,
    summary: 'Generate random walks from all nodes and write them to a file',
    description:
      'Runs in the background. Each line is one walk: its first node, then the reported value of each node.',
    takes: typeOf<SavedWalkOptions>(),
    gives: typeOf<string>(),
    body: {
      kind: 'json',
      schema: saveLocationSchema,
      example: { type: 'LocalFile', fileName: 'walks.csv' },
    },
    status: 202,
    answer: { description: 'The walks are being written' },
  },
});

export type WalkOperations = typeof walkOperations;
