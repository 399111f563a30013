/** Scans of this worker's nodes that other workers page through. */
import type { NodeView, ScanRequest } from '@weir/cypher';
import { WeirError } from '@weir/platform';
import type { NodeReader } from './node-reader.js';
import { packViews, type PackedViews } from './scan-views.js';

/** A page, and the number with which to request the next one. `null`: the scan has ended. */
export type ScanPage = [views: PackedViews, scan: number] | null;

/** Starts a scan, with the past time to read, if any; or continues the scan of this number. */
export type ScanStep = [request: ScanRequest, atTime: number | null] | number;

interface OpenScan {
  readonly request: ScanRequest;
  readonly pages: AsyncGenerator<readonly NodeView[]>;
}

export class ScanServer {
  private readonly scans = new Map<number, OpenScan>();
  private nextScan: number;

  /** @param firstNumber of a scan; lower numbers belong to scans of a lost worker that this one replaced. */
  constructor(
    private readonly reader: NodeReader,
    private readonly firstNumber: number,
  ) {
    this.nextScan = firstNumber;
  }

  async next(step: ScanStep): Promise<ScanPage> {
    const number = typeof step === 'number' ? step : this.begin(...step);
    const scan = this.scans.get(number);
    if (number < this.firstNumber) {
      throw new WeirError('graph.worker-lost', 'The worker that read nodes for a scan was lost.');
    }
    if (scan === undefined) return null;
    const page = await scan.pages.next();
    if (page.done !== true) return [packViews(page.value, scan.request), number];
    this.scans.delete(number);
    return null;
  }

  private begin(request: ScanRequest, atTime: number | null): number {
    const number = this.nextScan++;
    this.scans.set(number, { request, pages: this.reader.scan(request, atTime ?? undefined) });
    return number;
  }

  async close(number: number): Promise<null> {
    const scan = this.scans.get(number);
    this.scans.delete(number);
    await scan?.pages.return(undefined);
    return null;
  }
}
