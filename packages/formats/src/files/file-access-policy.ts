/**
 * Files that an ingest stream may read: those directly in an allowed directory, after symbolic links are resolved;
 * sub-directories are excluded. The directories of files that a recipe names are added.
 */
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { WeirError } from '@weir/platform';

export interface FileAccessOptions {
  /** Base of relative paths. */
  readonly workingDirectory: string;
  /** Default: only the working directory. Empty: nothing is allowed. Missing directories are ignored. */
  readonly allowedDirectories?: readonly string[];
  /** `static`: only files that existed at the start. Default `dynamic`. */
  readonly resolutionMode?: 'dynamic' | 'static';
}

export class FileAccessPolicy {
  private constructor(
    private readonly workingDirectory: string,
    private readonly directories: Set<string>,
    /** Files that existed at the start, if only these are allowed. */
    private readonly known: Set<string> | undefined,
  ) {}

  /** A policy that allows no file. */
  static nothing(): FileAccessPolicy {
    return new FileAccessPolicy('.', new Set(), undefined);
  }

  /** @throws WeirError `config.invalid` if an allowed directory is not a directory. */
  static async create(options: FileAccessOptions): Promise<FileAccessPolicy> {
    const { workingDirectory, allowedDirectories = ['.'], resolutionMode = 'dynamic' } = options;
    const directories = new Set<string>();
    for (const given of allowedDirectories) {
      const resolved = await realPathOf(resolve(workingDirectory, given));
      if (resolved === undefined) continue;
      if (!(await stat(resolved)).isDirectory()) {
        throw new WeirError(
          'config.invalid',
          `Allowed directory path is not a directory: ${given} (resolved to: ${resolved})`,
        );
      }
      directories.add(resolved);
    }
    const known = resolutionMode === 'static' ? await filesIn(directories) : undefined;
    return new FileAccessPolicy(workingDirectory, directories, known);
  }

  /** Adds the directory of a file that a recipe names; does nothing if the file does not exist. */
  async allowDirectoryOf(path: string): Promise<void> {
    const resolved = await realPathOf(resolve(this.workingDirectory, path));
    if (resolved === undefined) return;
    this.directories.add(dirname(resolved));
    this.known?.add(resolved);
  }

  /**
   * @returns the real path.
   * @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`.
   */
  async check(path: string): Promise<string> {
    const absolute = resolve(this.workingDirectory, path);
    const resolved = await realPathOf(absolute);
    if (resolved === undefined) {
      const named = path === absolute ? 'it' : absolute;
      throw new WeirError('ingest.file-not-found', `Invalid file path: ${path} - ${named} does not exist`);
    }
    if (this.directories.size === 0) {
      throw new WeirError(
        'ingest.file-not-allowed',
        `File path not allowed: ${path} (resolved to: ${resolved}). ` +
          'No allowed directories configured (empty allowlist denies all file ingests).',
      );
    }
    const parent = dirname(resolved);
    if (!this.directories.has(parent)) {
      throw new WeirError(
        'ingest.file-not-allowed',
        `File path not allowed: ${path} (resolved to: ${resolved}, parent: ${parent}).`,
      );
    }
    if (this.known !== undefined && !this.known.has(resolved)) {
      throw new WeirError(
        'ingest.file-not-allowed',
        `File not allowed in static resolution mode: ${path} (resolved to: ${resolved}). ` +
          'Only files present at startup are allowed.',
      );
    }
    return resolved;
  }

  /**
   * Checks a directory whose files are to be read.
   * @returns the real path.
   * @throws WeirError `ingest.file-not-found`, `ingest.file-not-allowed`.
   */
  async checkDirectory(path: string): Promise<string> {
    const absolute = resolve(this.workingDirectory, path);
    const resolved = await realPathOf(absolute);
    if (resolved === undefined)
      throw new WeirError('ingest.file-not-found', `No such directory: ${path} (${absolute})`);
    if (this.directories.has(resolved)) return resolved;
    throw new WeirError(
      'ingest.file-not-allowed',
      `Directory not allowed: ${path} (resolved to: ${resolved}). Add it to file-ingest.allowed-directories.`,
    );
  }
}

const MEANS_MISSING: ReadonlySet<string | undefined> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
  'EACCES',
]);

async function realPathOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (MEANS_MISSING.has(code) || code === 'ERR_INVALID_ARG_VALUE') return undefined;
    throw error;
  }
}

async function filesIn(directories: ReadonlySet<string>): Promise<Set<string>> {
  const files = new Set<string>();
  for (const directory of directories) {
    for (const entry of await readdir(directory, { withFileTypes: true })) {
      if (entry.isFile()) files.add(join(directory, entry.name));
    }
  }
  return files;
}
