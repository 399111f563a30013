/** Processor time from `/proc`: Linux only. */
import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Processor time of all threads of a process, in user and kernel mode. Linux only; 0 elsewhere. */
export function cpuSeconds(pid: number): number {
  try {
    return cpuSecondsIn(`/proc/${pid}/stat`);
  } catch {
    return 0;
  }
}

/** @param path the `stat` file of a process, or of one of its threads. */
export function cpuSecondsIn(path: string): number {
  // Fields after the name, which may contain spaces: state, ten more fields, then the two times, in ticks.
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
