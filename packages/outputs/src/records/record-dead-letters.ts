/**
 * Takes records that an ingest stream could not read to all destinations that its definition names, one batch at a time.
 * What does not arrive, after tries where trouble may pass, is told to the caller, record by record: the others are there.
 */
import type { DeadRecord, RecordDeadLetters, Undelivered } from '@weir/contract';
import type { DeadLetterDestination, ExtensionDeadLetterDestination } from '@weir/definitions';
import { destinationKinds } from '@weir/plugins/registry';
import { messageOf, SerialQueue, WeirError } from '@weir/model';
import { openFramedTaker } from '../framed/framed-dead-letters.js';
import { openFileTaker, openPrintTaker } from './file-dead-letters.js';
import { openEndpointTaker } from './http-dead-letters.js';
import { openWebSocketTaker } from './web-socket-dead-letters.js';
import type { DeadLetterContext } from './dead-letter-context.js';
import { type Taker, type Untaken, untakenFrom } from './dead-letter-taker.js';
import { openAwsTaker } from './aws-dead-letters.js';
import { openCypherTaker } from './cypher-dead-letters.js';
import { openKafkaTaker } from './kafka-dead-letters.js';
import { openNatsTaker } from './nats-dead-letters.js';
import { SlackTaker } from './slack-dead-letters.js';

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
        for (const [place, reason] of untaken) {
          const text = `${this.takers[i]!.name}: ${reason}`;
          undelivered.set(place, [...(undelivered.get(place) ?? []), text]);
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

/** Rejects once the stream was stopped. */
class StopNotice {
  isGiven = false;
  give!: () => void;
  readonly notice = new Promise<never>((_, reject) => {
    this.give = () => {
      this.isGiven = true;
      reject(new Error('the stream was stopped before it arrived'));
    };
  });

  constructor() {
    this.notice.catch(() => undefined);
  }
}

async function openTaker(destination: DeadLetterDestination, context: DeadLetterContext): Promise<Taker> {
  switch (destination.type) {
    case 'StandardOut':
      return openPrintTaker(context);
    case 'File':
      return openFileTaker(destination, context);
    case 'HttpEndpoint':
      return openEndpointTaker(destination, context);
    case 'WebSocket':
      return openWebSocketTaker(destination, context);
    case 'Kafka':
      return openKafkaTaker(destination, context);
    case 'NatsJetStream':
      return openNatsTaker(destination, context);
    case 'ReactiveStream':
      return openFramedTaker(destination, context);
    case 'Kinesis':
    case 'SNS':
    case 'SQS':
      return openAwsTaker(destination, context);
    case 'CypherQuery':
      return openCypherTaker(destination, context);
    case 'Slack':
      return new SlackTaker(destination, context);
    default:
      return openExtension(destination, context);
  }
}

async function openExtension(
  destination: ExtensionDeadLetterDestination,
  context: DeadLetterContext,
): Promise<Taker> {
  const kind = destinationKinds.get(destination.type);
  if (kind === undefined)
    throw new WeirError('output.invalid', `No extension brings the destination ${destination.type}.`);
  const { openExtensionTaker } = await import('../extensions/extension-dead-letters.js');
  return openExtensionTaker(kind, destination, context);
}
