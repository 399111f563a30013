/** Suites for kinds that an extension provides: from a definition, as users write it, to records and messages. */
import type { Destination, Message } from './destinations/destination-kind.js';
import type { AnyDestinationKind, AnySourceKind } from './extension.js';
import { destinationOf, sourceOf } from './opened-kinds.js';
import { describeIngestSource } from './sources/source-conformance.js';

export interface SourceKindHarness {
  /** The kind's own fields. */
  readonly definition: object;
  /** The records it returns: at least five different texts. */
  readonly records: readonly string[];
}

/** @param harness called before each test. */
export function describeSource(
  kind: AnySourceKind,
  harness: () => SourceKindHarness | Promise<SourceKindHarness>,
): void {
  describeIngestSource(kind.type, async () => {
    const { definition, records } = await harness();
    return { make: () => sourceOf(kind, definition), records };
  });
}

export interface DestinationKindHarness {
  /** The kind's own fields. */
  readonly definition: object;
  /** The texts that arrived, in order. Called after the destination was closed. */
  readonly arrived: () => readonly string[] | Promise<readonly string[]>;
}

/** @param harness called before each test. */
export function describeDestination(
  kind: AnyDestinationKind,
  harness: () => DestinationKindHarness | Promise<DestinationKindHarness>,
): void {
  describe(`destination: ${kind.type}`, () => {
    let given: DestinationKindHarness;
    beforeEach(async () => {
      given = await harness();
    });

    const open = (closing = new AbortController()): Promise<Destination> =>
      destinationOf(kind, given.definition, { signal: closing.signal });

    test('delivers every message once, in order', async () => {
      const destination = await open();
      for (const [from, to] of [
        [0, 1],
        [1, 40],
        [40, 42],
      ] as const)
        expect((await destination.write(messages(from, to))) ?? []).toEqual([]);
      await destination.close();
      expect(await given.arrived()).toEqual(texts(0, 42));
    });

    test('is opened again after it was closed, and continues', async () => {
      for (const [from, to] of [
        [0, 3],
        [3, 5],
      ] as const) {
        const destination = await open();
        await destination.write(messages(from, to));
        await destination.close();
      }
      expect(await given.arrived()).toEqual(texts(0, 5));
    });

    test('may be closed without a message, and after its signal', async () => {
      const closing = new AbortController();
      const destination = await open(closing);
      closing.abort();
      await destination.close();
      expect(await given.arrived()).toEqual([]);
    });
  });
}

function messages(from: number, to: number): Message[] {
  return texts(from, to).map((text, i) => ({
    id: `id-${from + i}`,
    isRetraction: false,
    data: Buffer.from(text),
    isText: true,
  }));
}

function texts(from: number, to: number): string[] {
  return Array.from({ length: to - from }, (_, i) => JSON.stringify({ n: from + i }));
}
