/**
 * All kinds of sources, by type: built-in ones, each declared by the package of its technology, and ones from
 * extensions.
 */
import { kinesisGroupSource, kinesisSource, s3Source, sqsSource } from '@weir/aws';
import { deltaSharingSource } from '@weir/delta-sharing';
import { fileSource, fileUploadSource, standardInputSource } from '@weir/files';
import type { SourceDeclaration } from '@weir/formats/kinds';
import { kafkaSource } from '@weir/kafka';
import { numberSource, sampleSource } from '@weir/local';
import { natsSource } from '@weir/nats';
import type { AnySourceKind } from '@weir/plugins';
import { sourceKinds } from '@weir/plugins/registry';
import { postgresSource } from '@weir/postgres';
import { eventSource, framedSource, webhookSource, webSocketSource } from '@weir/web';
import { z } from 'zod';

/** In the order of the documentation. */
export const BUILT_IN_SOURCES = [
  fileSource,
  standardInputSource,
  numberSource,
  sampleSource,
  eventSource,
  webSocketSource,
  natsSource,
  postgresSource,
  webhookSource,
  fileUploadSource,
  s3Source,
  kafkaSource,
  kinesisSource,
  kinesisGroupSource,
  sqsSource,
  framedSource,
  deltaSharingSource,
] as const;

let declared: ReadonlyMap<string, SourceDeclaration> | undefined;

/** Returns all kinds by type. After the first call, extensions can no longer add kinds. */
export function sourceDeclarations(): ReadonlyMap<string, SourceDeclaration> {
  declared ??= new Map(
    [...(BUILT_IN_SOURCES as readonly SourceDeclaration[]), ...sourceKinds.all().map(declarationOf)].map(
      each => [each.type, each],
    ),
  );
  return declared;
}

function declarationOf(kind: AnySourceKind): SourceDeclaration {
  const { type, title, description, fields, secrets, canBeShared, noDryRun } = kind;
  return {
    type,
    member: ({ form, streamingFormat: format, recordDecoders }) =>
      form
        .member({ type: z.literal(type), format, ...fields(z), recordDecoders })
        .meta({ ...(title === undefined ? {} : { 'x-label': title }), description }),
    ...(secrets === undefined ? {} : { secrets }),
    ...(canBeShared === undefined ? {} : { canBeShared }),
    ...(noDryRun === undefined ? {} : { noDryRun }),
    prepare: async (definition, context, stream) => {
      const { prepareExtensionSource } = await import('@weir/formats/sources');
      return prepareExtensionSource(kind, definition as { recordDecoders: [] }, context, stream);
    },
  };
}

export function shownSource(source: { readonly type: string }): object {
  return sourceDeclarations().get(source.type)?.shown?.(source) ?? source;
}
