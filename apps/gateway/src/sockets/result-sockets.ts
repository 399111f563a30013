/** WebSockets on which clients watch results. */
import type { Request } from 'express';
import type { Environment } from '@weir/platform';
import type { Counters } from '../metrics/counters.js';
import { type SocketMessage, ResultSocket } from './result-socket.js';
import type { WebSocketUpgrades } from './web-socket-upgrades.js';

/** Starts to watch. @returns a function that ends it. May throw; the error becomes the response to the request. */
export type Watch = (send: (frame: SocketMessage) => void, onEnd: () => void) => () => void;

export interface ResultSocketsOptions {
  readonly upgrades: WebSocketUpgrades;
  readonly heartbeatMillis: number;
  /** Open connections, to be closed at shutdown. */
  readonly open: Set<{ close(): void }>;
}

export class ResultSockets {
  constructor(
    private readonly services: { readonly environment: Environment; readonly counters: Counters },
    private readonly options: ResultSocketsOptions,
  ) {}

  isOffered(request: Request): boolean {
    return this.options.upgrades.isOffered(request);
  }

  /**
   * Upgrades the request to a WebSocket and keeps it until either side closes it.
   * @param name of the standing query, for the counters. @param capacity maximum number of texts that wait for a slow
   * client.
   */
  async serve(request: Request, name: string, capacity: number, watch: Watch): Promise<void> {
    const { upgrades, heartbeatMillis, open } = this.options;
    const { environment, counters } = this.services;
    // Watches from now on, so that nothing is missed during the handshake, and an error is still reported as a
    // response.
    const early: SocketMessage[] = [];
    let socket: ResultSocket | undefined;
    let hasEnded = false;
    const stop = watch(
      frame => {
        if (socket !== undefined) socket.send(frame);
        else if (early.length < capacity) early.push(frame);
      },
      () => {
        hasEnded = true;
        socket?.close();
      },
    );
    try {
      const webSocket = await upgrades.accept(request);
      if (webSocket === undefined) return;
      socket = new ResultSocket(webSocket, {
        scheduler: environment.scheduler,
        capacity,
        heartbeatMillis,
        onLost: () => counters.add(`results-sockets.lost.${name}`),
      });
      open.add(socket);
      for (const frame of early) socket.send(frame);
      if (hasEnded) socket.close();
      await socket.ended;
    } finally {
      stop();
      if (socket !== undefined) open.delete(socket);
    }
  }
}
