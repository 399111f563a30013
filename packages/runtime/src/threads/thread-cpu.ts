/**
 * Processor time of threads: the adapter to the operating system. Linux reports it for each thread. Elsewhere the time
 * of the whole process stands in, which no thread of it exceeds: a thread is then never taken to have used less than it
 * did, and on a starved machine still far less than has passed on the clock.
 */
import { readFileSync, readlinkSync } from 'node:fs';

export interface CpuReading {
  /** Milliseconds since the thread began; of a process, that no thread of it exceeds. */
  readonly millis: number;
  /** The thread waits for something other than a processor; `undefined`: not known. */
  readonly isWaiting: boolean | undefined;
}

/** By thread, its id in the operating system, in memory that all threads of the process share; 0: not known. */
export type ThreadIds = Int32Array<SharedArrayBuffer>;

export function threadIds(threads: number): ThreadIds {
  return new Int32Array(new SharedArrayBuffer(threads * Int32Array.BYTES_PER_ELEMENT));
}

/** Of the calling thread; 0 where the system has no such ids. */
export function ownThreadId(): number {
  try {
    return Number(/\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** Linux counts in hundredths of a second here, whatever its own clock is. */
const TICK_MILLIS = 10;
const STATE = 0;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** @param id of a thread of this process, as `ownThreadId` gave it. */
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
  // The name before it, in parentheses, may have any characters.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
  if (Number.isNaN(ticks)) return undefined;
  return { millis: ticks * TICK_MILLIS, isWaiting: fields[STATE] !== 'R' };
}

function cpuOfProcess(): CpuReading {
  const { user, system } = process.cpuUsage();
  return { millis: (user + system) / 1000, isWaiting: undefined };
}
