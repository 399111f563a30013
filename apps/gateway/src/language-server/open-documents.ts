/** The documents that one client edits, as far as it has sent them. */
import { LONGEST_QUERY_TEXT } from '@weir/api';
import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { RpcError } from './json-rpc.js';

const MOST_DOCUMENTS = 64;

export class OpenDocuments {
  /** `undefined`: the text was too long, and is not kept until the client sends all of it again. */
  private readonly documents = new Map<string, TextDocument | undefined>();

  /** @throws RpcError when there are too many. */
  open(uri: string, version: number, text: string): void {
    if (this.documents.size >= MOST_DOCUMENTS && !this.documents.has(uri))
      throw new RpcError('invalidParams', `At most ${MOST_DOCUMENTS} documents can be open`);
    this.documents.set(uri, created(uri, version, text));
  }

  /** @throws RpcError when the document is not open. */
  change(uri: string, version: number, changes: readonly TextDocumentContentChangeEvent[]): void {
    let document = this.opened(uri);
    // Applied one by one: between two changes a text could be much longer than at the end.
    for (const change of changes) {
      if (!('range' in change)) document = created(uri, version, change.text);
      else if (document !== undefined) document = ifShort(TextDocument.update(document, [change], version));
    }
    this.documents.set(uri, document);
  }

  close(uri: string): void {
    this.documents.delete(uri);
  }

  /** @returns `undefined` for a document that is too long to analyze. @throws RpcError when it is not open. */
  opened(uri: string): TextDocument | undefined {
    if (!this.documents.has(uri)) throw new RpcError('invalidParams', `${uri} is not open`);
    return this.documents.get(uri);
  }
}

function created(uri: string, version: number, text: string): TextDocument | undefined {
  return ifShort(TextDocument.create(uri, 'cypher', version, text));
}

function ifShort(document: TextDocument): TextDocument | undefined {
  return document.getText().length > LONGEST_QUERY_TEXT ? undefined : document;
}
