import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { parseRecipe } from '@weir/recipes';
import { projectFile } from '../support/project-file.js';
import { parseCurl } from './curl.js';
import { anchors, codeBlocks, type LocalLink, localLinks, pages } from './markdown.js';

const PAGES = pages();
const BLOCKS = PAGES.flatMap(codeBlocks);

function blocks(language: string): [string, string][] {
  return BLOCKS.filter(block => block.language === language).map(block => [block.where, block.text]);
}

describe('pages', () => {
  test.each(PAGES.map(page => [page.path, page] as const))('%s: links have valid targets', (_path, page) => {
    expect(localLinks(page).filter(link => !leadsSomewhere(link))).toEqual([]);
  });

  test.each(blocks('sh').filter(([, text]) => text.startsWith('curl')))(
    '%s: curl commands',
    (_where, text) => {
      for (const command of text.split(/\n(?=curl )/)) {
        const { init } = parseCurl(command);
        if (init.headers['content-type'] === 'application/json')
          expect(() => JSON.parse(init.body!) as unknown).not.toThrow();
      }
    },
  );

  test.each(blocks('yaml').filter(([, text]) => text.startsWith('version:')))(
    '%s: a recipe',
    (_where, text) => {
      expect(parseRecipe(text, new Map()).title).not.toBe('');
    },
  );
});

function leadsSomewhere({ path, anchor }: LocalLink): boolean {
  if (!existsSync(projectFile(path))) return false;
  const page = PAGES.find(each => each.path === path);
  return anchor === '' || page === undefined || anchors(page).includes(anchor);
}

describe('recipes', () => {
  const values = new Map([
    ['in_file', 'access.log'],
    ['events_url', 'http://127.0.0.1:9000/'],
  ]);
  test.each(readdirSync(projectFile('recipes')).filter(name => !name.includes('.test.')))(
    '%s: is well-formed and has a page',
    name => {
      const text = readFileSync(projectFile(`recipes/${name}`), 'utf8');
      expect(parseRecipe(text, values).title).toBe(/^title: (.*)$/m.exec(text)![1]);
      expect(existsSync(projectFile(`docs/recipes/${name.replace(/\.yaml$/, '.md')}`))).toBe(true);
    },
  );
});
