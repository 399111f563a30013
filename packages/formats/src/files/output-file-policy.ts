/**
 * Which files an output may write: those in an allowed folder or below it, after symbolic links are followed, that are
 * new or look as if an output had written them; none of the graph's own. A standing query comes over the network; it
 * must not write where its sender pleases.
 */
import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { WeirError } from '@weir/model';
import { isForeign } from './foreign-file.js';

export interface OutputFileOptions {
  /** What relative paths are relative to. */
  readonly workingDirectory: string;
  /** Default: the working directory. Folders that do not exist are ignored. */
  readonly allowedDirectories?: readonly string[];
  /** Nothing is written in or below these, whatever is allowed: where the graph itself is kept. */
  readonly forbiddenDirectories?: readonly string[];
}

export class OutputFilePolicy {
  /** By the path that they write to, those that are open, and whether one of them moves it away. */
  private readonly claims = new Map<string, { count: number; isAlone: boolean }>();
  /** Files that are allowed by name. */
  private readonly named = new Set<string>();

  private constructor(
    private readonly workingDirectory: string,
    private readonly folders: ReadonlySet<string>,
    private readonly forbidden: readonly string[],
  ) {}

  /** No file may be written. */
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

  /** One file, wherever it is: who started the program named it. */
  allowFile(path: string): void {
    this.named.add(resolve(this.workingDirectory, path));
  }

  /**
   * @returns the path to write to.
   * @throws WeirError `output.file-not-allowed`; `output.invalid` when there is no such folder, or the path
   *   is no file.
   * @param isOwnLine says what lines of a file look like that may be written on.
   */
  async check(path: string, isOwnLine?: (line: string) => boolean): Promise<string> {
    if (path.includes('\0')) throw new WeirError('output.invalid', `A path can't have a null character.`);
    const absolute = resolve(this.workingDirectory, path);
    const folder = await realPathOf(dirname(absolute));
    if (folder === undefined) {
      throw new WeirError(
        'output.invalid',
        `Can't write to ${path}: the folder ${dirname(absolute)} does not exist.`,
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
      // It may have been made, or have become a link, since the start.
      if (isWithin(target, (await realPathOf(own)) ?? own))
        throw this.refusal(path, `the graph is kept in ${own}`);
    }
    if (!(await isThere(target))) return target;
    if ((await stat(target)).isDirectory()) {
      throw new WeirError('output.invalid', `Can't write to ${path}: it is a directory.`);
    }
    if (await isForeign(target, isOwnLine)) {
      throw this.refusal(path, 'the file holds something else than lines of results. Choose another name');
    }
    return target;
  }

  /**
   * Tells that a path is written to from now on.
   * @param path as `check` gave it. @param isAlone the file is moved away now and then, which others would not see.
   * @returns tells that it is not any more. @throws WeirError `output.invalid` where two would be in each other's way.
   */
  claim(path: string, isAlone: boolean): () => void {
    const claim = this.claims.get(path) ?? { count: 0, isAlone };
    if (claim.count > 0 && (isAlone || claim.isAlone)) {
      throw new WeirError(
        'output.invalid',
        `Can't write to ${path}: another output writes there, and a file that is rotated has one output alone. Choose another name.`,
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
      `File path not allowed: ${path} (resolved to: ${target}). Allowed are files in and below: ${allowed}.`,
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

/** A link that leads nowhere is there. */
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
