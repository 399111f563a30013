/**
 * Processor time of threads: the adapter to the operating system. Linux reports it for each thread. On other systems
 * the time of the whole process is used, which is an upper bound. So a thread is never assumed to have used less than
 * it did, and on a starved machine the value is still far below the elapsed time.
 */
import { readFileSync, readlinkSync } from 'node:fs';

export interface CpuReading {
  /** Milliseconds of processor time since the thread started, or of its process, which is an upper bound. */
  readonly millis: number;
  /** Whether the thread waits for something other than a processor; `undefined`: unknown. */
  readonly isWaiting: boolean | undefined;
}

/** Operating-system id of each thread, in memory shared by all threads of the process; 0: unknown. */
export type ThreadIds = Int32Array<SharedArrayBuffer>;

export function threadIds(threads: number): ThreadIds {
  return new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT));
}

/** Returns the id of the calling thread; 0 if the system has no such ids. */
export function ownThreadId(): number {
  try {
    return Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Linux reports hundredths of a second here, whatever its own clock. */
const TICK_MILLIS = 10;
const STATE = 0;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** @param id of a thread of this process, as returned by `ownThreadId`. */
export function cpuOfThread(id: number): CpuReading {
  return (id === 0 ? undefined : readStat(id)) ?? cpuOfProcess();
}

function readStat(id: number): CpuReading | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/self/task/${id}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The preceding name, in parentheses, may contain any characters.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
  if (Number.isNaN(ticks)) return undefined;
  return { millis: ticks * TICK_MILLIS, isWaiting: fields[STATE] !== 'R' };
}

function cpuOfProcess(): CpuReading {
  const { user, system } = process.cpuUsage();
  return { millis: (user + system) / 1000, isWaiting: undefined };
}
