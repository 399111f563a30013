/**
 * Files that an output may write: those in or below an allowed directory, after symbolic links are resolved, that are
 * new or appear to be written by an output; never the graph's own files. A standing query arrives over the network; its
 * sender must not choose arbitrary files.
 */
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { WeirError } from '@weir/platform';
import { isForeign } from './foreign-file.js';

export interface OutputFileOptions {
  /** Base of relative paths. */
  readonly workingDirectory: string;
  /** Default: the working directory. Missing directories are ignored. */
  readonly allowedDirectories?: readonly string[];
  /** Nothing is written in or below these, regardless of the allowed directories: they hold the graph's data. */
  readonly forbiddenDirectories?: readonly string[];
}

export class OutputFilePolicy {
  /** Number of open outputs by path, and whether one of them moves the file away. */
  private readonly claims = new Map<string, { count: number; isAlone: boolean }>();
  /** Files allowed by name. */
  private readonly named = new Set<string>();

  private constructor(
    private readonly workingDirectory: string,
    private readonly folders: ReadonlySet<string>,
    private readonly forbidden: readonly string[],
  ) {}

  /** A policy that allows no file. */
  static nothing(): OutputFilePolicy {
    return new OutputFilePolicy('.', new Set(), []);
  }

  static async create(options: OutputFileOptions): Promise<OutputFilePolicy> {
    const { workingDirectory, allowedDirectories = ['.'], forbiddenDirectories = [] } = options;
    const folders = new Set<string>();
    for (const given of allowedDirectories) {
      const folder = await realPathOf(resolve(workingDirectory, given));
      if (folder !== undefined) folders.add(folder);
    }
    const forbidden = forbiddenDirectories.map(folder => resolve(workingDirectory, folder));
    return new OutputFilePolicy(workingDirectory, folders, forbidden);
  }

  /** Allows one file anywhere, named at the start of the process. */
  allowFile(path: string): void {
    this.named.add(resolve(this.workingDirectory, path));
  }

  /**
   * @returns the path to write to.
   * @throws WeirError `output.file-not-allowed`; `output.invalid` if the directory does not exist, or the path is not a
   * file.
   * @param isOwnLine which lines a file may contain to be appended to.
   */
  async check(path: string, isOwnLine?: (line: string) => boolean): Promise<string> {
    if (path.includes('\0'))
      throw new WeirError('output.invalid', `A path must not contain a null character.`);
    const absolute = resolve(this.workingDirectory, path);
    const folder = await realPathOf(dirname(absolute));
    if (folder === undefined) {
      throw new WeirError(
        'output.invalid',
        `Cannot write to ${path}: the directory ${dirname(absolute)} does not exist.`,
      );
    }
    let target = join(folder, basename(absolute));
    if (await isThere(target)) {
      const resolved = await realPathOf(target);
      if (resolved === undefined) throw this.notAllowed(path, target);
      target = resolved;
    }
    const isAllowed =
      this.named.has(absolute) || [...this.folders].some(allowed => isWithin(target, allowed));
    if (!isAllowed) throw this.notAllowed(path, target);
    for (const own of this.forbidden) {
      // It may have been created, or replaced by a link, since the start.
      if (isWithin(target, (await realPathOf(own)) ?? own))
        throw this.refusal(path, `it is inside the data directory ${own}`);
    }
    if (!(await isThere(target))) return target;
    if ((await stat(target)).isDirectory()) {
      throw new WeirError('output.invalid', `Cannot write to ${path}: it is a directory.`);
    }
    if (await isForeign(target, isOwnLine)) {
      throw this.refusal(path, 'the file contains something other than result lines. Choose another name');
    }
    return target;
  }

  /**
   * Registers a writer of a path.
   * @param path the result of `check`. @param isAlone whether the file is moved away at times, which other writers
   * would not notice.
   * @returns a function that releases the claim. @throws WeirError `output.invalid` if two writers would conflict.
   */
  claim(path: string, isAlone: boolean): () => void {
    const claim = this.claims.get(path) ?? { count: 0, isAlone };
    if (claim.count > 0 && (isAlone || claim.isAlone)) {
      throw new WeirError(
        'output.invalid',
        `Cannot write to ${path}: another output writes to it, and a rotated file can have only one output. Choose another name.`,
      );
    }
    claim.count++;
    this.claims.set(path, claim);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      if (--claim.count === 0) this.claims.delete(path);
    };
  }

  private refusal(path: string, why: string): WeirError {
    return new WeirError('output.file-not-allowed', `File path not allowed: ${path}: ${why}.`);
  }

  private notAllowed(path: string, target: string): WeirError {
    const allowed = this.folders.size === 0 ? 'none' : [...this.folders].join(', ');
    return new WeirError(
      'output.file-not-allowed',
      `File path not allowed: ${path} (resolved to: ${target}). Files are allowed in these directories and their subdirectories: ${allowed}.`,
    );
  }
}

function isWithin(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== '' && inside !== '..' && !inside.startsWith('..' + sep) && !isAbsolute(inside);
}

async function realPathOf(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A broken link counts as existing. */
async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (
    code === 'ENOENT' ||
    code === 'ENOTDIR' ||
    code === 'ELOOP' ||
    code === 'EACCES' ||
    code === 'ENAMETOOLONG'
  );
}
