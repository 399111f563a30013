/** Reads the first message of an accepted wire, which states its purpose, and passes the rest on. */
import type { Wire } from '../contract/wire.js';

/** @param first gets the first message, and the wire for the messages after it. */
export function afterFirst(wire: Wire, first: (bytes: Uint8Array, rest: Wire) => void): void {
  const waiting: Uint8Array[] = [];
  let listener: { received(bytes: Uint8Array): void; over(reason: string): void } | undefined;
  let end: string | undefined;
  let hasBegun = false;
  const rest: Wire = {
    send: bytes => wire.send(bytes),
    get waitingBytes() {
      return wire.waitingBytes;
    },
    close: () => wire.close(),
    listen: (received, over) => {
      listener = { received, over };
      for (const bytes of waiting.splice(0)) received(bytes);
      if (end !== undefined) over(end);
    },
  };
  wire.listen(
    bytes => {
      if (!hasBegun) {
        hasBegun = true;
        first(bytes, rest);
      } else if (listener === undefined) waiting.push(bytes);
      else listener.received(bytes);
    },
    reason => {
      end = reason;
      listener?.over(reason);
    },
  );
}
