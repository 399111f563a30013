/**
 * A source: the files of a folder, one record each. Move finished files there, with increasing names.
 *
 *     npx weir --extension folder-source.mjs
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { defineSource } from '@weir/plugins';

const folder = defineSource({
  type: 'example.Folder',
  description: 'Each file of a folder, in the order of their names; new files as they come',
  fields: z => ({
    path: z.string().min(1).meta({ description: 'The folder, on the machine of the server' }),
    pollMillis: z.int().min(10).default(1000).meta({ description: 'Pause before looking for new files' }),
  }),
  resume: 'exact',

  /** Only folders in `file-ingest.allowed-directories` are allowed, as for files. */
  async check({ path }, { files }) {
    await files.checkDirectory(path);
  },

  async *read({ path, pollMillis }, { files, from, signal }) {
    const directory = await files.checkDirectory(path);
    let last = from ?? '';
    while (!signal.aborted) {
      const names = (await readdir(directory)).sort().filter(name => name > last && !name.startsWith('.'));
      for (const name of names) {
        yield { data: await readFile(join(directory, name)), cursor: name };
        last = name;
      }
      if (names.length === 0) await pause(pollMillis, undefined, { signal });
    }
  },
});

export const extensions = { sources: [folder] };
