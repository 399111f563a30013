/**
 * WebSockets on which clients send files: every message is the next piece, an empty one the end. What is sent is read no
 * faster than it is written. The client hears how far it is, and at the end what became of it.
 */
import { RequestError } from '@weir/api';
import type { FileUpload } from '@weir/formats/pushing';
import { WeirError, type Environment } from '@weir/model';
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
   * Makes the request's connection a WebSocket and keeps it until either side goes.
   * @param begin may throw, which is told as the answer to the request.
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

  /** Until the connection is gone. */
  private async receive(socket: WebSocket, upload: FileUpload): Promise<void> {
    const { scheduler } = this.environment;
    const ended = new Promise<void>(resolve => socket.once('close', () => resolve()));
    socket.on('error', () => socket.terminate());
    const heartbeat = new SocketHeartbeat(socket, scheduler, this.options.heartbeatMillis);
    // Before it is told to be ready: what it sends first must not be missed.
    socket.on('message', (data: Buffer) => {
      if (data.length === 0) return upload.end();
      const room = upload.write(data);
      if (room === undefined) return;
      socket.pause();
      void room.then(() => socket.resume());
    });
    const tell = (message: object, told?: () => void): void => socket.send(JSON.stringify(message), told);
    tell({ type: 'Ready' });
    let cancel = (): void => undefined;
    const tellProgress = (): void => {
      cancel = scheduler.after(PROGRESS_MILLIS, () => {
        // While nothing is read, that it takes what it is told is the sign of its life.
        tell({ type: 'Progress', ...upload.progress }, () => heartbeat.heard());
        tellProgress();
      });
    };
    tellProgress();
    const finish = (message: object, code: number): void => {
      cancel();
      tell(message);
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
