/** Errors, completion and descriptions for Cypher files, from the language server of a Weir server. */
import { once } from 'node:events';
import * as vscode from 'vscode';
import { LanguageClient, type MessageTransports } from 'vscode-languageclient/node';
import { WebSocket } from 'ws';
import { type ServerAddress, serverAddress } from './server-address.js';
import { SocketReader, SocketWriter } from './socket-messages.js';

const CONNECT_MILLIS = 10_000;
const STOP_MILLIS = 500;

export class LanguageSupport {
  private client: LanguageClient | undefined;
  /** Starts and stops run one after the other. */
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly secrets: vscode.SecretStorage) {}

  /** Connects, or connects again with the current address and token. Failures are shown to the user. */
  start(): Promise<void> {
    return this.then(async () => {
      await this.disconnect();
      const address = await serverAddress(this.secrets);
      try {
        await this.connect(address);
      } catch (error) {
        void vscode.window.showWarningMessage(failureText(error, address));
      }
    });
  }

  stop(): Promise<void> {
    return this.then(() => this.disconnect());
  }

  private then(task: () => Promise<void>): Promise<void> {
    return (this.turn = this.turn.then(task));
  }

  private async connect(address: ServerAddress): Promise<void> {
    let first: MessageTransports | undefined = await transports(address);
    const client = new LanguageClient(
      'weir',
      'Weir',
      () => {
        const opened = first;
        first = undefined;
        return opened === undefined ? transports(address) : Promise.resolve(opened);
      },
      { documentSelector: [{ language: 'cypher' }], diagnosticPullOptions: { onChange: true } },
    );
    this.client = client;
    await client.start();
  }

  private async disconnect(): Promise<void> {
    const { client } = this;
    this.client = undefined;
    // The server may have disconnected already.
    await client?.dispose(STOP_MILLIS).catch(() => undefined);
  }
}

async function transports({ url, token }: ServerAddress): Promise<MessageTransports> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/v2/lsp`, {
    handshakeTimeout: CONNECT_MILLIS,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  await once(socket, 'open');
  return { reader: new SocketReader(socket), writer: new SocketWriter(socket) };
}

function failureText(error: unknown, { url }: ServerAddress): string {
  const { code, message } = error as { readonly code?: string; readonly message: string };
  if (message.endsWith('response: 401'))
    return `The Weir server at ${url} requires another token. Run the command "Weir: Set token".`;
  return `Cannot connect to the Weir server at ${url}: ${message || (code ?? 'no response')}. Start the server, or change the setting weir.url.`;
}
