/** Current memory of the process: its own, and mapped file pages, which the system may reclaim. */
import { readFileSync } from 'node:fs';

export interface MemoryNow {
  /** Bytes. */
  readonly held: number;
  /** Bytes; 0 if the system does not distinguish them, and `held` is the total. */
  readonly mapped: number;
}

export function memoryNow(): MemoryNow {
  const resident = process.memoryUsage.rss();
  const mapped = process.platform === 'linux' ? mappedBytes() : 0;
  return { held: resident - mapped, mapped };
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 1024 ** 2).toFixed(0)} MiB`;
}

function mappedBytes(): number {
  const [, kibibytes = '0'] =
    /^RssFile:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
  return Number(kibibytes) * 1024;
}
