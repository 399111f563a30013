/** The supported subset of the Language Server Protocol: schemas of client messages, and the server's capabilities. */
import { z } from 'zod';

const uri = z.string().max(2048);
const version = z.int();
const count = z.int().min(0);
export const positionSchema = z.object({ line: count, character: count });
const range = z.object({ start: positionSchema, end: positionSchema });

export const openedSchema = z.object({ textDocument: z.object({ uri, version, text: z.string() }) });
export const changedSchema = z.object({
  textDocument: z.object({ uri, version }),
  /** Limited in number: each change rebuilds the text. */
  contentChanges: z
    .array(z.union([z.object({ range, text: z.string() }), z.object({ text: z.string() })]))
    .max(1000),
});
export const documentSchema = z.object({ textDocument: z.object({ uri }) });
export const documentPositionSchema = documentSchema.extend({ position: positionSchema });

/** Types of semantic tokens, in the order of their numbers: names that editors have colors for. */
export const TOKEN_TYPES = [
  'comment',
  'keyword',
  'string',
  'number',
  'operator',
  'parameter',
  'variable',
  'property',
  'function',
  'class',
  'type',
] as const;

export const CAPABILITIES = {
  positionEncoding: 'utf-16',
  /** Documents are sent in full when they are opened, and then incrementally. */
  textDocumentSync: { openClose: true, change: 2 },
  completionProvider: { triggerCharacters: ['.', ' '] },
  hoverProvider: true,
  diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
  semanticTokensProvider: { legend: { tokenTypes: TOKEN_TYPES, tokenModifiers: [] }, full: true },
} as const;
