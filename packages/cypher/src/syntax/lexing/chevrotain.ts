/**
 * Loads Chevrotain from the single file in its package, by path because the package does not export it. That takes 12
 * ms in every worker thread; the package's entry, with some six hundred small modules, takes 200 ms.
 */
import type * as Chevrotain from 'chevrotain';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const entry = createRequire(import.meta.url).resolve('chevrotain');
const bundle = new URL('../chevrotain.mjs', pathToFileURL(entry));

export const { createToken, createTokenInstance, CstParser, EmbeddedActionsParser, EOF, Lexer } =
  (await import(bundle.href)) as typeof Chevrotain;
