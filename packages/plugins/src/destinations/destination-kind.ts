/** A kind of destination, for results of standing queries and for unreadable records. */
import type { Environment, OutgoingPolicy } from '@weir/platform';
import type { Checked, ExtensionType, Fields, MakeFields, SecretFields } from '../fields.js';

export interface DestinationKind<F extends Fields = Fields> {
  /** With a namespace; names the kind in definitions: `acme.Emitter`. */
  readonly type: ExtensionType;
  /** Label in forms. Default: the type in words. */
  readonly title?: string;
  /** One line for the API description and the explorer. */
  readonly description: string;
  /** In addition to `type` and the format, which every destination has. */
  readonly fields: MakeFields<F>;
  readonly secrets?: SecretFields;
  /** Preferred number of messages to write together; default 256. */
  readonly batch?: number;
  /**
   * Called when an output or a dead letter queue starts, and for each retry after it failed.
   * @throws WeirError `output.invalid` if nothing could ever be delivered.
   */
  open(definition: Checked<F>, context: DestinationContext): Destination | Promise<Destination>;
}

export interface DestinationContext {
  /** For logs: the standing query and its output, or the ingest stream of the unreadable records. */
  readonly name: string;
  readonly origin: MessageOrigin;
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger' | 'random'>;
  /** Decides which addresses may be connected to. */
  readonly outgoing: OutgoingPolicy;
  /** Aborted when the destination is closed: end pending operations of `write`. */
  readonly signal: AbortSignal;
}

/** Where messages come from. */
export type MessageOrigin = { readonly query: string; readonly output: string } | { readonly stream: string };

export interface Destination {
  /**
   * Delivers messages in order, with one attempt: the caller retries those that may pass, several times, with pauses.
   * Called with one batch at a time; until it resolves, results wait, and eventually so does ingest. If it throws, none
   * of the messages arrived. A retry passes the same message objects. After a crash messages may be repeated, with the
   * same `id`.
   * @returns the messages that did not arrive, if any.
   */
  write(messages: readonly Message[]): Promise<readonly Unwritten[] | void>;
  close(): Promise<void> | void;
}

export interface Message {
  /** For a result: its id, which its retraction has too. For an unreadable record: a fresh one. */
  readonly id: string;
  /** Whether a match has ended. */
  readonly isRetraction: boolean;
  /** In the format of the definition; JSON without a line break at the end. */
  readonly data: Uint8Array;
  /** Whether the data is UTF-8 text. */
  readonly isText: boolean;
}

export interface Unwritten {
  readonly message: Message;
  readonly reason: string;
  /** Whether a retry may succeed. Otherwise the message goes to the dead letters immediately. */
  readonly mayPass: boolean;
  /** Whether a result is omitted as the definition requires: it counts as dropped, and is neither retried nor kept. */
  readonly isDropped?: boolean;
}

/** Checks the types of a kind of destination. */
export function defineDestination<F extends Fields>(kind: DestinationKind<F>): DestinationKind<F> {
  return kind;
}
