/**
 * The body of a request to create an ingest stream, first API version. The schema of each kind of source provides the
 * validation, the defaults and, through packages/api, the documentation.
 */
import { z } from 'zod';
import { withoutNulls } from '@weir/formats/forms';
import type { SourceDeclaration, SourceVersion1 } from '@weir/formats/kinds';
import type { FileFormatV1, StreamedFormatV1 } from '@weir/formats/version1';
import { BUILT_IN_SOURCES } from '../source-declarations.js';

/** By their types in version 1, which extensions do not have. */
export const SOURCES_OF_VERSION_1: ReadonlyMap<string, SourceVersion1> = new Map(
  (BUILT_IN_SOURCES as readonly SourceDeclaration[]).flatMap(({ version1 }) =>
    version1 === undefined ? [] : [[version1.type, version1]],
  ),
);

/** The fields of every kind; each kind has others. */
export type IngestDefinitionV1 = {
  readonly type: string;
  readonly format: FileFormatV1 | StreamedFormatV1;
  readonly maximumPerSecond?: number | undefined;
} & ({ readonly parallelism: number } | { readonly writeParallelism: number });

const members = [...SOURCES_OF_VERSION_1.values()].map(({ schema }) => schema);

export const ingestDefinitionV1 = z
  .preprocess(
    withoutNulls,
    z.discriminatedUnion('type', members as [z.ZodObject<{ type: z.ZodLiteral<string> }>]),
  )
  .meta({ id: 'IngestStreamDefinition' }) as unknown as z.ZodType<IngestDefinitionV1>;
