/** The names of the files in a folder, in order, each a record. */
import { readdir } from 'node:fs/promises';
import { BaseSource, type CutRecords, type ResumePoint, type SourceSupports } from '@weir/plugins';

export class FolderSource extends BaseSource {
  readonly supports: SourceSupports = { finite: true, resume: 'exact', acknowledge: false };
  private names: string[] = [];
  private last: string | null = null;

  constructor(
    private readonly folder: string,
    limit?: number,
  ) {
    super({ limit });
  }

  protected async openSource(from: ResumePoint | undefined): Promise<void> {
    this.last = from?.cursor ?? null;
    const names = (await readdir(this.folder)).sort();
    this.names = names.filter(name => this.last === null || name > this.last);
  }

  protected async cutRecords(maximum: number): Promise<CutRecords | undefined> {
    const names = this.names.splice(0, maximum);
    if (names.length === 0) return undefined;
    this.last = names.at(-1)!;
    const bounds: number[] = [];
    let end = 0;
    for (const name of names) bounds.push(end, (end += Buffer.byteLength(name)));
    return { bytes: new TextEncoder().encode(names.join('')), bounds: Uint32Array.from(bounds) };
  }

  protected cursor(): string | null {
    return this.last;
  }

  protected async closeSource(): Promise<void> {
    this.names = [];
  }
}
