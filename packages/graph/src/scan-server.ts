/** Scans of this host's nodes that other hosts page through. */
import { type NodeId, packIds } from '@weir/model';
import type { NodeReader } from './node-reader.js';

/** A page, and the number to ask for the next one with; no number: that was the last. */
export type ScanPage = [ids: Uint8Array, scan: number | null];

export class ScanServer {
  private readonly scans = new Map<number, AsyncGenerator<NodeId[]>>();
  private nextScan = 1;

  constructor(private readonly reader: NodeReader) {}

  /** @param request the scan's number, 0 to begin one; and the past time to read, if any. */
  async next([number, atTime]: [number, number | null]): Promise<ScanPage> {
    const scan = number === 0 ? this.nextScan++ : number;
    if (number === 0) this.scans.set(scan, this.reader.scan(atTime ?? undefined));
    const pages = this.scans.get(scan);
    if (pages === undefined) return [packIds([]), null];
    const page = await pages.next();
    if (page.done) {
      this.scans.delete(scan);
      return [packIds([]), null];
    }
    return [packIds(page.value), scan];
  }

  async close(scan: number): Promise<null> {
    const pages = this.scans.get(scan);
    this.scans.delete(scan);
    await pages?.return(undefined);
    return null;
  }
}
