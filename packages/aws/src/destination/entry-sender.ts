/**
 * Sends messages to a queue, topic or stream that accepts several per request and may reject some of them. Every entry
 * carries the id of its result, so that consumers can drop duplicates.
 */
import type { Destination, DestinationContext, Message, Unwritten } from '@weir/plugins';
import { awsReason, isAwsRefusal, mayPass } from '../connection/aws-problem.js';
import type { EntryFailure, EntryToSend } from '../connection/sent-entries.js';
import { expectWaiters, pause } from '@weir/platform';
import type { EntryDestination, EntryReceiver } from './aws-entries.js';
import { type Request, roundsOf } from './entry-batches.js';

/** Size of attributes and keys, besides the bytes. */
const OVERHEAD_BYTES = 256;

type Context = Pick<DestinationContext, 'environment' | 'signal'>;
type Problem = Omit<Unwritten, 'message'>;

export class EntrySender implements Destination {
  /** Entries of messages that are being sent: a retry has the same identifier. */
  private readonly entries = new WeakMap<Message, EntryToSend>();

  private constructor(
    private readonly destination: EntryDestination,
    private readonly receiver: EntryReceiver,
    private readonly context: Context,
  ) {
    expectWaiters(context.signal, destination.parallelism);
  }

  /** @throws WeirError `output.invalid`. */
  static async open(destination: EntryDestination, context: Context): Promise<EntrySender> {
    return new EntrySender(destination, await destination.open(), context);
  }

  async write(messages: readonly Message[]): Promise<readonly Unwritten[]> {
    const entries = messages.map(message => this.entryOf(message));
    const problems = new Map<number, Problem>();
    const fitting: number[] = [];
    entries.forEach((entry, index) => {
      const reason = this.refusalOf(entry);
      if (reason === undefined) fitting.push(index);
      else problems.set(index, { reason, mayPass: false });
    });
    /** Results of which a message failed: a retraction must not overtake its match. */
    const blocked = new Map<string, Problem>();
    for (const round of roundsOf(entries, fitting, this.destination)) {
      const requests = round.map(request =>
        request.filter(index => {
          const problem = blocked.get(entries[index]!.key);
          if (problem !== undefined) problems.set(index, problem);
          return problem === undefined;
        }),
      );
      await Promise.all(requests.map(request => this.sendRequest(entries, request, problems)));
      for (const index of requests.flat()) {
        const problem = problems.get(index);
        if (problem?.mayPass === true) blocked.set(entries[index]!.key, problem);
      }
    }
    return [...problems].map(([index, problem]) => ({ message: messages[index]!, ...problem }));
  }

  close(): void {
    this.receiver.close();
  }

  private entryOf(message: Message): EntryToSend {
    const known = this.entries.get(message);
    if (known !== undefined) return known;
    const { id: key, isText, data } = message;
    const whole = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    // Other bytes are encoded in Base64 where only text is accepted.
    const bytes = isText || this.destination.takesBytes ? whole : Buffer.from(whole.toString('base64'));
    const once = this.context.environment.random.uuid();
    const entry = { key, once, bytes, size: bytes.length + OVERHEAD_BYTES };
    this.entries.set(message, entry);
    return entry;
  }

  private refusalOf({ size, bytes }: EntryToSend): string | undefined {
    const { entryBytes, takesBytes } = this.destination;
    if (size > entryBytes) return `${size} bytes exceed the limit of ${entryBytes}`;
    if (bytes.length === 0 && !takesBytes) return 'it is empty, but the destination accepts only text';
    return undefined;
  }

  /** @param problems receives the entries that did not arrive. */
  private async sendRequest(
    entries: readonly EntryToSend[],
    request: Request,
    problems: Map<number, Problem>,
  ): Promise<void> {
    if (request.length === 0) return;
    const sent = request.map(index => entries[index]!);
    for (const { index, ...problem } of await this.send(sent)) problems.set(request[index]!, problem);
  }

  private async send(entries: readonly EntryToSend[]): Promise<readonly EntryFailure[]> {
    try {
      const failures = await this.receiver.send(entries, this.context.signal);
      await this.rest(entries);
      return failures;
    } catch (error) {
      // A rejection may end too, when keys or permissions change. The entry is not the cause.
      const isPassing = mayPass(error) || isAwsRefusal(error);
      return entries.map((_, index) => ({ index, reason: awsReason(error), mayPass: isPassing }));
    }
  }

  /** Enforces the rate limits of the definition, on average. */
  private async rest(sent: readonly EntryToSend[]): Promise<void> {
    const { recordsPerSecond, bytesPerSecond, parallelism } = this.destination;
    let seconds = 0;
    if (recordsPerSecond !== undefined) seconds = sent.length / recordsPerSecond;
    if (bytesPerSecond !== undefined) {
      const bytes = sent.reduce((sum, { size }) => sum + size, 0);
      seconds = Math.max(seconds, bytes / bytesPerSecond);
    }
    if (seconds > 0)
      await pause(this.context.environment.scheduler, seconds * 1000 * parallelism, this.context.signal);
  }
}
