/**
 * Request-response conversations over WebSockets. Messages are read no faster than they are answered: a client that
 * sends but does not read is blocked, and disconnected after a while.
 */
import { RequestError } from '@weir/api';
import type { Environment } from '@weir/platform';
import type { Request } from 'express';
import { closeSocket } from './close-socket.js';
import { SocketHeartbeat } from './socket-heartbeat.js';
import type { WebSocketUpgrades } from './web-socket-upgrades.js';

/** Maximum number of unanswered messages of one client; beyond it reading stops. */
const MESSAGES_WAITING = 64;

/** The server side of one client's conversation. */
export interface Conversation {
  /** @param text `undefined`: the message was invalid. Resolves when it is answered; never rejects. */
  receive(text: string | undefined): Promise<void>;
  /** Called when the client has disconnected. */
  end(): void;
}

export interface Speaker {
  /** Resolves when the client has accepted the text or disconnected. */
  send(text: string): Promise<void>;
  /** Ends the connection. */
  close(): void;
}

export interface ConversationSocketsOptions {
  readonly upgrades: WebSocketUpgrades;
  readonly heartbeatMillis: number;
  /** Open connections, to be closed at shutdown. */
  readonly open: Set<{ close(): void }>;
}

export class ConversationSockets {
  constructor(
    private readonly environment: Environment,
    private readonly options: ConversationSocketsOptions,
  ) {}

  /** Upgrades the request to a WebSocket and keeps it until either side closes it. */
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
      void conversation.receive(isBinary ? undefined : data.toString()).then(() => {
        // While reading is paused, consuming responses is the client's sign of life.
        if (socket.isPaused) heartbeat.received();
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
