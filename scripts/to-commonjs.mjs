/**
 * Turns the files of a bundle into CommonJS, which starts faster. What a file takes of Node's own modules is taken by
 * name there; an import reads everything that they export, also what is loaded by reading it. And what V8 has compiled of
 * such files can be kept (`apps/gateway/bin/load-chunk.cjs`).
 *
 * What a file imports is taken once, when it is loaded, into constants: code that runs often costs no more than before.
 * So no two may import each other, and what is exported may not change later; else there is an error here. Text keeps
 * its place, so the maps of the sources stay right.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { analyze } from 'eslint-scope';
import { parse } from 'espree';

/** For `import.meta.url`; a chunk is as if it lay beside the entries. */
export const OWN_URL = '__ownUrl';
/** Gives what a chunk exports, by the chunk's name. */
const CHUNK = '__chunk';
/** In place of `import(...)`, which scripts from kept code have lost; and as long. */
const LOAD = '__load';

/**
 * @param {string} root what paths of the outputs start from.
 * @param {Record<string, import('esbuild').Metafile['outputs'][string]>} outputs of esbuild: ECMAScript modules with a
 * first line that holds nothing. Those in a folder `chunks` become functions that the loader calls, the others modules.
 * @param {string} loader has `chunk` and `load`; as the modules name it.
 * @throws {Error} if a file can't be turned.
 */
export function toCommonJs(root, outputs, loader) {
  const scripts = Object.entries(outputs).filter(([file]) => file.endsWith('.js'));
  refuseCircles(scripts);
  for (const [file] of scripts) {
    const path = join(root, file);
    const text = readFileSync(path, 'utf8');
    try {
      const script = turned(text, isChunk(file), loader);
      // What is no script, such as one that awaits at its top, shall be found here and not where it is loaded.
      new Script(isChunk(file) ? script : Module.wrap(script));
      writeFileSync(path, script);
    } catch (error) {
      throw new Error(`${file}: ${error.message}`, { cause: error });
    }
  }
  const entry = scripts.find(([file]) => !isChunk(file))[0];
  writeFileSync(join(root, dirname(entry), 'package.json'), '{ "type": "commonjs" }\n');
}

const isChunk = file => basename(dirname(file)) === 'chunks';

/** @param {boolean} inChunk where the text is. */
function turned(text, inChunk, loader) {
  for (const name of [CHUNK, LOAD]) {
    if (text.includes(name)) throw new Error(`has something of its own named ${name}`);
  }
  const tree = parse(text, { ecmaVersion: 'latest', sourceType: 'module', range: true });
  const [scope] = analyze(tree, { ecmaVersion: 2024, sourceType: 'module', range: true }).globalScope
    .childScopes;
  for (const name of ['module', 'exports', 'require']) {
    if (scope.set.has(name)) throw new Error(`has something of its own named ${name}`);
  }
  refuseChanges(tree, scope);
  const codeFrom = text.indexOf('\n') + 1;
  const taken = [];
  const given = [];
  const edits = [];
  for (const node of tree.body) {
    if (node.range[0] < codeFrom) continue;
    if (node.type === 'ImportDeclaration') {
      taken.push(statementsOf(node, inChunk));
      edits.push([node.range, '']);
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null && node.source === null) {
      given.push(...node.specifiers.map(({ exported, local }) => pair(nameOf(exported), local.name)));
      edits.push([node.range, '']);
    } else if (node.type === 'ExportDefaultDeclaration') {
      given.push(`default:${text.slice(...node.declaration.range)}`);
      edits.push([node.range, '']);
    } else if (node.type.startsWith('Export')) {
      throw new Error(`exports in a way that is not known here: ${text.slice(...node.range)}`);
    }
  }
  for (const { range, source, options } of importCalls(tree)) {
    if (options) throw new Error(`imports with options: ${text.slice(...range)}`);
    edits.push([[range[0], range[0] + LOAD.length], LOAD]);
    const file = typeof source.value === 'string' && fileOf(source.value, inChunk);
    if (file)
      edits.push([source.range, `"${file.chunk === undefined ? './' : '#'}${file.chunk ?? file.module}"`]);
  }

  const head = inChunk
    ? [`(function(module,require,${OWN_URL},${CHUNK},${LOAD}){"use strict";`]
    : [`"use strict";const{chunk:${CHUNK},load:${LOAD}}=require("${loader}");`];
  if (!inChunk && text.includes(OWN_URL))
    head.push(`const ${OWN_URL}=require("node:url").pathToFileURL(__filename).href;`);
  const tail = [`module.exports={${given.join(',')}};`];
  // For whoever loads it as what TypeScript makes of imports does.
  if (given.some(one => one.startsWith('default:')))
    tail.push('Object.defineProperty(module.exports,"__esModule",{value:true});');
  if (inChunk) tail.push('})');
  const [body, map = ''] = edited(text, edits)
    .slice(codeFrom)
    .split(/(?=\/\/# sourceMappingURL=\S+\s*$)/);
  return `${head.join('')}${taken.join('')}\n${body}${tail.join('')}\n${map}`;
}

function statementsOf({ specifiers, source }, inChunk) {
  const { chunk, module } = fileOf(source.value, inChunk) ?? {};
  const from = inChunk ? '../' : './';
  const exports =
    chunk === undefined
      ? `require("${module === undefined ? source.value : from + module}")`
      : `${CHUNK}("${chunk}")`;
  const names = [];
  const statements = [];
  const isOther = chunk === undefined && module === undefined;
  if (isOther && specifiers.some(({ imported }) => imported?.name === 'default'))
    throw new Error(`takes the default of ${source.value} as one of its names`);
  for (const { type, imported, local } of specifiers) {
    if (type === 'ImportSpecifier') names.push(pair(nameOf(imported), local.name));
    else statements.push(`const ${local.name}=${exports};`);
  }
  if (names.length > 0) statements.push(`const{${names.join(',')}}=${exports};`);
  return statements.length > 0 ? statements.join('') : `${exports};`;
}

function nameOf({ type, name }) {
  if (type !== 'Identifier') throw new Error('has a name that is a text');
  return name;
}

const pair = (name, value) => (name === value ? name : `${name}:${value}`);

/** @returns {{ chunk: string } | { module: string } | undefined} names of files; `undefined` for those of packages. */
function fileOf(specifier, fromChunk) {
  if (!specifier.startsWith('.')) return undefined;
  const name = basename(specifier);
  const isToChunk = fromChunk ? specifier.startsWith('./') : specifier.startsWith('./chunks/');
  return isToChunk ? { chunk: name } : { module: name };
}

/** Each range becomes the given text, and blanks up to its length. */
function edited(text, edits) {
  let result = '';
  let at = 0;
  for (const [[start, end], replacement] of edits.sort(([one], [other]) => one[0] - other[0])) {
    result += text.slice(at, start) + replacement.padEnd(end - start);
    at = end;
  }
  return result + text.slice(at);
}

/** All `import(...)`. */
function importCalls(tree) {
  const found = [];
  const visit = node => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node?.type !== 'string') return;
    if (node.type === 'ImportExpression') found.push(node);
    Object.values(node).forEach(visit);
  };
  visit(tree);
  return found;
}

/** One of two that import each other would take what is not there yet. */
function refuseCircles(scripts) {
  const imports = new Map(
    scripts.map(([file, output]) => [
      file,
      output.imports
        .filter(({ kind, external }) => kind === 'import-statement' && !external)
        .map(({ path }) => path),
    ]),
  );
  const done = new Set();
  const visit = (file, way) => {
    if (way.includes(file)) throw new Error(`files import each other: ${[...way, file].join(', ')}`);
    if (done.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
}

/** What changes when a function is called is not seen by whoever has taken it before. */
function refuseChanges(tree, scope) {
  for (const { specifiers = [] } of tree.body.filter(({ type }) => type === 'ExportNamedDeclaration')) {
    for (const { local } of specifiers) {
      const isChanged = scope.set
        .get(local.name)
        ?.references.some(reference => reference.isWrite() && reference.from.variableScope !== scope);
      if (isChanged) throw new Error(`exports ${local.name}, which changes after it was loaded`);
    }
  }
}
