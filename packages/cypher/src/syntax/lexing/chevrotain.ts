/**
 * Loads Chevrotain from the single file in its package, by path because the package does not export it. That takes 12
 * ms in every worker thread; the package's entry, with some six hundred small modules, takes 200 ms. It is loaded
 * without `await`, so that CommonJS programs can require the packages.
 */
import type * as Chevrotain from 'chevrotain';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const bundle = new URL('../chevrotain.mjs', pathToFileURL(require.resolve('chevrotain')));

export const { createToken, createTokenInstance, CstParser, EmbeddedActionsParser, EOF, Lexer } = require(
  fileURLToPath(bundle),
) as typeof Chevrotain;
