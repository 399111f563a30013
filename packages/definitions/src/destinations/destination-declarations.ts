/**
 * All kinds of destinations, by type: built-in ones, each declared by the package of its technology, and ones from
 * extensions.
 */
import { kinesisDestination, snsDestination, sqsDestination } from '@weir/aws';
import { fileDestination, printDestination } from '@weir/files';
import type { DestinationDeclaration } from '@weir/formats/kinds';
import { declareMessageDestination } from '@weir/formats/messages';
import { kafkaDestination } from '@weir/kafka';
import { cypherDestination, dropDestination } from '@weir/local';
import { natsDestination } from '@weir/nats';
import type { AnyDestinationKind } from '@weir/plugins';
import { destinationKinds } from '@weir/plugins/registry';
import { framedDestination, httpDestination, slackDestination, webSocketDestination } from '@weir/web';
import { z } from 'zod';

/** In the order of the documentation. */
export const BUILT_IN_DESTINATIONS = [
  printDestination,
  fileDestination,
  httpDestination,
  cypherDestination,
  kafkaDestination,
  natsDestination,
  kinesisDestination,
  snsDestination,
  sqsDestination,
  webSocketDestination,
  framedDestination,
  slackDestination,
  dropDestination,
] as const;

/** Results that a kind of an extension receives together unless it says otherwise. */
const BATCH = 256;

let declared: ReadonlyMap<string, DestinationDeclaration> | undefined;

/** Returns all kinds by type. After the first call, extensions can no longer add kinds. */
export function destinationDeclarations(): ReadonlyMap<string, DestinationDeclaration> {
  const builtIn = BUILT_IN_DESTINATIONS as readonly unknown[] as readonly DestinationDeclaration[];
  declared ??= new Map(
    [...builtIn, ...destinationKinds.all().map(declarationOf)].map(each => [each.type, each]),
  );
  return declared;
}

function declarationOf(kind: AnyDestinationKind): DestinationDeclaration {
  const { type, title, description, fields, secrets, batch = BATCH } = kind;
  const about = { ...(title === undefined ? {} : { 'x-label': title }), description };
  return declareMessageDestination({
    type,
    results: ({ form, resultFormat: format }) =>
      form.member({ type: z.literal(type), ...fields(z), format }).meta(about),
    deadLetters: ({ form, outputFormat }) =>
      form.member({ type: z.literal(type), ...fields(z), outputFormat }).meta(about),
    ...(secrets === undefined ? {} : { secrets }),
    supports: () => ({ order: true, retry: true, batch }),
    nameOf: () => type,
    open: async (destination, context) => kind.open(destination as never, context),
  });
}
