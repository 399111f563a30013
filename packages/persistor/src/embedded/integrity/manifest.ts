/**
 * Reads LevelDB's list of the store's files. The file CURRENT names a manifest, which is a sequence of edits
 * (log-records.ts): added and removed tables, and the oldest log in use. A file that the manifest does not list does
 * not belong to the store, whatever its name: an interrupted compaction leaves such tables, and their numbers are
 * assigned again. The number of a table that was ever listed is never reused.
 *
 * An edit is a sequence of fields, each a tag and its values. Numbers are varints (little-endian, seven bits a byte);
 * keys are preceded by their length.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { logRecords } from './log-records.js';
import { unlessMissing } from './unless-missing.js';

export interface TableEntry {
  readonly number: number;
  /** Size of its file in bytes. The file is complete and synced before the manifest lists it. */
  readonly size: number;
  /** Checksum of size, first key and last key. Distinguishes tables with the same number. */
  readonly mark: number;
}

export interface Manifest {
  /** Name of the manifest's file. */
  readonly name: string;
  /** Keyed by number. */
  readonly tables: ReadonlyMap<number, TableEntry>;
  /** The log with this number is in use, and all later ones. */
  readonly firstLog: number;
  /** One more log in use; 0 if there is none. */
  readonly previousLog: number;
}

const MANIFEST_NAME = /^(MANIFEST-(\d+))\n$/;

const enum Tag {
  Comparator = 1,
  LogNumber = 2,
  NextFileNumber = 3,
  LastSequence = 4,
  CompactPointer = 5,
  DeletedFile = 6,
  NewFile = 7,
  PreviousLogNumber = 9,
}

/** @returns the name in CURRENT; `undefined` if the file is missing or contains something else. */
export async function currentManifest(location: string): Promise<string | undefined> {
  const text = await readFile(join(location, 'CURRENT'), 'latin1').catch(unlessMissing);
  return text === undefined ? undefined : MANIFEST_NAME.exec(text)?.[1];
}

/** Returns the number of a manifest; numbers follow the order of creation. */
export function manifestNumber(name: string): number {
  return Number(name.slice('MANIFEST-'.length));
}

/** @returns `undefined` if no manifest can be read; reporting that is left to LevelDB. */
export async function readManifest(location: string): Promise<Manifest | undefined> {
  const name = await currentManifest(location);
  const bytes = name === undefined ? undefined : await readFile(join(location, name)).catch(unlessMissing);
  return name === undefined || bytes === undefined ? undefined : parseManifest(name, bytes);
}

export function parseManifest(name: string, bytes: Buffer): Manifest | undefined {
  const folded = new FoldedEdits();
  try {
    for (const record of logRecords(bytes)) folded.add(new EditReader(record));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const { tables, firstLog, previousLog } = folded;
  return { name, tables, firstLog, previousLog };
}

class FoldedEdits {
  readonly tables = new Map<number, TableEntry>();
  firstLog = 0;
  previousLog = 0;

  /** Removals are applied before additions, whatever their order: a table that changes its level is both. */
  add(edit: EditReader): void {
    const added: TableEntry[] = [];
    while (!edit.isAtEnd) {
      const tag: Tag = edit.number();
      switch (tag) {
        case Tag.Comparator:
          edit.bytes();
          break;
        case Tag.LogNumber:
          this.firstLog = edit.number();
          break;
        case Tag.PreviousLogNumber:
          this.previousLog = edit.number();
          break;
        case Tag.NextFileNumber:
        case Tag.LastSequence:
          edit.number();
          break;
        case Tag.CompactPointer:
          edit.number();
          edit.bytes();
          break;
        case Tag.DeletedFile:
          edit.number();
          this.tables.delete(edit.number());
          break;
        case Tag.NewFile:
          edit.number();
          added.push(edit.table());
          break;
        default:
          throw new RangeError(`a field of unknown type ${String(tag satisfies never)}`);
      }
    }
    for (const table of added) this.tables.set(table.number, table);
  }
}

/** @throws RangeError when reading past the end. */
class EditReader {
  private at = 0;

  constructor(private readonly edit: Buffer) {}

  get isAtEnd(): boolean {
    return this.at >= this.edit.length;
  }

  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.edit.readUInt8(this.at++);
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  }

  bytes(): void {
    const length = this.number();
    this.at += length;
    if (this.at > this.edit.length) throw new RangeError('a key is truncated');
  }

  table(): TableEntry {
    const number = this.number();
    const marked = this.at;
    const size = this.number();
    this.bytes();
    this.bytes();
    return { number, size, mark: crc32(this.edit.subarray(marked, this.at)) };
  }
}
