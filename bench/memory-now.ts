/** What the process has in memory now: its own, and pages of files that are mapped, which the system may take back. */
import { readFileSync } from 'node:fs';

export interface MemoryNow {
  /** Bytes. */
  readonly held: number;
  /** Bytes; 0 where the system does not tell them apart, and `held` is all. */
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
