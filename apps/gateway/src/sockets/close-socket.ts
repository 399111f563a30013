import type { Scheduler } from '@weir/platform';
import type { WebSocket } from 'ws';

const CLOSING_MILLIS = 1_000;
/** WebSocket close code: the server is going away. */
const GOING_AWAY = 1001;

/** Closes with a handshake, but waits only briefly for the answer. */
export function closeSocket(socket: WebSocket, scheduler: Scheduler, code = GOING_AWAY): void {
  socket.close(code);
  const cancel = scheduler.after(CLOSING_MILLIS, () => socket.terminate());
  socket.once('close', cancel);
}
