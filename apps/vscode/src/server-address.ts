/** Address and token of the Weir server. */
import * as vscode from 'vscode';

const TOKEN_KEY = 'weir.token';

export interface ServerAddress {
  /** Without a trailing slash. */
  readonly url: string;
  readonly token: string | undefined;
}

export async function serverAddress(secrets: vscode.SecretStorage): Promise<ServerAddress> {
  const url = vscode.workspace.getConfiguration('weir').get('url', 'http://127.0.0.1:8080');
  return { url: url.replace(/\/+$/, ''), token: await secrets.get(TOKEN_KEY) };
}

/** Stores a token that the user enters; an empty one removes the stored token. Returns whether the user entered one. */
export async function enterToken(secrets: vscode.SecretStorage): Promise<boolean> {
  const token = await vscode.window.showInputBox({
    title: 'Weir token',
    prompt: 'Token of the Weir server. Leave empty to remove the stored token.',
    password: true,
    ignoreFocusOut: true,
  });
  if (token === undefined) return false;
  if (token === '') await secrets.delete(TOKEN_KEY);
  else await secrets.store(TOKEN_KEY, token);
  return true;
}
