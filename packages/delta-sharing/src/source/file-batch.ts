/**
 * The files of one response, in order. Some are opened ahead. Their addresses expire: the server is then queried again,
 * once for all of them.
 */
import type { Clock } from '@weir/platform';
import type { RandomAccessBytes } from '@weir/formats/cutting';
import { keyOf, type VersionedFile } from './ordered-changes.js';
import type { SharedFile, SharedFileAccess } from './shared-file-access.js';
import { SharingProblem } from './sharing-problem.js';
import type { TableAnswer } from './table-answer.js';

export interface FileBatchOptions {
  readonly files: readonly VersionedFile[];
  readonly columns: TableAnswer['columns'];
  /** Returns the same files with new addresses. */
  readonly again: () => Promise<readonly VersionedFile[]>;
  readonly access: SharedFileAccess;
  /** Number of files opened ahead. */
  readonly ahead: number;
  readonly clock: Clock;
}

/** An address that expires within this time counts as expired. */
const EARLY_MILLIS = 5_000;

export class FileBatch {
  readonly columns: TableAnswer['columns'];
  private readonly files: readonly VersionedFile[];
  private next = 0;
  /** Keyed by index. */
  private readonly opened = new Map<number, Promise<RandomAccessBytes>>();
  /** Keyed by file key. */
  private addresses: ReadonlyMap<string, VersionedFile>;
  private renewal: Promise<void> | undefined;

  constructor(private readonly options: FileBatchOptions) {
    this.files = options.files;
    this.columns = options.columns;
    this.addresses = byKey(options.files);
  }

  /** The next file. */
  get file(): VersionedFile | undefined {
    return this.files[this.next];
  }

  /**
   * Skips files up to a key, or past it if that file is complete. If the version no longer has that file, it starts
   * over.
   */
  goTo(version: number, key: string, isDone: boolean): void {
    const at = this.files.findIndex(file => keyOf(file) === key);
    const begin = this.files.findIndex(file => file.version >= version);
    if (at >= 0) this.next = isDone ? at + 1 : at;
    else this.next = begin >= 0 ? begin : this.files.length;
  }

  /**
   * Returns the bytes of `file`, and starts to fetch some files after it. @throws SharingProblem,
   * `TransientSourceError`
   */
  open(): Promise<RandomAccessBytes> {
    const end = Math.min(this.files.length, this.next + this.options.ahead);
    for (let at = this.next; at < end; at++) {
      if (this.opened.has(at)) continue;
      const opening = this.openOne(this.files[at]!);
      // The error is reported when the file's turn comes.
      opening.catch(() => undefined);
      this.opened.set(at, opening);
    }
    return this.opened.get(this.next)!;
  }

  /** `file` is complete. */
  pass(): void {
    this.opened.delete(this.next++);
  }

  private async openOne(file: VersionedFile): Promise<RandomAccessBytes> {
    if (file.obstacle !== undefined) throw new SharingProblem('unreadable', file.obstacle);
    const key = keyOf(file);
    const shared: SharedFile = {
      name: `File ${file.id} of version ${file.version}`,
      size: file.size,
      address: ended => this.addressOf(key, ended),
    };
    return this.options.access.open(shared);
  }

  private async addressOf(key: string, ended: string | undefined): Promise<string> {
    const { url, expires = Infinity } = this.addresses.get(key)!;
    if (url !== ended && this.options.clock.now() < expires - EARLY_MILLIS) return url;
    this.renewal ??= this.renew().finally(() => (this.renewal = undefined));
    await this.renewal;
    return this.addresses.get(key)!.url;
  }

  private async renew(): Promise<void> {
    const again = byKey(await this.options.again());
    for (const key of this.addresses.keys())
      if (!again.has(key))
        throw new SharingProblem(
          'unreadable',
          'the server lists different files when the request is repeated',
        );
    this.addresses = again;
  }
}

function byKey(files: readonly VersionedFile[]): ReadonlyMap<string, VersionedFile> {
  return new Map(files.map(file => [keyOf(file), file]));
}
