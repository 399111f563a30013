/** The one adapter to the real clock, randomness and timers. Everything else gets them from here. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type Environment, type Logger, nodeIdFromBytes, SILENT } from '@weir/model';

/** @param logger takes what the graph has to say; default: nothing is said. */
export function systemEnvironment(logger: Logger = SILENT): Environment {
  return {
    clock: { now: () => Date.now() },
    random: {
      next: () => Math.random(),
      uuid: () => randomUUID(),
      nodeId: () => {
        const bytes = randomBytes(16);
        bytes[6] = (bytes[6]! & 0x0f) | 0x40;
        bytes[8] = (bytes[8]! & 0x3f) | 0x80;
        return nodeIdFromBytes(bytes);
      },
    },
    scheduler: {
      soon: task => void setImmediate(task),
      after: (millis, task) => {
        const timer = setTimeout(task, millis);
        return () => clearTimeout(timer);
      },
    },
    logger,
  };
}
