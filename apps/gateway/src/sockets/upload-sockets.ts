/**
 * WebSockets on which clients upload files: every message is the next chunk, an empty one the end. Messages are read no
 * faster than they are written. The client receives progress reports and, at the end, the outcome.
 */
import { RequestError } from '@weir/api';
import type { FileUpload } from '@weir/formats/pushing';
import { WeirError, type Environment } from '@weir/platform';
import type { Request } from 'express';
import type { WebSocket } from 'ws';
import { closeSocket } from './close-socket.js';
import type { ConversationSocketsOptions } from './conversation-sockets.js';
import { SocketHeartbeat } from './socket-heartbeat.js';

const PROGRESS_MILLIS = 1_000;
const NORMAL_CLOSURE = 1000;
const INTERNAL_ERROR = 1011;

export class UploadSockets {
  constructor(
    private readonly environment: Pick<Environment, 'scheduler'>,
    private readonly options: ConversationSocketsOptions,
  ) {}

  /**
   * Upgrades the request to a WebSocket and keeps it until either side closes it.
   * @param begin may throw; the error becomes the response to the request.
   */
  async serve(request: Request, begin: () => FileUpload): Promise<void> {
    const { upgrades, open } = this.options;
    if (!upgrades.isOffered(request)) throw new RequestError(['This URL only accepts WebSocket connections']);
    const upload = begin();
    let closer: { close(): void } | undefined;
    try {
      const socket = await upgrades.accept(request, 'sends');
      if (socket === undefined) return;
      closer = { close: () => closeSocket(socket, this.environment.scheduler) };
      open.add(closer);
      await this.receive(socket, upload);
    } finally {
      upload.abort();
      if (closer !== undefined) open.delete(closer);
    }
  }

  /** Runs until the connection is closed. */
  private async receive(socket: WebSocket, upload: FileUpload): Promise<void> {
    const { scheduler } = this.environment;
    const ended = new Promise<void>(resolve => socket.once('close', () => resolve()));
    socket.on('error', () => socket.terminate());
    const heartbeat = new SocketHeartbeat(socket, scheduler, this.options.heartbeatMillis);
    // Before the ready message: the client's first message must not be missed.
    socket.on('message', (data: Buffer) => {
      if (data.length === 0) return upload.end();
      const room = upload.write(data);
      if (room === undefined) return;
      socket.pause();
      void room.then(() => socket.resume());
    });
    const send = (message: object, sent?: () => void): void => socket.send(JSON.stringify(message), sent);
    send({ type: 'Ready' });
    let cancel = (): void => undefined;
    const sendProgress = (): void => {
      cancel = scheduler.after(PROGRESS_MILLIS, () => {
        // While reading is paused, consuming the reports is the client's sign of life.
        send({ type: 'Progress', ...upload.progress }, () => heartbeat.received());
        sendProgress();
      });
    };
    sendProgress();
    const finish = (message: object, code: number): void => {
      cancel();
      send(message);
      socket.resume();
      closeSocket(socket, scheduler, code);
    };
    void upload.outcome.then(
      outcome => finish({ type: 'Complete', ...outcome }, NORMAL_CLOSURE),
      (thrown: unknown) => {
        const { code, message } = WeirError.from(thrown);
        finish({ type: 'Failed', code, message }, INTERNAL_ERROR);
      },
    );
    await ended;
    cancel();
  }
}
