/** Loads a recipe's text from a URL, a file, or a bare name of a bundled recipe. */
import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RecipeError } from './recipe-error.js';
import { isError } from '@weir/platform';

const FILE_NAME = /\.(json|yaml|yml)$/i;
/** The test file of a recipe is stored beside it. */
const CASES = /\.test\.[^.]+$/;
const EXTENSIONS = ['.yaml', '.yml', '.json'];
const FETCH_LIMIT_MILLIS = 30_000;
/** Longer than any recipe, so that a wrong address cannot exhaust memory. */
const MAXIMUM_BYTES = 16 * 1024 * 1024;

export interface RecipeSearch {
  /** The folder of bundled recipes; without one, bare names are unknown. */
  readonly bundled?: string;
}

/** @throws RecipeError `recipe.not-found` */
export async function findRecipe(nameFileOrUrl: string, search: RecipeSearch = {}): Promise<string> {
  if (isBundledName(nameFileOrUrl)) return readBundled(nameFileOrUrl, search.bundled);
  const url = asUrl(nameFileOrUrl);
  if (url?.protocol === 'file:') return readRecipeFile(fileURLToPath(url));
  if (url) return fetchRecipe(url);
  return readRecipeFile(nameFileOrUrl);
}

/** Returns whether the text is neither an address nor a file. */
export function isBundledName(nameFileOrUrl: string): boolean {
  return asUrl(nameFileOrUrl) === undefined && !FILE_NAME.test(nameFileOrUrl);
}

function asUrl(text: string): URL | undefined {
  if (!/^(https?|file):/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

async function readRecipeFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    const reason =
      isError(cause) && 'code' in cause && cause.code !== 'ENOENT' ? ` (${cause.message})` : '';
    throw new RecipeError('recipe.not-found', [`Cannot find recipe file at ${path}${reason}`], { cause });
  }
}

async function fetchRecipe(url: URL): Promise<string> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(FETCH_LIMIT_MILLIS) });
    text = response.ok ? await boundedText(response) : '';
  } catch (cause) {
    const reason =
      isError(cause) ? (isError(cause.cause) ? cause.cause : cause).message : String(cause);
    throw new RecipeError('recipe.not-found', [`Cannot read recipe from ${url.href}: ${reason}`], { cause });
  }
  if (response.status === 404)
    throw new RecipeError('recipe.not-found', [`Cannot find recipe file at ${url.href}`]);
  if (!response.ok) {
    throw new RecipeError('recipe.not-found', [
      `Unexpected response code ${response.status} from URL ${url.href}`,
    ]);
  }
  return text;
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAXIMUM_BYTES) throw new Error(`more than ${MAXIMUM_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the texts of the recipes in a folder, keyed and sorted by name. */
export async function bundledRecipes(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = (await recipesIn(folder)).filter(file => FILE_NAME.test(file)).sort();
  const texts = await Promise.all(files.map(file => readRecipeFile(join(folder, file))));
  return new Map(files.map((file, i) => [parse(file).name, texts[i]!]));
}

async function recipesIn(folder: string): Promise<string[]> {
  const all = await readdir(folder).catch((): string[] => []);
  return all.filter(file => !CASES.test(file));
}

async function readBundled(name: string, folder: string | undefined): Promise<string> {
  const files = folder === undefined ? [] : await recipesIn(folder);
  const file = EXTENSIONS.map(extension => name + extension).find(candidate => files.includes(candidate));
  if (folder !== undefined && file !== undefined) return readRecipeFile(join(folder, file));
  const known = files.filter(candidate => FILE_NAME.test(candidate)).map(candidate => parse(candidate).name);
  const hint = known.length > 0 ? `the bundled recipes are ${known.join(', ')}` : 'no recipes are bundled';
  throw new RecipeError('recipe.not-found', [
    `Recipe ${name} does not exist; ${hint}; the path of a file needs its extension (.yaml, .yml, .json)`,
  ]);
}
