/**
 * Messages between workers and the coordinator over one wire between two processes. Each message names its sender and
 * its receiver. Frames and calls are sent unchanged; only chunks of records and batches of results, which are more than
 * bytes, are serialized.
 */
import type { MessagePort } from 'node:worker_threads';
import { deserialize, serialize } from 'node:v8';
import { decode, encode } from '@weir/model';
import type { Wire } from '../contract/wire.js';
import type { ChannelPort } from '../threads/message-channel.js';

/** Used as a worker number. */
export const COORDINATOR = 0xffff;
/** The processes themselves. */
const NOBODY = 0xfffe;
/** Readers of sources in the lending process. */
export const READERS = 0xfffd;

enum Kind {
  /** Sent unchanged. */
  Bytes,
  Number,
  Other,
  /** From the processes themselves, as msgpack. */
  Note,
}

/** Kind, sender, receiver, and the number of replacements before the two were connected. */
const HEAD_BYTES = 9;

export interface SwitchListener {
  /** A message from the other process itself. */
  note(note: unknown): void;
  /** Anything has arrived. */
  received(): void;
  over(reason: string): void;
}

export interface ConnectOptions {
  /**
   * Number of replacements of workers before the two ends were connected. Messages of an earlier connection between the
   * same two numbers are ignored. Default: 0.
   */
  readonly replacements?: number;
  /** Handles messages to the worker that need another form. @returns whether it handled the message. */
  takes?(message: unknown): boolean;
}

interface End {
  readonly replacements: number;
  take(message: unknown): void;
}

export class WireSwitch {
  private readonly ends = new Map<number, End>();

  constructor(
    private readonly wire: Wire,
    private readonly listener: SwitchListener,
  ) {}

  /** To be called once, after all receivers are connected. */
  listen(): void {
    this.wire.listen(
      bytes => this.take(bytes),
      reason => this.listener.over(reason),
    );
  }

  /** Forwards messages of the port, from a worker here, to a receiver there, and back. */
  connect(here: number, there: number, port: MessagePort, options: ConnectOptions = {}): void {
    const { replacements = 0 } = options;
    port.on('message', message => this.send(here, there, message, replacements));
    const take = (message: unknown): void => {
      if (options.takes?.(message) !== true) post(port, message);
    };
    this.ends.set(keyOf(here, there), { replacements, take });
  }

  /** Returns a port for a receiver in this thread. */
  portTo(there: number, here = COORDINATOR): ChannelPort {
    return {
      postMessage: message => this.send(here, there, message),
      on: (_, take) => this.ends.set(keyOf(here, there), { replacements: 0, take }),
      close: () => this.ends.delete(keyOf(here, there)),
    };
  }

  notify(note: unknown): void {
    sendNote(this.wire, note);
  }

  /** @param replacements see `ConnectOptions`. */
  send(from: number, to: number, message: unknown, replacements = 0): void {
    const head = [from, to, replacements] as const;
    if (message instanceof Uint8Array) this.wire.send(packed(Kind.Bytes, head, message));
    else if (typeof message === 'number') this.wire.send(packed(Kind.Number, head, number32(message)));
    else this.wire.send(packed(Kind.Other, head, serialize(message)));
  }

  close(): void {
    this.ends.clear();
    this.wire.close();
  }

  private take(message: Uint8Array): void {
    this.listener.received();
    const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
    const [kind, from, to] = [view.getUint8(0), view.getUint16(1), view.getUint16(3)];
    if (kind === (Kind.Note as number)) return this.listener.note(noteIn(message));
    // Copied, because its memory is transferred and the wire's buffer may hold other messages.
    const bytes = new Uint8Array(message.subarray(HEAD_BYTES));
    const end = this.ends.get(keyOf(to, from));
    if (end?.replacements !== view.getUint32(5)) return;
    end.take(kind === (Kind.Bytes as number) ? bytes : valueOf(kind, view, bytes));
  }
}

/** Like `WireSwitch.notify`, for a wire without a switch. */
export function sendNote(wire: Wire, note: unknown): void {
  wire.send(packed(Kind.Note, [NOBODY, NOBODY, 0], encode(note)));
}

export function noteIn(message: Uint8Array): unknown {
  return decode(message.subarray(HEAD_BYTES));
}

function keyOf(here: number, there: number): number {
  return here * 0x10000 + there;
}

type Head = readonly [from: number, to: number, replacements: number];

function packed(kind: Kind, [from, to, replacements]: Head, bytes: Uint8Array): Uint8Array {
  const message = Buffer.allocUnsafeSlow(HEAD_BYTES + bytes.length);
  message.writeUInt8(kind, 0);
  message.writeUInt16BE(from, 1);
  message.writeUInt16BE(to, 3);
  message.writeUInt32BE(replacements, 5);
  message.set(bytes, HEAD_BYTES);
  return message;
}

function number32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function valueOf(kind: number, view: DataView, bytes: Uint8Array): unknown {
  return kind === (Kind.Number as number) ? view.getInt32(HEAD_BYTES) : (deserialize(bytes) as unknown);
}

function post(port: MessagePort, message: unknown): void {
  if (message instanceof Uint8Array) port.postMessage(message, [message.buffer as ArrayBuffer]);
  else port.postMessage(message);
}
