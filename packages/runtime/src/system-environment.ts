/** The one adapter to the real clock, randomness and timers. Everything else gets them from here. */
import { randomBytes } from 'node:crypto';
import { type Environment, type Logger, SILENT } from '@weir/platform';

/** @param logger receives the graph's log messages; default: they are dropped. */
export function systemEnvironment(logger: Logger = SILENT): Environment {
  return {
    clock: { now: () => Date.now(), precise: () => performance.now() },
    random: {
      next: () => Math.random(),
      uuid: uuids(),
      bytes16: () => {
        const bytes = randomBytes(16);
        bytes[6] = (bytes[6]! & 0x0f) | 0x40;
        bytes[8] = (bytes[8]! & 0x3f) | 0x80;
        return bytes.toString('latin1');
      },
    },
    scheduler: {
      soon: task => void setImmediate(task),
      after: runAfter,
    },
    logger,
  };
}

/** The maximum of Node's timers, which fire immediately for longer delays. */
const LONGEST_TIMER_MILLIS = 2 ** 31 - 1;

function runAfter(millis: number, task: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (left: number): void => {
    timer =
      left > LONGEST_TIMER_MILLIS
        ? setTimeout(wait, LONGEST_TIMER_MILLIS, left - LONGEST_TIMER_MILLIS)
        : setTimeout(task, left);
  };
  wait(millis);
  return () => clearTimeout(timer);
}

const COUNTER_LIMIT = 2 ** 48;

/**
 * Version 4 UUIDs, much cheaper than fully random ones: 74 random bits drawn once, and a counter in the last 48 bits
 * with a random start. Unique, but not unguessable.
 */
function uuids(): () => string {
  const text = Buffer.alloc(36);
  let counter = COUNTER_LIMIT;
  return () => {
    if (counter >= COUNTER_LIMIT) {
      const hex = randomBytes(16).toString('hex');
      const variant = ((parseInt(hex[16]!, 16) & 3) | 8).toString(16);
      text.write(
        `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-`,
      );
      counter = parseInt(hex.slice(20, 31), 16);
    }
    let rest = counter++;
    for (let i = 35; i >= 24; i--) {
      text[i] = HEX_DIGITS.charCodeAt(rest % 16);
      rest = Math.floor(rest / 16);
    }
    return text.toString('latin1');
  };
}

const HEX_DIGITS = '0123456789abcdef';
