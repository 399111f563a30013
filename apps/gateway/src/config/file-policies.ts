/** Returns which files may be read and written, according to the configuration and the recipe. */
import { FileAccessPolicy, OutputFilePolicy } from '@weir/formats/files';
import { WeirError } from '@weir/platform';
import { type Recipe, recipeFilePaths, recipeOutputPaths } from '@weir/recipes';
import type { StoreOptions } from '@weir/runtime';
import { dataDirectory } from './dead-letter-directories.js';
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
  const data = dataDirectory(store, config);
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
      forbiddenDirectories: data === undefined ? [] : [data],
    });
    for (const path of recipe ? recipeOutputPaths(recipe) : []) output.allowFile(path);
    return { ingest, output };
  } catch (cause) {
    const { message } = WeirError.from(cause);
    throw new WeirError('config.invalid', `File ingest configuration error: ${message}`, { cause });
  }
}
