/**
 * Loads Chevrotain from the single file that its package ships beside its modules. The package's entry loads some six
 * hundred small modules and takes 200 ms; this takes 12 ms, and every worker thread pays it. Loaded by path because the
 * package does not export it.
 */
import type * as Chevrotain from 'chevrotain';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const entry = createRequire(import.meta.url).resolve('chevrotain');
const bundle = new URL('../chevrotain.mjs', pathToFileURL(entry));

export const { createToken, createTokenInstance, CstParser, EmbeddedActionsParser, EOF, Lexer } =
  (await import(bundle.href)) as typeof Chevrotain;
