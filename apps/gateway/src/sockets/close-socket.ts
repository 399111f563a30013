import type { Scheduler } from '@weir/model';
import type { WebSocket } from 'ws';

const CLOSING_MILLIS = 1_000;
/** The server goes away. */
const GOING_AWAY = 1001;

/** Says good-bye, and does not wait long for an answer. */
export function closeSocket(socket: WebSocket, scheduler: Scheduler, code = GOING_AWAY): void {
  socket.close(code);
  const cancel = scheduler.after(CLOSING_MILLIS, () => socket.terminate());
  socket.once('close', cancel);
}
