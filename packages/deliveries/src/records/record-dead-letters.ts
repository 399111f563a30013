/**
 * Delivers records that an ingest stream could not read to all destinations of its definition, one batch at a time.
 * Destinations retry temporary failures. The caller receives the records that were not delivered; all others were.
 */
import type { DeadRecord, RecordDeadLetters, Undelivered } from '@weir/contract';
import { type DeadLetterDestination, destinationDeclarations } from '@weir/definitions';
import { type DeadLetterContext, type Taker, type Untaken, untakenFrom } from '@weir/formats/kinds';
import { messageOf, SerialQueue, WeirError } from '@weir/platform';

export class DeadLetterQueue implements RecordDeadLetters {
  private readonly batches = new SerialQueue();
  private readonly stopped = new StopNotice();

  private constructor(private readonly takers: readonly Taker[]) {}

  /** @throws WeirError `output.invalid`, `output.file-not-allowed`. */
  static async open(
    destinations: readonly DeadLetterDestination[],
    context: DeadLetterContext,
  ): Promise<DeadLetterQueue> {
    const takers: Taker[] = [];
    try {
      for (const destination of destinations) takers.push(await openTaker(destination, context));
    } catch (error) {
      await Promise.all(takers.map(taker => taker.close()));
      throw error;
    }
    return new DeadLetterQueue(takers);
  }

  add(records: readonly DeadRecord[]): Promise<Undelivered> {
    return this.batches.run(async () => {
      const outcomes = await Promise.all(this.takers.map(taker => this.take(taker, records)));
      const undelivered = new Map<number, string[]>();
      outcomes.forEach((untaken, i) => {
        for (const [index, reason] of untaken) {
          const text = `${this.takers[i]!.name}: ${reason}`;
          undelivered.set(index, [...(undelivered.get(index) ?? []), text]);
        }
      });
      return undelivered;
    });
  }

  abort(): void {
    this.stopped.give();
    for (const taker of this.takers) taker.abort?.();
  }

  async close(): Promise<void> {
    await Promise.all(this.takers.map(taker => taker.close()));
  }

  private async take(taker: Taker, records: readonly DeadRecord[]): Promise<Untaken> {
    try {
      return await (this.stopped.isGiven
        ? this.stopped.notice
        : Promise.race([taker.take(records), this.stopped.notice]));
    } catch (error) {
      return untakenFrom(0, records.length, messageOf(error));
    }
  }
}

/** Rejects once the stream is stopped. */
class StopNotice {
  isGiven = false;
  give!: () => void;
  readonly notice = new Promise<never>((_, reject) => {
    this.give = () => {
      this.isGiven = true;
      reject(new Error('the stream was stopped before the record arrived'));
    };
  });

  constructor() {
    this.notice.catch(() => undefined);
  }
}

async function openTaker(destination: DeadLetterDestination, context: DeadLetterContext): Promise<Taker> {
  const kind = destinationDeclarations().get(destination.type);
  if (kind?.openDeadLetters !== undefined) return kind.openDeadLetters(destination, context);
  throw new WeirError('output.invalid', `No extension provides the destination ${destination.type}.`);
}
