/**
 * Rows that describe the program's behavior according to the references; recipes-cli-config.txt, ingest.txt and
 * standing-queries.txt explain their format.
 */
import { readFileSync } from 'node:fs';
import { projectFile } from '../support/project-file.js';

export type RowKind = 'run' | 'serve' | 'live' | 'ingest' | 'pattern' | 'results' | 'elsewhere';

export interface BehaviorRow {
  /** `ingest §4.1` */
  readonly section: string;
  readonly line: string;
  readonly kind: RowKind;
  /** The parts between the row's type and the reason. */
  readonly parts: readonly string[];
  /** Reason why the row does not hold. */
  readonly gap: string | undefined;
}

const FILES = ['recipes-cli-config', 'ingest', 'standing-queries'];
const PARTS: Readonly<Record<RowKind, number>> = {
  run: 3,
  serve: 2,
  live: 2,
  ingest: 5,
  pattern: 3,
  results: 4,
  elsewhere: 2,
};

export function readBehaviorRows(): BehaviorRow[] {
  return FILES.flatMap(file =>
    readFileSync(projectFile(`test/reference/${file}.txt`), 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => parse(file, line)),
  );
}

function parse(file: string, line: string): BehaviorRow {
  const [section = '', kind = '', ...rest] = line.split(' | ').map(part => part.trim());
  const gap = rest.at(-1)?.startsWith('gap: ') === true ? rest.pop()!.slice('gap: '.length) : undefined;
  const expected = Object.hasOwn(PARTS, kind) ? PARTS[kind as RowKind] : undefined;
  if (!/^§[\d.]+$/.test(section) || expected !== rest.length) {
    throw new Error(`no row of ${file}: ${line}`);
  }
  return { section: `${file} ${section}`, line, kind: kind as RowKind, parts: rest, gap };
}

/** Words of a command line, separated by spaces; a word in single quotes may contain spaces, and is marked as text. */
export function words(line: string): { readonly word: string; readonly isText: boolean }[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, text, word]) =>
    text === undefined ? { word: word!, isText: false } : { word: text, isText: true },
  );
}
