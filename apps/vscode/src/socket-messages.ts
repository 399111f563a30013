/** Messages of the Language Server Protocol over a WebSocket: one JSON text in each frame, without a header. */
import type { WebSocket } from 'ws';
import {
  AbstractMessageReader,
  AbstractMessageWriter,
  type DataCallback,
  type Disposable,
  type Message,
} from 'vscode-languageclient/node';

export class SocketReader extends AbstractMessageReader {
  constructor(private readonly socket: WebSocket) {
    super();
    socket.on('error', error => this.fireError(error));
    socket.on('close', () => this.fireClose());
  }

  listen(callback: DataCallback): Disposable {
    const received = (data: Buffer): void => {
      try {
        callback(JSON.parse(data.toString()) as Message);
      } catch (error) {
        this.fireError(error);
      }
    };
    this.socket.on('message', received);
    return { dispose: () => this.socket.off('message', received) };
  }

  override dispose(): void {
    super.dispose();
    this.socket.close();
  }
}

export class SocketWriter extends AbstractMessageWriter {
  constructor(private readonly socket: WebSocket) {
    super();
  }

  write(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      this.socket.send(JSON.stringify(message), error => (error ? reject(error) : resolve()));
    });
  }

  end(): void {
    this.socket.close();
  }
}
