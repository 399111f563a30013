/** The command that runs the query in the editor and shows its rows. */
import * as vscode from 'vscode';
import { WeirClient, WeirClientError } from '@weir/client';
import { type QueryOutcome, resultPage } from './result-table.js';
import { type ServerAddress, serverAddress } from './server-address.js';

const MOST_ROWS = 1_000;

export class QueryRunner {
  private panel: vscode.WebviewPanel | undefined;

  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** Runs the selected text, or the whole text of the active editor. */
  async run(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) return;
    const { document, selection } = editor;
    const query = selection.isEmpty ? document.getText() : document.getText(selection);
    const address = await serverAddress(this.secrets);
    const options = {
      location: vscode.ProgressLocation.Notification,
      title: 'Running the query',
      cancellable: true,
    };
    await vscode.window.withProgress(options, async (_progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      try {
        this.show(await outcomeOf(query, address, abort.signal));
      } catch (error) {
        if (!abort.signal.aborted) void vscode.window.showErrorMessage(failureText(error));
      }
    });
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private show(outcome: QueryOutcome): void {
    if (this.panel === undefined) {
      const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      this.panel = vscode.window.createWebviewPanel('weir.rows', 'Query result', where);
      this.panel.onDidDispose(() => (this.panel = undefined));
    } else this.panel.reveal(undefined, true);
    this.panel.webview.html = resultPage(outcome);
  }
}

async function outcomeOf(
  query: string,
  { url, token }: ServerAddress,
  signal: AbortSignal,
): Promise<QueryOutcome> {
  const started = performance.now();
  const found = new WeirClient({ baseUrl: url, token }).query(query, {}, { signal });
  const rows: (readonly unknown[])[] = [];
  let isCut = false;
  for await (const row of found) {
    // Leaving the loop ends the query on the server.
    if ((isCut = rows.length === MOST_ROWS)) break;
    rows.push(found.columns!.map(name => row[name]));
  }
  return { query, columns: found.columns ?? [], rows, isCut, millis: performance.now() - started };
}

function failureText(error: unknown): string {
  const { message } = error as Error;
  if (!(error instanceof WeirClientError)) return message;
  if (error.status === 401) return `${message} Run the command "Weir: Set token".`;
  if (error.code === 'connection.failed')
    return `${message}. Start the server, or change the setting weir.url.`;
  return message;
}
