/**
 * The module `vscode`, as far as the extension and its language client use it. Classes and functions that no test
 * inspects accept everything.
 */
type Listener = (event: unknown) => void;

class EventEmitter {
  private readonly listeners = new Set<Listener>();
  readonly event = (listener: Listener, self?: unknown): Disposable => {
    const bound: Listener = event => listener.call(self, event);
    this.listeners.add(bound);
    return new Disposable(() => this.listeners.delete(bound));
  };

  fire(event?: unknown): void {
    for (const listener of [...this.listeners]) listener(event);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

class Disposable {
  constructor(readonly dispose: () => unknown = () => undefined) {}

  static from(...all: readonly Disposable[]): Disposable {
    return new Disposable(() => all.forEach(each => each.dispose()));
  }
}

class Uri {
  constructor(private readonly text: string) {}

  static parse(text: string): Uri {
    return new Uri(text);
  }

  get scheme(): string {
    return new URL(this.text).protocol.slice(0, -1);
  }

  get path(): string {
    return new URL(this.text).pathname;
  }

  toString(): string {
    return this.text;
  }
}

class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}
}

class Range {
  constructor(
    readonly start: Position,
    readonly end: Position,
  ) {}
}

export class Diagnostic {
  constructor(
    readonly range: Range,
    readonly message: string,
  ) {}
}

class CancellationTokenSource {
  private readonly cancelled = new EventEmitter();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.cancelled.event };

  cancel(): void {
    this.token.isCancellationRequested = true;
    this.cancelled.fire();
  }

  dispose(): void {
    this.cancelled.dispose();
  }
}

interface StubbedDocument {
  readonly uri: Uri;
  readonly fileName: string;
  readonly languageId: string;
  version: number;
  text: string;
  getText(): string;
}

interface Provider {
  provideCompletionItems(
    ...args: unknown[]
  ): Promise<{ readonly items: readonly { readonly label: string }[] }>;
  provideHover(...args: unknown[]): Promise<{ readonly contents: readonly { readonly value: string }[] }>;
}

/** Can be called, constructed, extended and read: members are the same. */
function anything(): unknown {
  const members = new Map<PropertyKey, unknown>();
  class Anything {
    [member: string]: unknown;
  }
  return new Proxy(Anything, {
    get: (target, key, receiver) => {
      if (key === 'then') return undefined;
      if (typeof key === 'symbol' || Reflect.has(target, key))
        return Reflect.get(target, key, receiver) as unknown;
      if (!members.has(key)) members.set(key, anything());
      return members.get(key);
    },
    apply: () => filled(new Disposable()),
  });
}

/** Members that are not given are `anything`. */
function filled<T extends object>(given: T): T {
  const rest = anything() as Record<PropertyKey, unknown>;
  return new Proxy(given, {
    get: (target, key, receiver) =>
      Reflect.has(target, key) ? (Reflect.get(target, key, receiver) as unknown) : rest[key],
  });
}

function next({ event }: EventEmitter): Promise<unknown> {
  return new Promise(resolve => {
    const listening = event(value => {
      listening.dispose();
      resolve(value);
    });
  });
}

export class StubbedEditor {
  /** Messages shown to the user. */
  readonly messages: string[] = [];
  readonly pages: { html: string }[] = [];
  /** Answer to the next input box. */
  input: string | undefined = undefined;
  readonly context = {
    subscriptions: [] as Disposable[],
    secrets: {
      get: async (key: string) => this.secrets.get(key),
      store: async (key: string, value: string) => void this.secrets.set(key, value),
      delete: async (key: string) => void this.secrets.delete(key),
    },
  };
  readonly exports: object;
  private readonly secrets = new Map<string, string>();
  private readonly commands = new Map<string, () => Promise<void>>();
  private readonly documents: StubbedDocument[] = [];
  private readonly providers: Partial<Record<'completion' | 'hover', Provider>> = {};
  private readonly opened = new EventEmitter();
  private readonly changed = new EventEmitter();
  private readonly diagnosed = new EventEmitter();
  private readonly noted = new EventEmitter();
  private readonly connected = new EventEmitter();

  /** @param settings values of the settings, keyed by their full names. */
  constructor(settings: Readonly<Record<string, unknown>>) {
    const never = new EventEmitter().event;
    const note = async (message: string): Promise<undefined> => {
      this.messages.push(message);
      this.noted.fire();
    };
    const { documents } = this;
    this.exports = filled({
      EventEmitter,
      Disposable,
      Uri,
      Position,
      Range,
      Diagnostic,
      CancellationTokenSource,
      CancellationError: class extends Error {},
      DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
      MarkdownString: class {
        constructor(readonly value = '') {}
        appendCodeblock(): void {}
      },
      CompletionItem: class {
        constructor(readonly label: string) {}
      },
      Hover: class {
        readonly contents: readonly unknown[];
        constructor(contents: unknown) {
          this.contents = [contents].flat();
        }
      },
      CompletionList: class {
        constructor(readonly items: readonly unknown[]) {}
      },
      ProgressLocation: { Notification: 15 },
      ViewColumn: { Beside: -2 },
      version: '1.91.0',
      commands: filled({
        registerCommand: (name: string, run: () => Promise<void>) => {
          this.commands.set(name, run);
          return new Disposable();
        },
      }),
      languages: filled({
        match: (_selector: unknown, { languageId }: StubbedDocument) => (languageId === 'cypher' ? 10 : 0),
        createDiagnosticCollection: () => ({
          set: (_uri: Uri, diagnostics: readonly Diagnostic[]) => this.diagnosed.fire(diagnostics),
          delete: () => undefined,
          clear: () => undefined,
          dispose: () => undefined,
        }),
        registerCompletionItemProvider: (_selector: unknown, provider: Provider) => {
          this.providers.completion = provider;
          this.connected.fire();
          return new Disposable();
        },
        registerHoverProvider: (_selector: unknown, provider: Provider) => {
          this.providers.hover = provider;
          return new Disposable();
        },
      }),
      workspace: filled({
        textDocuments: documents,
        notebookDocuments: [],
        workspaceFolders: undefined,
        getConfiguration: (section?: string) => ({
          get: (key: string, otherwise?: unknown) => settings[`${section ?? ''}.${key}`] ?? otherwise,
          inspect: () => undefined,
        }),
        onDidOpenTextDocument: this.opened.event,
        onDidChangeTextDocument: this.changed.event,
        onDidCloseTextDocument: never,
        onDidSaveTextDocument: never,
        onWillSaveTextDocument: never,
        onDidChangeConfiguration: never,
        onDidChangeWorkspaceFolders: never,
      }),
      window: this.window(note, never),
    });
  }

  /** Opens a Cypher file in the active editor. */
  open(text: string): StubbedDocument {
    const document: StubbedDocument = {
      uri: Uri.parse(`file:///queries/${this.documents.length}.cypher`),
      fileName: `/queries/${this.documents.length}.cypher`,
      languageId: 'cypher',
      version: 1,
      text,
      getText: () => document.text,
    };
    this.documents.push(document);
    this.opened.fire(document);
    return document;
  }

  change(document: StubbedDocument, text: string): void {
    const lines = document.text.split('\n');
    const end = new Position(lines.length - 1, lines.at(-1)!.length);
    document.text = text;
    document.version++;
    const change = { range: new Range(new Position(0, 0), end), rangeLength: 0, rangeOffset: 0, text };
    this.changed.fire({ document, contentChanges: [change], reason: undefined });
  }

  /** Resolves with the next diagnostics that are shown. */
  diagnostics(): Promise<readonly Diagnostic[]> {
    return next(this.diagnosed) as Promise<readonly Diagnostic[]>;
  }

  /** Resolves when the user was shown this many messages. */
  async shows(messages: number): Promise<void> {
    while (this.messages.length < messages) await next(this.noted);
  }

  /** Resolves when the language client has connected again. */
  async connects(): Promise<void> {
    await next(this.connected);
  }

  async completions(document: StubbedDocument, character: number): Promise<readonly string[]> {
    const { token } = new CancellationTokenSource();
    const at = new Position(0, character);
    const { items } = await this.providers.completion!.provideCompletionItems(document, at, token, {});
    return items.map(({ label }) => label);
  }

  async hover(document: StubbedDocument, character: number): Promise<string> {
    const { token } = new CancellationTokenSource();
    const at = new Position(0, character);
    const { contents } = await this.providers.hover!.provideHover(document, at, token, {});
    return contents.map(({ value }) => value).join('\n');
  }

  run(command: string): Promise<void> {
    return this.commands.get(command)!();
  }

  private window(note: (message: string) => Promise<undefined>, never: EventEmitter['event']): object {
    const { documents, pages } = this;
    return filled({
      get activeTextEditor() {
        return documents.length === 0
          ? undefined
          : { document: documents.at(-1), selection: { isEmpty: true } };
      },
      get visibleTextEditors() {
        return documents.map(document => ({ document }));
      },
      tabGroups: { all: [], onDidChangeTabs: never },
      onDidChangeActiveTextEditor: never,
      onDidChangeVisibleTextEditors: this.opened.event,
      showErrorMessage: note,
      showWarningMessage: note,
      showInformationMessage: note,
      showInputBox: async () => this.input,
      withProgress: (_options: unknown, task: (...args: unknown[]) => Promise<void>) =>
        task({}, new CancellationTokenSource().token),
      createWebviewPanel: () => {
        const webview = { html: '' };
        pages.push(webview);
        return { webview, reveal: () => undefined, onDidDispose: never, dispose: () => undefined };
      },
    });
  }
}
