/**
 * WebSockets on which clients ask and are answered. What they send is read no faster than it is answered: a client that
 * asks and doesn't read waits, and is cut off after a while.
 */
import { RequestError } from '@weir/api';
import type { Environment } from '@weir/model';
import type { Request } from 'express';
import { closeSocket } from './close-socket.js';
import { SocketHeartbeat } from './socket-heartbeat.js';
import type { WebSocketUpgrades } from './web-socket-upgrades.js';

/** Messages of one client that wait to be answered; past it nothing more is read. */
const MESSAGES_WAITING = 64;

/** One client's side of it. */
export interface Conversation {
  /** @param text `undefined`: the message was none. Resolves when it is answered; never rejects. */
  hear(text: string | undefined): Promise<void>;
  /** The client is gone. */
  end(): void;
}

export interface Speaker {
  /** Resolves when the client has taken the text, or is gone. */
  send(text: string): Promise<void>;
  /** Ends the connection. */
  close(): void;
}

export interface ConversationSocketsOptions {
  readonly upgrades: WebSocketUpgrades;
  readonly heartbeatMillis: number;
  /** Connections that are open, to be closed at shutdown. */
  readonly open: Set<{ close(): void }>;
}

export class ConversationSockets {
  constructor(
    private readonly environment: Environment,
    private readonly options: ConversationSocketsOptions,
  ) {}

  /** Makes the request's connection a WebSocket and keeps it until either side goes. */
  async serve(request: Request, begin: (speaker: Speaker) => Conversation): Promise<void> {
    const { upgrades, heartbeatMillis, open } = this.options;
    const { scheduler } = this.environment;
    if (!upgrades.isOffered(request)) throw new RequestError(['This URL only accepts WebSocket connections']);
    const socket = await upgrades.accept(request, 'asks');
    if (socket === undefined) return;
    const speaker: Speaker = {
      send: text => new Promise(resolve => socket.send(text, () => resolve())),
      close: () => closeSocket(socket, scheduler),
    };
    open.add(speaker);
    const ended = new Promise<void>(resolve => socket.once('close', () => resolve()));
    socket.on('error', () => socket.terminate());
    const heartbeat = new SocketHeartbeat(socket, scheduler, heartbeatMillis);
    const conversation = begin(speaker);
    let waiting = 0;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (++waiting === MESSAGES_WAITING) socket.pause();
      void conversation.hear(isBinary ? undefined : data.toString()).then(() => {
        // While nothing is read, that it takes its answers is the sign of its life.
        if (socket.isPaused) heartbeat.heard();
        if (waiting-- === MESSAGES_WAITING) socket.resume();
      });
    });
    try {
      await ended;
    } finally {
      conversation.end();
      open.delete(speaker);
    }
  }
}
