/** Errors, completion and descriptions for Cypher files, from the language server of a Weir server. */
import { once } from 'node:events';
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, type MessageTransports } from 'vscode-languageclient/node';
import { WebSocket } from 'ws';
import { type ServerAddress, serverAddress } from './server-address.js';
import { SocketReader, SocketWriter } from './socket-messages.js';

const CONNECT_MILLIS = 10_000;
const STOP_MILLIS = 500;
/** Pause before the next attempt to connect. */
const RETRY_MILLIS = 3_000;

/** Connects, and connects again when the connection is lost, until it is stopped. */
export class LanguageSupport {
  private client: LanguageClient | undefined;
  /** Attempts to connect and stops run one after the other. */
  private turn: Promise<void> = Promise.resolve();
  private isStopped = true;
  private retry: NodeJS.Timeout | undefined;
  /** The last failure that was shown to the user. It is not shown again while it lasts. */
  private shownFailure: string | undefined;

  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** Connects with the current address and token. Resolves after the first attempt, whether or not it succeeds. */
  start(): Promise<void> {
    this.isStopped = false;
    this.shownFailure = undefined;
    return this.connectInTurn();
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.inTurn(() => this.disconnect());
  }

  private inTurn(task: () => Promise<void>): Promise<void> {
    return (this.turn = this.turn.then(task));
  }

  private connectInTurn(): Promise<void> {
    return this.inTurn(async () => {
      await this.disconnect();
      if (this.isStopped) return;
      const address = await serverAddress(this.secrets);
      try {
        await this.connect(address);
        this.shownFailure = undefined;
      } catch (error) {
        this.report(failureText(error, address));
        // Another attempt with the same token would fail too.
        if (!isUnknownToken(error)) this.connectLater();
      }
    });
  }

  private connectLater(): void {
    clearTimeout(this.retry);
    if (!this.isStopped) this.retry = setTimeout(() => void this.connectInTurn(), RETRY_MILLIS);
  }

  private async connect(address: ServerAddress): Promise<void> {
    const transports = await openTransports(address);
    const client = new LanguageClient('weir', 'Weir', () => Promise.resolve(transports), {
      documentSelector: [{ language: 'cypher' }],
      diagnosticPullOptions: { onChange: true },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          this.connectLater();
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    });
    this.client = client;
    await client.start();
  }

  private async disconnect(): Promise<void> {
    clearTimeout(this.retry);
    const { client } = this;
    this.client = undefined;
    // The server may have disconnected already.
    await client?.dispose(STOP_MILLIS).catch(() => undefined);
  }

  private report(failure: string): void {
    if (failure === this.shownFailure) return;
    this.shownFailure = failure;
    void vscode.window.showWarningMessage(failure);
  }
}

async function openTransports({ url, token }: ServerAddress): Promise<MessageTransports> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/v2/lsp`, {
    handshakeTimeout: CONNECT_MILLIS,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  await once(socket, 'open');
  return { reader: new SocketReader(socket), writer: new SocketWriter(socket) };
}

function isUnknownToken(error: unknown): boolean {
  return error instanceof Error && error.message.endsWith('response: 401');
}

function failureText(error: unknown, { url }: ServerAddress): string {
  if (isUnknownToken(error))
    return `The Weir server at ${url} requires another token. Run the command "Weir: Set token".`;
  const { code, message } = error as { readonly code?: string; readonly message: string };
  return `Cannot connect to the Weir server at ${url}: ${message || (code ?? 'no response')}. Start the server, or change the setting weir.url.`;
}
