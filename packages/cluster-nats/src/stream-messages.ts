/** Reads the messages of a stream in order, at the pace of the reader. */
import {
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JetStreamClient,
  type JsMsg,
} from '@nats-io/jetstream';

/** After two missed heartbeats of the server, reading is restarted. */
const SIGN_MILLIS = 500;
/** For readers that wait for new messages. There are many of them, and none is urgent. */
const WAITING_SIGN_MILLIS = 2_000;
const REQUEST_MILLIS = 10_000;

export interface MessageRange {
  readonly stream: string;
  /** May have wildcards. */
  readonly subject: string;
  /** Sequence before the first message. */
  readonly after: number;
  /** Whether to end after the last message that exists. Otherwise, the next one is awaited. */
  readonly isFinite: boolean;
}

/** Yields messages until `signal` is aborted. Throws if the server does not answer. */
export async function* streamMessages(
  client: JetStreamClient,
  range: MessageRange,
  signal: AbortSignal,
): AsyncIterable<JsMsg> {
  const { isFinite } = range;
  const consumer = await consumerOf(client, range);
  let messages: ConsumerMessages | undefined;
  const stop = (): void => messages?.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (isFinite && (await consumer.info(true)).num_pending === 0) return;
    messages = await consumer.consume({
      expires: REQUEST_MILLIS,
      idle_heartbeat: isFinite ? SIGN_MILLIS : WAITING_SIGN_MILLIS,
    });
    if (signal.aborted) return;
    for await (const message of messages) {
      if (signal.aborted) return;
      yield message;
      if (isFinite && message.info.pending === 0) return;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    messages?.stop();
  }
}

/** Returns the number of messages. Throws if the server does not answer. */
export async function countMessages(client: JetStreamClient, range: MessageRange): Promise<number> {
  const consumer = await consumerOf(client, range);
  const { num_pending: count } = await consumer.info(true);
  await consumer.delete();
  return count;
}

function consumerOf(client: JetStreamClient, { stream, subject, after }: MessageRange): Promise<Consumer> {
  return client.consumers.get(stream, {
    filter_subjects: subject,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: after + 1,
  });
}
