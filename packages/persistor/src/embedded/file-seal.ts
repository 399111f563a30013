/**
 * What LevelDB itself does not notice: files that were cut off, and blocks that were changed. When a store closes in
 * order, a seal is left in its directory: name, size and CRC-32 of each of its files. Opening checks them before LevelDB
 * looks at anything, and takes the seal away.
 *
 * Table files never change, so after a crash those that were sealed before it are still checked, against the seal that
 * was taken away last (`SEAL.last`); the log is checked record by record then (log-check.ts).
 */
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { checkLog } from './log-check.js';
import { damaged } from './store-error.js';

interface SealedFile {
  readonly name: string;
  readonly size: number;
  /** `undefined` where nobody wanted it. */
  readonly crc?: number | undefined;
}

const SEAL = 'SEAL';
const LAST_SEAL = 'SEAL.last';
/** Made while the store is still locked; whoever opens the store next removes it, and so ends a seal that comes late. */
const PENDING_SEAL = 'SEAL.pending';
const STORE_FILE = /^(CURRENT|MANIFEST-\d+|\d+\.(ldb|sst|log))$/;
const TABLE_FILE = /\.(ldb|sst)$/;
const LOG_FILE = /\.log$/;
const BYTES_PER_READ = 1 << 20;

export class FileSeal {
  /** Of tables, which keep theirs. */
  private readonly known = new Map<string, SealedFile>();

  /** @param isFull compare contents too, not only names and sizes; takes as long as reading all files. */
  constructor(
    private readonly location: string,
    private readonly isFull: boolean,
  ) {}

  /** Before the store is opened. @throws WeirError `store.damaged`. */
  async check(): Promise<void> {
    const sealed = await this.read(SEAL);
    if (sealed !== undefined) return this.checkFiles(sealed, true);
    const last = await this.read(LAST_SEAL);
    if (last !== undefined) {
      await this.checkFiles(
        last.filter(file => TABLE_FILE.test(file.name)),
        false,
      );
    }
    for (const name of await this.list(LOG_FILE)) {
      const problem = checkLog(await readFile(join(this.location, name)));
      if (problem !== undefined) throw damaged(this.location, `${name}: ${problem}`);
    }
  }

  /** The store is open and ours: it is going to change. */
  async break(): Promise<void> {
    await rm(join(this.location, PENDING_SEAL), { force: true });
    await rename(join(this.location, SEAL), join(this.location, LAST_SEAL)).catch(unlessMissing);
  }

  /** Call while the store is open and no longer written. @returns seals it, to be called when it is closed. */
  async prepare(): Promise<() => Promise<void>> {
    const pending = await open(join(this.location, PENDING_SEAL), 'w');
    return async () => {
      try {
        await this.write(pending);
      } finally {
        await pending.close();
      }
      await rename(join(this.location, PENDING_SEAL), join(this.location, SEAL)).catch(unlessMissing);
    };
  }

  private async write(pending: FileHandle): Promise<void> {
    const files: SealedFile[] = [];
    for (const name of await this.list(STORE_FILE)) {
      const known = this.known.get(name);
      files.push(known ?? (await this.measure(name, this.isFull)));
      if (LOG_FILE.test(name)) await this.sync(name);
    }
    const content = JSON.stringify(files);
    await pending.writeFile(`${crc32(content)}\n${content}\n`);
    await pending.sync();
  }

  private async read(name: string): Promise<readonly SealedFile[] | undefined> {
    const text = await readFile(join(this.location, name), 'utf8').catch(unlessMissing);
    if (text === undefined) return undefined;
    const [checksum, content = ''] = text.split('\n');
    if (checksum !== String(crc32(content)) || !text.endsWith('\n')) {
      throw damaged(this.location, `the file ${name} was changed`);
    }
    return JSON.parse(content) as SealedFile[];
  }

  private async checkFiles(files: readonly SealedFile[], mustExist: boolean): Promise<void> {
    for (const sealed of files) {
      const { name, size, crc } = sealed;
      const found = await this.measure(name, this.isFull && crc !== undefined).catch(unlessMissing);
      if (found === undefined) {
        if (mustExist) throw damaged(this.location, `the file ${name} is missing`);
        continue;
      }
      if (found.size !== size)
        throw damaged(this.location, `${name} has ${found.size} bytes instead of ${size}`);
      if (found.crc !== undefined && found.crc !== crc) throw damaged(this.location, `${name} was changed`);
      if (TABLE_FILE.test(name)) this.known.set(name, sealed);
    }
  }

  private async measure(name: string, withContent: boolean): Promise<SealedFile> {
    const path = join(this.location, name);
    if (!withContent) return { name, size: (await stat(path)).size };
    const file = await open(path, 'r');
    try {
      const buffer = Buffer.allocUnsafe(BYTES_PER_READ);
      let crc = 0;
      let size = 0;
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, BYTES_PER_READ);
        if (bytesRead === 0) return { name, size, crc };
        crc = crc32(buffer.subarray(0, bytesRead), crc);
        size += bytesRead;
      }
    } finally {
      await file.close();
    }
  }

  /** Tables are with the disk already. */
  private async sync(name: string): Promise<void> {
    const file = await open(join(this.location, name), 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }

  private async list(pattern: RegExp): Promise<string[]> {
    return ((await readdir(this.location).catch(unlessMissing)) ?? []).filter(name => pattern.test(name));
  }
}

function unlessMissing(thrown: NodeJS.ErrnoException): undefined {
  if (thrown.code !== 'ENOENT') throw thrown;
  return undefined;
}
