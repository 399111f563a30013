/** Random walks along edges, one or all. */
import { optional } from '@weir/definitions';
import type { NodeId } from '@weir/model';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';
import type { PastTime } from './cypher.js';

/** How a walk goes. */
export interface WalkOptions extends PastTime {
  /** Steps; default 10. */
  readonly length?: number | undefined;
  /** What is told of each node: a query over `thisNode`; default: its id. */
  readonly query?: string | undefined;
  /** The chance to go back is divided by it; 0: never. Default 1. */
  readonly returnBias?: number | undefined;
  /** The chance to leave the neighbourhood is divided by it; 0: never stay. Default 1. */
  readonly inOutBias?: number | undefined;
  /** The same one again gives the same walk. */
  readonly seed?: string | undefined;
}

export interface SavedWalkOptions extends WalkOptions {
  /** Walks from each node; default 5. */
  readonly count?: number | undefined;
  /** Walks at a time; default 16. */
  readonly parallelism?: number | undefined;
}

/** @param object makes schemas of objects, which refuse unknown fields or not. */
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
