/** The extension for Visual Studio Code. */
import * as vscode from 'vscode';
import { LanguageSupport } from './language-support.js';
import { QueryRunner } from './run-query.js';
import { enterToken } from './server-address.js';

let support: LanguageSupport | undefined;

export async function activate({ secrets, subscriptions }: vscode.ExtensionContext): Promise<void> {
  const runner = new QueryRunner(secrets);
  const started = (support = new LanguageSupport(secrets));
  subscriptions.push(
    runner,
    vscode.commands.registerCommand('weir.runQuery', () => runner.run()),
    vscode.commands.registerCommand('weir.setToken', async () => {
      if (await enterToken(secrets)) await started.start();
    }),
    vscode.workspace.onDidChangeConfiguration(change => {
      if (change.affectsConfiguration('weir.url')) void started.start();
    }),
  );
  await started.start();
}

export function deactivate(): Promise<void> | undefined {
  return support?.stop();
}
