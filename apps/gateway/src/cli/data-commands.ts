/** Runs the commands that copy data, either as a client of a running service or on a data directory. */
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { unreachable, WeirError } from '@weir/platform';
import { checkBackup, restoreGraph } from '@weir/runtime';
import type { ProgramConsole } from '../console/program-console.js';
import type { DataCommand } from './data-command-line.js';
import { ask } from './service-client.js';

/** @returns the exit code. */
export async function runDataCommand(command: DataCommand, console: ProgramConsole): Promise<number> {
  try {
    console.line(await perform(command));
    return 0;
  } catch (error) {
    console.line(`The ${command.name} failed: ${WeirError.from(error).message}`);
    return 1;
  }
}

async function perform({ name, file, url, directory }: DataCommand): Promise<string> {
  switch (name) {
    case 'backup': {
      const bytes = await writeAll(file, checked(await ask('GET', `${url}/api/v1/admin/backup`)));
      return `Saved the backup to ${file}: ${bytes} bytes`;
    }
    case 'restore': {
      const { shards, items, madeAt } = await restoreGraph(readAll(file), resolve(directory!));
      const when = new Date(madeAt).toISOString();
      return `Restored ${items} items of ${shards} shards, as of ${when}, to ${directory!}`;
    }
    case 'export': {
      const bytes = await writeAll(file, await ask('GET', `${url}/api/v1/admin/export`));
      return `Exported to ${file}: ${bytes} bytes`;
    }
    case 'import': {
      if (file !== '-') await stat(file);
      const answer = await ask('POST', `${url}/api/v1/admin/import`, readAll(file));
      const { nodes, edges } = JSON.parse(await textOf(answer)) as { nodes: number; edges: number };
      return `Imported ${nodes} nodes and ${edges} edges`;
    }
    default:
      return unreachable(name);
  }
}

function readAll(file: string): Readable {
  return file === '-' ? process.stdin : createReadStream(file);
}

/** Writes a file. Its name ends in `.partial` until it is complete. @returns bytes written. */
async function writeAll(file: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  if (file === '-') {
    await pipeline(counted, process.stdout, { end: false });
    return bytes;
  }
  const partial = `${file}.partial`;
  try {
    await pipeline(counted, createWriteStream(partial, { flush: true, mode: 0o600 }));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  return bytes;
}

/** Passes the bytes on; ends with an error if they are not a complete backup. */
async function* checked(source: IncomingMessage): AsyncGenerator<Uint8Array> {
  const copy = new Readable({ read: () => undefined });
  const check = checkBackup(copy);
  check.catch(() => undefined);
  for await (const chunk of source as AsyncIterable<Buffer>) {
    copy.push(chunk);
    yield chunk;
  }
  copy.push(null);
  await check;
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
