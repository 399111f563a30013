/** One started process, as an endpoint sensor reports it. */
export interface ProcessEvent {
  readonly customer: string;
  /** The machine that reports; a process and its parent share customer and sensor. */
  readonly sensor: string;
  /** Unique per sensor, from 1. */
  readonly pid: number;
  /** The parent's `pid`; 0 when there is none. */
  readonly ppid: number;
  readonly file: string;
  readonly command: string;
  readonly user: string;
  /** Milliseconds since the Unix epoch. */
  readonly time: number;
  /** Hash of the program file: 64 hex digits. */
  readonly sha256: string;
}
