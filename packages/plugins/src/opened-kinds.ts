/** Opens kinds that an extension provides as the program does, with fields as users write them. For tests. */
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment } from '@weir/platform/testing';
import { z } from 'zod';
import type { Destination, DestinationContext } from './destinations/destination-kind.js';
import type { AnyDestinationKind, AnySourceKind } from './extension.js';
import type { IngestSource } from './sources/ingest-source.js';
import type { SourceContext } from './sources/source-kind.js';

/**
 * Checks a definition and creates a source, which the caller opens.
 * @param context in place of a test's clock, rules that allow every address, and so on.
 */
export async function sourceOf(
  kind: AnySourceKind,
  fields: object,
  context: Partial<SourceContext> = {},
): Promise<IngestSource> {
  const allowed = (path: string): Promise<string> => Promise.resolve(path);
  const whole: SourceContext = {
    stream: 'test',
    ...surroundings(),
    files: { check: allowed, checkDirectory: allowed },
    isTrial: false,
    ...context,
  };
  const definition = checked(kind, fields);
  await kind.check?.(definition, whole);
  return kind.open(definition, whole);
}

/** As `sourceOf`, for a destination, which is open. */
export async function destinationOf(
  kind: AnyDestinationKind,
  fields: object,
  context: Partial<DestinationContext> = {},
): Promise<Destination> {
  return kind.open(checked(kind, fields), {
    name: 'test',
    origin: { stream: 'test' },
    ...surroundings(),
    signal: new AbortController().signal,
    ...context,
  });
}

function checked(kind: AnySourceKind | AnyDestinationKind, fields: object): Record<string, unknown> {
  return z.strictObject(kind.fields(z)).parse(fields);
}

function surroundings() {
  return { environment: new TestEnvironment(), outgoing: new OutgoingPolicy(OPEN_RULES) };
}
