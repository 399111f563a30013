/** Opens the partitions of a data directory: one subdirectory with a LevelDB each. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { WeirError, type Scheduler } from '@weir/platform';
import type { PersistorFactory } from '../persistor.js';
import { DirectoryWatch } from './disk/directory-watch.js';
import { DiskReserve } from './disk/disk-reserve.js';
import { EmbeddedPersistor } from './embedded-persistor.js';
import { FileSeal } from './integrity/file-seal.js';
import { loadFilter } from './records/filter-storage.js';
import { FORMAT_VERSION, VERSION_KEY } from './records/keys.js';
import { makeDirectory } from './disk/make-directory.js';
import { batchNumbers } from './records/recent-writes.js';
import { damaged, toStoreError } from './disk/store-error.js';

export interface EmbeddedOptions {
  /** The data directory; created if missing. */
  readonly path: string;
  /** Waits for the disk with every batch, so that acknowledged data survives a power loss. Default false. */
  readonly sync?: boolean;
  /**
   * Compares all files with their checksums when opening, and creates the checksums when closing. Takes as long as
   * reading the files. If false, only names and sizes are compared. Default true.
   */
  readonly checkFiles?: boolean;
  /**
   * Number of table files of each partition that stay open, 2 MiB each. Default 1000. LevelDB maps 1,000 files of a
   * process into memory; each other open file has about 50 KB on the heap.
   */
  readonly openFiles?: number;
  /**
   * Maximum memory of each partition's filter of known ids, in bytes. Beyond it, an increasing share of lookups of new
   * nodes costs a read. Default 256 MiB.
   */
  readonly filterBytes?: number;
  /**
   * Length of each partition's buffer of writes in bytes; two buffers may be in memory. A larger one makes long runs of
   * writes faster, because files are merged less often. Default 4 MiB, which costs live ingest the least processor time
   * of all lengths from 4 to 32 MiB.
   */
  readonly writeBufferBytes?: number;
}

const PARTITION = /^[a-z0-9-]+$/;
const FIRST_MANIFEST = 'MANIFEST-000001';
const MEGABYTE = 1 << 20;
const OPEN_FILES = 1000;
const WRITE_BUFFER_BYTES = 4 * MEGABYTE;

export class EmbeddedPersistorFactory implements PersistorFactory {
  readonly name = 'embedded';

  /**
   * @param scheduler checks every second that the directory is still in its place. If absent, the directory is not
   * checked as long as all writes succeed.
   */
  constructor(
    private readonly options: EmbeddedOptions,
    private readonly scheduler?: Scheduler,
  ) {}

  async open(partition: string, mustExist = false): Promise<EmbeddedPersistor> {
    if (!PARTITION.test(partition))
      throw new WeirError('internal', `Not the name of a partition: ${partition}`);
    const location = join(this.options.path, partition);
    const reserve = new DiskReserve(location);
    const seal = new FileSeal(location, this.options.checkFiles ?? true);
    try {
      await refuseHeadless(location, mustExist);
      await seal.check();
      await makeDirectory(location);
      await reserve.makeRoom();
    } catch (thrown) {
      throw toStoreError(thrown, 'opening', location);
    }
    // Must not be created earlier, because the constructor starts to open the store.
    const level = newLevel(location, this.options);
    try {
      await level.open();
      await checkVersion(level);
      await seal.break();
      const batches = await batchNumbers(level);
      const filter = await loadFilter(level, this.options.filterBytes);
      const watch = await DirectoryWatch.begin(location, this.scheduler);
      reserve.keep(watch, this.scheduler);
      return new EmbeddedPersistor(level, filter, this.options.sync ?? false, batches, {
        seal,
        watch,
        reserve,
      });
    } catch (thrown) {
      await level.close();
      throw toStoreError(thrown, 'opening', location);
    }
  }
}

function newLevel(
  location: string,
  { openFiles = OPEN_FILES, writeBufferBytes = WRITE_BUFFER_BYTES }: EmbeddedOptions,
): ClassicLevel<Buffer, Buffer> {
  return new ClassicLevel<Buffer, Buffer>(location, {
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
    writeBufferSize: writeBufferBytes,
    cacheSize: 8 * MEGABYTE,
    maxOpenFiles: openFiles,
  });
}

/**
 * Rejects a directory without its head file (CURRENT). LevelDB would treat it as empty and remove its content. LevelDB
 * creates the head file last, so a process killed while creating a new store leaves only a first manifest; such a store
 * is empty and accepted.
 */
async function refuseHeadless(location: string, mustExist: boolean): Promise<void> {
  const files = await readdir(location).catch((thrown: NodeJS.ErrnoException): string[] => {
    if (thrown.code === 'ENOENT') return [];
    throw thrown;
  });
  const isMissing = mustExist && !files.includes('CURRENT');
  if (isMissing) throw damaged(location, 'it is missing or incomplete');
  const hasData = files.some(
    file =>
      (file.startsWith('MANIFEST-') && file !== FIRST_MANIFEST) ||
      file.endsWith('.ldb') ||
      file.endsWith('.log'),
  );
  if (hasData && !files.includes('CURRENT')) throw damaged(location, 'the file CURRENT is missing');
}

async function checkVersion(level: ClassicLevel<Buffer, Buffer>): Promise<void> {
  const stored = await level.get(VERSION_KEY);
  if (stored === undefined) {
    const [anything] = await level.keys({ limit: 1 }).all();
    if (anything !== undefined) throw incompatible(level.location, 'it is not a Weir store');
    const version = Buffer.alloc(4);
    version.writeUInt32BE(FORMAT_VERSION);
    await level.put(VERSION_KEY, version);
    return;
  }
  const version = stored.length === 4 ? stored.readUInt32BE(0) : Number.NaN;
  if (version !== FORMAT_VERSION) {
    throw incompatible(
      level.location,
      `it has format ${version}, but this version reads format ${FORMAT_VERSION}`,
    );
  }
}

function incompatible(location: string, why: string): WeirError {
  return new WeirError(
    'store.incompatible',
    `The data in ${location} cannot be used: ${why}. Nothing was changed. Use the version that wrote it, or choose ` +
      'another data directory.',
  );
}
