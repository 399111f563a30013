/**
 * Takes records that an ingest stream could not read to all destinations that its definition names, one batch at a time.
 * What does not arrive, after tries where trouble may pass, is told to the caller, record by record: the others are there.
 */
import type { DeadRecord, RecordDeadLetters, Undelivered } from '@weir/contract';
import type { DeadLetterDestination, ExtensionDeadLetterDestination } from '@weir/definitions';
import { destinationKinds } from '@weir/plugins/registry';
import { messageOf, SerialQueue, shownUrl, WeirError } from '@weir/model';
import { Appender } from '../files/appender.js';
import { mendLastLine } from '../files/mend-last-line.js';
import { isRecordLine } from '../files/object-line.js';
import { openFramedTaker } from '../framed/framed-dead-letters.js';
import { HttpPoster } from '../sinks/http-poster.js';
import { WebSocketWriter } from '../sinks/web-socket-writer.js';
import { envelopeText, frameText } from './dead-record-encoder.js';
import type { DeadLetterContext } from './dead-letter-context.js';
import { ALL_TAKEN, type Taker, type Untaken, untakenFrom } from './dead-letter-taker.js';
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
      return {
        name: 'standard output',
        take: async records => {
          await context.writer.write(linesOf(records));
          return ALL_TAKEN;
        },
        close: () => Promise.resolve(),
      };
    case 'File':
      return openFile(destination.path, context);
    case 'HttpEndpoint':
      return openEndpoint(destination, context);
    case 'WebSocket':
      return openWebSocket(destination, context);
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

async function openFile(path: string, { files, environment }: DeadLetterContext): Promise<Taker> {
  const target = await files.check(path, isRecordLine);
  try {
    await mendLastLine(target);
    const file = await Appender.open(target, environment.scheduler);
    return {
      name: path,
      take: async records => {
        await file.append(linesOf(records));
        return ALL_TAKEN;
      },
      close: () => file.close(),
    };
  } catch (cause) {
    throw new WeirError('output.invalid', `Can't write to ${path}: ${messageOf(cause)}`, { cause });
  }
}

function openEndpoint(
  destination: Extract<DeadLetterDestination, { type: 'HttpEndpoint' }>,
  { environment: { scheduler }, outgoing }: DeadLetterContext,
): Taker {
  const { url, headers, parallelism, outputFormat } = destination;
  const poster = new HttpPoster({ url, headers, parallelism, scheduler, outgoing });
  const textOf = outputFormat.withInfoEnvelope ? envelopeText : frameText;
  return {
    name: shownUrl(url),
    take: async records => {
      let next = 0;
      const untaken = new Map<number, string>();
      const postInTurn = async (): Promise<void> => {
        while (next < records.length) {
          const place = next++;
          const problem = await poster.post(textOf(records[place]!));
          if (problem !== undefined) untaken.set(place, problem.reason);
        }
      };
      const lines = Math.min(parallelism, records.length);
      await Promise.all(Array.from({ length: lines }, postInTurn));
      return untaken;
    },
    abort: () => void poster.close(),
    close: () => poster.close(),
  };
}

function openWebSocket(
  destination: Extract<DeadLetterDestination, { type: 'WebSocket' }>,
  { environment: { scheduler }, outgoing }: DeadLetterContext,
): Taker {
  const writer = new WebSocketWriter(destination, { scheduler, outgoing });
  const textOf = destination.outputFormat.withInfoEnvelope ? envelopeText : frameText;
  return {
    name: writer.name,
    take: async records => {
      const { arrived, problem } = await writer.write(records.map(textOf));
      return problem === undefined ? ALL_TAKEN : untakenFrom(arrived, records.length, problem.reason);
    },
    abort: () => writer.close(),
    close: () => Promise.resolve(writer.close()),
  };
}

function linesOf(records: readonly DeadRecord[]): string {
  return records.map(record => `${frameText(record)}\n`).join('');
}
