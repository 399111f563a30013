import type { Message } from '@weir/plugins';

export function message(id: string, data: object, isRetraction = false): Message {
  return { id, isRetraction, data: Buffer.from(JSON.stringify(data)), isText: true };
}
