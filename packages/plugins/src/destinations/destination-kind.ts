/** A kind of destination: where results of standing queries go, and records that could not be read. */
import type { Environment, OutgoingPolicy } from '@weir/model';
import type { Checked, ExtensionType, Fields, MakeFields, SecretFields } from '../fields.js';

export interface DestinationKind<F extends Fields = Fields> {
  /** With a namespace; names the kind in definitions: `acme.Emitter`. */
  readonly type: ExtensionType;
  /** One line for the API description and the explorer. */
  readonly description: string;
  /** Beside `type` and the format, which every destination has. */
  readonly fields: MakeFields<F>;
  readonly secrets?: SecretFields;
  /** How many messages are best written together; default 256. */
  readonly batch?: number;
  /**
   * Called when an output or a dead letter queue starts, and for the next try after it failed.
   * @throws WeirError `output.invalid` where nothing could ever be delivered.
   */
  open(definition: Checked<F>, context: DestinationContext): Destination | Promise<Destination>;
}

export interface DestinationContext {
  /** The standing query and its output, or the ingest stream whose bad records come: for logs. */
  readonly name: string;
  readonly environment: Pick<Environment, 'clock' | 'scheduler' | 'logger' | 'random'>;
  /** Says which addresses may be connected to. */
  readonly outgoing: OutgoingPolicy;
  /** Aborted when the destination is closed: end what `write` waits for. */
  readonly signal: AbortSignal;
}

export interface Destination {
  /**
   * Delivers messages in order. Called with one batch at a time; until it resolves, results wait and in the end ingest
   * does. A throw means that none of them arrived: they are written again, several times and with pauses. After a crash
   * messages may come again, with the same `id`.
   * @returns the messages that did not arrive, if any.
   */
  write(messages: readonly Message[]): Promise<readonly Unwritten[] | void>;
  close(): Promise<void> | void;
}

export interface Message {
  /** Of a result: its id, which its retraction has too. Of a bad record: a fresh one. */
  readonly id: string;
  /** A match is no longer true. */
  readonly isRetraction: boolean;
  /** In the format that the definition asks for; JSON without a line break at the end. */
  readonly data: Uint8Array;
}

export interface Unwritten {
  readonly message: Message;
  readonly reason: string;
  /** Later it may work. Otherwise it goes to the dead letters at once. */
  readonly mayPass: boolean;
}

/** Checks the types of a kind of destination. */
export function defineDestination<F extends Fields>(kind: DestinationKind<F>): DestinationKind<F> {
  return kind;
}
