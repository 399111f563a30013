/** Code blocks and links of the project's pages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { projectFile } from '../support/project-file.js';

export interface CodeBlock {
  /** `docs/tutorial.md:12` */
  readonly where: string;
  readonly language: string;
  readonly text: string;
}

export interface Page {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
}

export function pages(): Page[] {
  const root = projectFile('');
  const names = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
  const paths = [
    ...readdirSync(root).filter(name => name.endsWith('.md')),
    'packages/standing/ARCHITECTURE.md',
    ...names.filter(name => name.endsWith('.md')).map(name => join('docs', name)),
  ];
  return paths.sort().map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export function codeBlocks(page: Page): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  for (const match of page.text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    const line = page.text.slice(0, match.index).split('\n').length;
    blocks.push({ where: `${page.path}:${line}`, language: match[1]!, text: match[2]! });
  }
  return blocks;
}

export interface LocalLink {
  /** A file of the project, relative to it. */
  readonly path: string;
  /** A heading of it, or `''`. */
  readonly anchor: string;
}

export function localLinks(page: Page): LocalLink[] {
  const root = projectFile('');
  return [...page.text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(match => match[1]!)
    .filter(target => !/^https?:/.test(target))
    .map(target => {
      const [file, anchor = ''] = target.split('#') as [string, string?];
      const path = file === '' ? page.path : relative(root, join(root, page.path, '..', file));
      return { path, anchor };
    });
}

/** Anchors of the page's headings, as GitHub makes them. */
export function anchors({ text }: Page): string[] {
  return [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
