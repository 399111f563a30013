/** Returns which files may be read and written, according to the configuration and the recipe. */
import { FileAccessPolicy, OutputFilePolicy } from '@weir/formats/files';
import { WeirError } from '@weir/platform';
import { type Recipe, recipeFilePaths, recipeOutputPaths } from '@weir/recipes';
import { isLasting, type StoreOptions } from '@weir/runtime';
import type { Config } from './settings.js';

export interface FilePoliciesOptions {
  readonly config: Config;
  readonly store: StoreOptions;
  readonly workingDirectory: string;
  readonly recipe?: Recipe | undefined;
}

export interface FilePolicies {
  readonly ingest: FileAccessPolicy;
  readonly output: OutputFilePolicy;
}

/** @throws WeirError `config.invalid` */
export async function filePolicies({
  config,
  store,
  workingDirectory,
  recipe,
}: FilePoliciesOptions): Promise<FilePolicies> {
  try {
    const ingest = await FileAccessPolicy.create({
      workingDirectory,
      allowedDirectories: config['file-ingest.allowed-directories'],
      resolutionMode: config['file-ingest.resolution-mode'],
    });
    for (const path of recipe ? recipeFilePaths(recipe) : []) await ingest.allowDirectoryOf(path);
    const output = await OutputFilePolicy.create({
      workingDirectory,
      allowedDirectories: config['file-output.allowed-directories'],
      forbiddenDirectories: dataDirectories(store, config),
    });
    for (const path of recipe ? recipeOutputPaths(recipe) : []) output.allowFile(path);
    return { ingest, output };
  } catch (cause) {
    const { message } = WeirError.from(cause);
    throw new WeirError('config.invalid', `File ingest configuration error: ${message}`, { cause });
  }
}

function dataDirectories(store: StoreOptions, config: Config): string[] {
  if (store.type === 'embedded' || store.type === 'logged') return [store.path];
  return isLasting(store) ? [config['store.filepath']] : [];
}
