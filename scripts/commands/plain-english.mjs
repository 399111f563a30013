/**
 * `npm run check` reports habits that make English hard to read, in comments, test names, texts of the program and docs.
 * `node scripts/commands/plain-english.mjs [--summary] [PATH...]` checks these files and folders; default: everything.
 * The habits are regular expressions, so a text that passes can still be clumsy.
 */
import { readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseSync } from 'oxc-parser';
import { ROOT } from '../build/prepare.mjs';
import { filesBelow } from '../build/source-folders.mjs';

const EVERYTHING = ['packages', 'apps', 'test', 'bench', 'scripts', 'examples', 'docs'].concat([
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
]);

const PEOPLE =
  'people|persons?|users?|operators?|clients?|readers?|reviewers?|contributors|engineers?|those|anyone|everyone';

/** A habit, and what to write instead. */
const HABITS = [
  [/\b(tells?|told|telling)\b(?! apart)/i, 'report, notify, log, return'],
  [/\blook(s|ed|ing)? (at|after|again)\b/i, 'check, inspect, poll, evaluate'],
  [/\b(go|goes|going|went|gone) on\b/i, 'continue, resume, proceed'],
  [/\bcom(e|es|ing) (again|back|later|to its end|to an end)\b/i, 'arrive again, return, reconnect, end'],
  [/\b(let|lets|letting) go of\b|\b(held|holds|hold) up\b/i, 'release, delay, block'],
  [
    new RegExp(`(?<!\\b(?:${PEOPLE}),? )\\bwho\\b|\\b(whoever|whom|somebody|nobody|everybody)\\b`, 'i'),
    'name the program or caller: it, which, that',
  ],
  [
    /\b(so long|as yet|anew|by (itself|themselves)|under way|by hand)\b(?! as\b)|\bof (its|their) own\b(?! [a-z])/i,
    'until then, yet, again, automatically, separate, in progress, ad hoc',
  ],
  [
    /\b(is|are|was|were) (not )?(there|gone)\b(?! (is|are)\b)/i,
    'exists, is present, is missing, was removed',
  ],
  [
    /(?<!there )\b(is|are|was|were) no (?!longer|more\b|worse|one\b|other)[a-z]/i,
    'is not a ...; invalid ...',
  ],
  [/\b(is|are|was|were) (through|done with)\b/i, 'finish, complete'],
  [
    /(^|[.:] )Of (a|an|the|what|one|each|those|these|all|it|its|many|several|which|whom)\b/,
    'start with the subject',
  ],
  [/(^|\. )(What|Who|Whoever|Whatever) (?!if\b)[^.?]*(\.|$)/, 'start with the subject, and name it'],
  [/\b(in its stead|last word|first word|farewell|one and the same|as good as)\b/i, 'the term of the field'],
];

const CODE = /`[^`]*`|\{@\w+ [^}]*\}|"[^"\n]*"|'[^'\n ]*'/g;
const MACHINE = /oxlint|@ts-|prettier-|^\s*<reference/;
const TEST = /\.test\.tsx?$|^test\/|\/testing\/|^bench\//;
const QUERY =
  /^\s*(MATCH|CREATE|MERGE|CALL|RETURN|UNWIND|WITH|SELECT|INSERT|UPDATE|DELETE|ALTER|BEGIN|LOAD) /;

/** The texts of a TypeScript or JavaScript file, each with its kind and line. */
function textsOfCode(path, source) {
  const { program, comments } = parseSync(path, source);
  const lineAt = offset => source.slice(0, offset).split('\n').length;
  const texts = [];
  let last;
  for (const { value, type, start, end } of comments) {
    if (MACHINE.test(value)) continue;
    const text = value
      .replace(/^[*!]/, '')
      .replace(/\n\s*\*? ?/g, ' ')
      .trim();
    const line = lineAt(start);
    if (type === 'Line' && last?.end === line - 1) last.text += ` ${text}`;
    else texts.push((last = { kind: 'comments', line, text }));
    last.end = type === 'Line' ? lineAt(end) : undefined;
  }
  const visit = node => {
    if (typeof node?.type !== 'string') return;
    const text = literalText(node);
    if (text !== undefined && !TEST.test(path) && text.trim().split(/\s+/).length > 2 && !QUERY.test(text))
      texts.push({ kind: 'texts', line: lineAt(node.start), text });
    if (
      node.type === 'CallExpression' &&
      TEST.test(path) &&
      /^(test|it|describe)\b/.test(source.slice(node.callee.start, node.callee.end))
    ) {
      const name = literalText(node.arguments[0]);
      if (name !== undefined) texts.push({ kind: 'test names', line: lineAt(node.start), text: name });
    }
    for (const child of Object.values(node)) if (typeof child === 'object') [child].flat().forEach(visit);
  };
  visit(program);
  return texts;
}

function literalText(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'JSXText') return node.value;
  return node?.type === 'TemplateLiteral'
    ? node.quasis.map(({ value }) => value.cooked).join('x')
    : undefined;
}

/** Sentences of a page, outside blocks of code and headings. */
function textsOfPage(source) {
  const lines = source.replace(/^```[\s\S]*?^```/gm, block => block.replace(/[^\n]/g, '')).split('\n');
  return lines.flatMap((line, i) => {
    if (line.startsWith('#')) return [];
    const cells = line.startsWith('|') ? line.split('|') : [line.replace(/^[-*\d. ]+/, '')];
    return cells
      .flatMap(cell => cell.split(/(?<=[.?]) /))
      .filter(text => text.trim() !== '')
      .map(text => ({ kind: 'docs', line: i + 1, text }));
  });
}

const isSummary = process.argv.includes('--summary');
const paths = process.argv.slice(2).filter(each => each !== '--summary');
const files = (paths.length > 0 ? paths : EVERYTHING)
  .map(path => join(ROOT, path))
  .flatMap(path => (statSync(path).isDirectory() ? [...filesBelow(path)] : [path]))
  .map(file => relative(ROOT, file).split(sep).join('/'))
  .filter(path => !path.includes('/src/generated/'));
const counts = {};
for (const path of files) {
  const isPage = path.endsWith('.md');
  if (!isPage && !/\.(tsx?|mjs)$/.test(path)) continue;
  const source = readFileSync(join(ROOT, path), 'utf8');
  for (const { kind, line, text } of isPage ? textsOfPage(source) : textsOfCode(path, source)) {
    const plain = text.replace(CODE, 'x').trim();
    const found = HABITS.find(([habit]) => habit.test(plain));
    counts[kind] ??= { all: 0, found: 0 };
    counts[kind].all++;
    if (found === undefined) continue;
    counts[kind].found++;
    if (!isSummary)
      process.stdout.write(
        `${path}:${line}: '${found[0].exec(plain)[0].trim().slice(0, 60)}' (${found[1]}): ${plain.slice(0, 160)}\n`,
      );
  }
}
for (const [kind, { all, found }] of Object.entries(counts))
  process.stdout.write(`${kind}: ${found} of ${all}, ${((100 * found) / all).toFixed(1)} %\n`);
process.exitCode = Object.values(counts).some(({ found }) => found > 0) ? 1 : 0;
