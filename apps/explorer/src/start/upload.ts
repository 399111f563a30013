/** Sends a file to an ingest stream whose source is an upload. */
import { ApiError } from '../api/http.js';
import { socketAddressOf } from '../api/base-address.js';

const CHUNK_BYTES = 1024 * 1024;
/** More is not handed to the browser at once, which would store it in memory. */
const MOST_BUFFERED = 8 * CHUNK_BYTES;
const WAIT_MILLIS = 50;

interface Message {
  readonly type: 'Ready' | 'Progress' | 'Complete' | 'Failed';
  readonly accepted?: number;
  readonly rejectedCount?: number;
  readonly message?: string;
  readonly code?: string;
}

export interface Uploaded {
  readonly accepted: number;
  readonly rejected: number;
}

/** @param path of the upload. Resolves when all records are durable; rejects with an `ApiError`. */
export function upload(path: string, file: Blob): Promise<Uploaded> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(socketAddressOf(path));
    const fail = (message: string, code?: string): void => {
      reject(new ApiError(message, 0, code));
      socket.close();
    };
    socket.onmessage = ({ data }) => {
      const { type, accepted = 0, rejectedCount = 0, message, code } = JSON.parse(String(data)) as Message;
      if (type === 'Ready') send(socket, file).catch((error: unknown) => fail(String(error)));
      else if (type === 'Complete') resolve({ accepted, rejected: rejectedCount });
      else if (type === 'Failed') fail(message ?? '', code);
    };
    // Without effect after a response.
    socket.onclose = () => fail(`The upload to ${path} was interrupted`);
  });
}

async function send(socket: WebSocket, file: Blob): Promise<void> {
  for (let start = 0; start < file.size && socket.readyState === socket.OPEN; start += CHUNK_BYTES) {
    socket.send(await file.slice(start, start + CHUNK_BYTES).arrayBuffer());
    while (socket.bufferedAmount > MOST_BUFFERED)
      await new Promise(resolve => setTimeout(resolve, WAIT_MILLIS));
  }
  socket.send('');
}
