/**
 * A Cypher language server for one client: diagnostics of a query, completions at a position, and the types of words.
 * Each text that the client opens is one query. Nothing is executed.
 */
import { LONGEST_QUERY_TEXT, type QueryCompletion, type QueryDiagnostic } from '@weir/api';
import type { Logger } from '@weir/platform';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import {
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
} from 'vscode-languageserver-types';
import type { z } from 'zod';
import type { Conversation, Speaker } from '../sockets/conversation-sockets.js';
import type { QueryLanguage } from './query-language.js';
import { JsonRpc, RpcError, type RpcMessage } from './json-rpc.js';
import { OpenDocuments } from './open-documents.js';
import {
  CAPABILITIES,
  changedSchema,
  documentSchema,
  openedSchema,
  documentPositionSchema,
} from './protocol.js';
import { semanticTokens } from './semantic-tokens.js';

export interface LanguageServerOptions {
  readonly version: string;
  readonly logger: Logger;
}

type Method = (params: unknown) => unknown;

export class LanguageServer implements Conversation {
  private readonly rpc: JsonRpc;
  private readonly documents = new OpenDocuments();
  private phase: 'begun' | 'initialized' | 'shut down' = 'begun';
  private readonly methods: ReadonlyMap<string, Method>;

  constructor(
    private readonly speaker: Speaker,
    private readonly language: QueryLanguage,
    private readonly options: LanguageServerOptions,
  ) {
    this.rpc = new JsonRpc(
      text => speaker.send(text),
      message => this.handle(message),
      options.logger,
    );
    this.methods = new Map<string, Method>([
      ['shutdown', () => void (this.phase = 'shut down')],
      [
        'textDocument/didOpen',
        taking(openedSchema, ({ textDocument: { uri, version, text } }) =>
          this.documents.open(uri, version, text),
        ),
      ],
      [
        'textDocument/didChange',
        taking(changedSchema, ({ textDocument: { uri, version }, contentChanges }) =>
          this.documents.change(uri, version, contentChanges),
        ),
      ],
      [
        'textDocument/didClose',
        taking(documentSchema, ({ textDocument: { uri } }) => this.documents.close(uri)),
      ],
      ['textDocument/completion', taking(documentPositionSchema, params => this.complete(params))],
      ['textDocument/hover', taking(documentPositionSchema, params => this.hover(params))],
      ['textDocument/diagnostic', taking(documentSchema, ({ textDocument: { uri } }) => this.diagnose(uri))],
      [
        'textDocument/semanticTokens/full',
        taking(documentSchema, ({ textDocument: { uri } }) => ({ data: semanticTokens(this.document(uri)) })),
      ],
      ['quine/queryKind', taking(documentSchema, ({ textDocument: { uri } }) => this.kind(uri))],
    ]);
  }

  receive(text: string | undefined): Promise<void> {
    return this.rpc.receive(text);
  }

  end(): void {
    this.rpc.end();
  }

  private async handle({ method, params, isNotification }: RpcMessage): Promise<unknown> {
    if (method === 'exit') return this.speaker.close();
    if (method === 'initialize' && this.phase === 'begun') {
      this.phase = 'initialized';
      const { version } = this.options;
      return { capabilities: CAPABILITIES, serverInfo: { name: 'Weir', version } };
    }
    if (this.phase === 'begun') throw new RpcError('notInitialized', 'The first request must be initialize');
    if (this.phase === 'shut down')
      throw new RpcError('invalidRequest', 'No requests are accepted after shutdown');
    const run = this.methods.get(method);
    if (run !== undefined) return run(params);
    // Unknown notifications may be ignored.
    if (isNotification) return undefined;
    throw new RpcError('methodNotFound', `Unknown method ${method}`);
  }

  private async complete({
    textDocument,
    position,
  }: z.output<typeof documentPositionSchema>): Promise<unknown> {
    const document = this.document(textDocument.uri);
    const { from, to, items, isIncomplete } = await this.language.complete(
      document.getText(),
      document.offsetAt(position),
    );
    const range = { start: document.positionAt(from), end: document.positionAt(to) };
    return { isIncomplete, items: items.map(item => completionItem(item, range)) };
  }

  private async hover({ textDocument, position }: z.output<typeof documentPositionSchema>): Promise<unknown> {
    const document = this.document(textDocument.uri);
    const { from, to, signatures, documentation } = await this.language.describe(
      document.getText(),
      document.offsetAt(position),
    );
    if (signatures.length === 0) return null;
    const value = `\`\`\`cypher\n${signatures.join('\n')}\n\`\`\`\n\n${documentation}`;
    return {
      contents: { kind: 'markdown', value },
      range: { start: document.positionAt(from), end: document.positionAt(to) },
    };
  }

  private async diagnose(
    uri: string,
  ): Promise<{ readonly kind: 'full'; readonly items: readonly Diagnostic[] }> {
    const document = this.documents.opened(uri);
    if (document === undefined) return { kind: 'full', items: [TOO_LONG] };
    if (document.getText().trim() === '') return { kind: 'full', items: [] };
    const { diagnostics } = await this.language.check(document.getText(), undefined);
    return { kind: 'full', items: diagnostics.map(each => diagnosticIn(document, each)) };
  }

  private async kind(uri: string): Promise<{ readonly kind: string }> {
    const { kind } = await this.language.check(this.document(uri).getText(), undefined);
    return { kind };
  }

  /** @throws RpcError when the document is not open or too long. */
  private document(uri: string): TextDocument {
    const document = this.documents.opened(uri);
    if (document === undefined) throw new RpcError('invalidParams', TOO_LONG.message as string);
    return document;
  }
}

/** A method whose parameters match a schema. @throws RpcError when they do not. */
function taking<S extends z.ZodType>(schema: S, method: (params: z.output<S>) => unknown): Method {
  return params => {
    const parsed = schema.safeParse(params);
    if (parsed.success) return method(parsed.data);
    const [{ path, message }] = parsed.error.issues as [z.core.$ZodIssue];
    throw new RpcError('invalidParams', `${path.join('.')}: ${message}`);
  };
}

const KINDS: Readonly<Record<QueryCompletion['kind'], CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  procedure: CompletionItemKind.Method,
  label: CompletionItemKind.Class,
  edgeType: CompletionItemKind.Interface,
  property: CompletionItemKind.Property,
  column: CompletionItemKind.Field,
};

function completionItem(
  { label, insert, kind, detail, documentation }: QueryCompletion,
  range: Diagnostic['range'],
): CompletionItem {
  return {
    label,
    kind: KINDS[kind],
    // Editors compare this with the text in the range: for a dotted name, its last part.
    filterText: insert,
    textEdit: { range, newText: insert },
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation }),
  };
}

const SOURCE = 'weir';

function diagnosticIn(
  document: TextDocument,
  { severity, code, message, from, to }: QueryDiagnostic,
): Diagnostic {
  return {
    range: { start: document.positionAt(from), end: document.positionAt(to) },
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: SOURCE,
    message,
  };
}

const BEGINNING = { line: 0, character: 0 };
const TOO_LONG: Diagnostic = {
  range: { start: BEGINNING, end: BEGINNING },
  severity: DiagnosticSeverity.Warning,
  source: SOURCE,
  message:
    `A query can have at most ${LONGEST_QUERY_TEXT} characters; this one is not checked until its ` +
    `whole text is sent again`,
};
