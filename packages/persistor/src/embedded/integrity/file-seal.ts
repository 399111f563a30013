/**
 * Detects damage that LevelDB itself does not: truncated files and changed blocks. When a store closes cleanly, it
 * leaves a seal in its directory: name, size and CRC-32 of each of its files. Opening checks the files before LevelDB
 * reads any of them, and removes the seal.
 *
 * After a crash the manifest lists the files and the size of each table. Tables never change, so a table that is also
 * listed in the seal removed last (`SEAL.last`) is compared with its checksum. The log is checked record by record
 * (log-records.ts).
 *
 * An intact store is never rejected, whenever its process was killed. So only files listed in the manifest count
 * (manifest.ts). A seal is valid only until LevelDB opens the store: from then on CURRENT names a later manifest, and
 * the seal is treated as removed. A seal that cannot be read is ignored.
 */
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { checkLog } from './log-records.js';
import { currentManifest, type Manifest, manifestNumber, readManifest, type TableEntry } from './manifest.js';
import { damaged } from '../disk/store-error.js';
import { unlessMissing } from './unless-missing.js';

interface SealedFile {
  readonly name: string;
  readonly size: number;
  /** `undefined` if checksums are disabled. */
  readonly crc?: number | undefined;
  /** For a table, its mark in the manifest. A table with the same name is the same table only if it has this mark. */
  readonly mark?: number;
}

const SEAL = 'SEAL';
const LAST_SEAL = 'SEAL.last';
/**
 * Created while the store is still locked. The next process that opens the store removes it, which invalidates a seal
 * that is written too late.
 */
const PENDING_SEAL = 'SEAL.pending';
const HEAD_FILE = /^(CURRENT|MANIFEST-\d+)$/;
const TABLE_FILE = /^\d+\.ldb$/;
const LOG_FILE = /^\d+\.log$/;
const BYTES_PER_READ = 1 << 20;

export class FileSeal {
  /** Files with reusable checksums: tables, which never change. */
  private readonly known = new Map<string, SealedFile>();

  /** @param isFull compare contents too, not only names and sizes; takes as long as reading all files. */
  constructor(
    private readonly location: string,
    private readonly isFull: boolean,
  ) {}

  /** To be called before the store is opened. @throws WeirError `store.damaged`. */
  async check(): Promise<void> {
    const sealed = await this.read(SEAL);
    if (sealed !== undefined && !(await this.wasOpenedSince(sealed))) return this.checkSealed(sealed);
    const manifest = await readManifest(this.location);
    if (manifest === undefined) return;
    await this.checkTables(manifest, sealed ?? (await this.read(LAST_SEAL)) ?? []);
    for (const name of await this.logsOf(manifest)) {
      const problem = checkLog(await readFile(join(this.location, name)));
      if (problem !== undefined) throw damaged(this.location, `${name}: ${problem}`);
    }
  }

  /** Removes the seal, because the store is open, locked and about to change. */
  async break(): Promise<void> {
    await rm(join(this.location, PENDING_SEAL), { force: true });
    await rename(join(this.location, SEAL), join(this.location, LAST_SEAL)).catch(unlessMissing);
  }

  /**
   * Call while the store is open and no longer written. @returns a function that seals the store, to be called after it
   * was closed.
   */
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
    const manifest = await readManifest(this.location);
    if (manifest === undefined) return;
    const files = [await this.measure('CURRENT'), await this.measure(manifest.name)];
    for (const table of manifest.tables.values()) {
      const name = tableFile(table);
      const known = this.known.get(name);
      const { size, mark } = table;
      files.push(known?.mark === mark ? known : { ...(await this.measure(name)), size, mark });
    }
    for (const name of await this.logsOf(manifest)) {
      files.push(await this.measure(name));
      await this.sync(name);
    }
    const content = JSON.stringify(files);
    await pending.writeFile(`${crc32(content)}\n${content}\n`);
    await pending.sync();
  }

  private async read(name: string): Promise<readonly SealedFile[] | undefined> {
    const text = await readFile(join(this.location, name), 'utf8').catch(unlessMissing);
    const [checksum, content = ''] = text?.split('\n') ?? [];
    if (checksum !== String(crc32(content)) || !text?.endsWith('\n')) return undefined;
    return JSON.parse(content) as SealedFile[];
  }

  private async wasOpenedSince(sealed: readonly SealedFile[]): Promise<boolean> {
    const current = await currentManifest(this.location);
    if (current === undefined) return false;
    const isLater = sealed.every(
      ({ name }) => !name.startsWith('MANIFEST-') || manifestNumber(name) < manifestNumber(current),
    );
    return isLater && (await readManifest(this.location)) !== undefined;
  }

  /**
   * Checks a store that was not opened since it was sealed: every file in the seal and the manifest must exist
   * unchanged.
   */
  private async checkSealed(sealed: readonly SealedFile[]): Promise<void> {
    for (const file of sealed) if (HEAD_FILE.test(file.name)) await this.compare(file);
    const manifest = await readManifest(this.location);
    if (manifest === undefined) return;
    for (const file of sealed) {
      if (TABLE_FILE.test(file.name)) {
        const table = manifest.tables.get(parseInt(file.name));
        if (table !== undefined) await this.compare({ ...file, size: table.size, mark: table.mark });
      } else if (LOG_FILE.test(file.name) && isLogOf(manifest, file.name)) {
        await this.compare(file);
      }
    }
  }

  private async checkTables(manifest: Manifest, sealed: readonly SealedFile[]): Promise<void> {
    const last = new Map(sealed.map(file => [file.name, file]));
    for (const table of manifest.tables.values()) {
      const name = tableFile(table);
      const { size, mark } = table;
      const crc = last.get(name)?.mark === mark ? last.get(name)?.crc : undefined;
      await this.compare({ name, size, crc, mark });
    }
  }

  private async compare(wanted: SealedFile): Promise<void> {
    const { name, size, crc } = wanted;
    const found = await this.measure(name, this.isFull && crc !== undefined).catch(unlessMissing);
    if (found === undefined) throw damaged(this.location, `the file ${name} is missing`);
    if (found.size !== size)
      throw damaged(this.location, `${name} has ${found.size} bytes instead of ${size}`);
    if (found.crc !== undefined && found.crc !== crc) throw damaged(this.location, `${name} was changed`);
    if (crc !== undefined && TABLE_FILE.test(name)) this.known.set(name, wanted);
  }

  private async measure(name: string, withContent = this.isFull): Promise<SealedFile> {
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

  /** Not needed for tables, which are already synced to disk. */
  private async sync(name: string): Promise<void> {
    const file = await open(join(this.location, name), 'r');
    try {
      await file.sync();
    } finally {
      await file.close();
    }
  }

  private async logsOf(manifest: Manifest): Promise<string[]> {
    const files = (await readdir(this.location).catch(unlessMissing)) ?? [];
    return files.filter(name => LOG_FILE.test(name) && isLogOf(manifest, name));
  }
}

function tableFile({ number }: TableEntry): string {
  return `${String(number).padStart(6, '0')}.ldb`;
}

function isLogOf({ firstLog, previousLog }: Manifest, name: string): boolean {
  const number = parseInt(name);
  return number >= firstLog || number === previousLog;
}
