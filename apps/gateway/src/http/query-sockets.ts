/** WebSockets on which clients run queries. */
import { RequestError, type QueryProtocol } from '@weir/api';
import type { Environment } from '@weir/model';
import type { Request } from 'express';
import type { CypherQueries } from '../services/cypher-queries.js';
import { closeSocket } from './close-socket.js';
import { QueryConversation } from './query-conversation.js';
import { SocketHeartbeat } from './socket-heartbeat.js';
import type { WebSocketUpgrades } from './web-socket-upgrades.js';

export interface QuerySocketsOptions {
  readonly upgrades: WebSocketUpgrades;
  readonly heartbeatMillis: number;
  /** Connections that are open, to be closed at shutdown. */
  readonly open: Set<{ close(): void }>;
}

export class QuerySockets {
  constructor(
    private readonly cypher: CypherQueries,
    private readonly environment: Environment,
    private readonly options: QuerySocketsOptions,
  ) {}

  /** Makes the request's connection a WebSocket and keeps it until either side goes. @param readOnly queries that write are refused. */
  async serve(request: Request, protocol: QueryProtocol, readOnly: boolean): Promise<void> {
    const { upgrades, heartbeatMillis, open } = this.options;
    const { scheduler, clock, logger } = this.environment;
    if (!upgrades.isOffered(request)) throw new RequestError(['This address is for WebSockets alone']);
    const socket = await upgrades.accept(request, 'asks');
    if (socket === undefined) return;
    const closing = { close: () => closeSocket(socket, scheduler) };
    open.add(closing);
    const ended = new Promise<void>(resolve => socket.once('close', () => resolve()));
    socket.on('error', () => socket.terminate());
    new SocketHeartbeat(socket, scheduler, heartbeatMillis);
    const send = (text: string): Promise<void> => new Promise(resolve => socket.send(text, () => resolve()));
    const conversation = new QueryConversation(send, {
      cypher: this.cypher,
      protocol,
      readOnly,
      scheduler,
      clock,
      logger,
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      conversation.hear(isBinary ? undefined : data.toString());
    });
    try {
      await ended;
    } finally {
      conversation.end();
      open.delete(closing);
    }
  }
}
