/**
 * Runs the instructions of a page about a cluster, section by section, with processes in place of containers: `docker
 * compose` and `curl` commands, compared with the JSON responses that it shows, where `...` is any text.
 */
import { randomBytes } from 'node:crypto';
import { codeBlocks, type Page, pages } from '../../docs/markdown.js';
import { parseCurl } from '../../docs/curl.js';
import { memberNames, publishedPort, readComposeFile, type ComposeFile } from '../../support/compose-file.js';
import { projectFile } from '../../support/project-file.js';
import { until } from '../../support/until.js';
import type { ComposedProcesses } from './composed-processes.js';

interface Answer {
  readonly owner?: string;
  members?: { readonly id: string }[];
}

export class PageSteps {
  readonly variables = new Map<string, string>();
  private readonly page: Page;
  private readonly images = new Set<string>();
  /** Names of processes on the page, and their replacements here. */
  private readonly names = new Map<string, string>();

  constructor(
    path: string,
    private readonly processes: ComposedProcesses,
    /** Reads the output of `curl -N`. */
    private readonly watch: (address: string) => Promise<void>,
    /** Parts of commands that differ here. */
    private readonly replaced: ReadonlyMap<string, string>,
  ) {
    this.page = pages().find(page => page.path === path)!;
  }

  /** Resolves when the whole section has run as the page says. */
  async section(heading: string): Promise<void> {
    const text = this.page.text.split(/^## /m).find(each => each.startsWith(`${heading}\n`))!;
    const blocks = codeBlocks({ path: `${this.page.path}, ${heading}`, text });
    expect(blocks.length).toBeGreaterThan(0);
    for (const [i, { language, text: block, where }] of blocks.entries()) {
      if (language !== 'sh') continue;
      const expected = blocks[i + 1]?.language === 'json' ? blocks[i + 1]!.text : undefined;
      for (const command of await this.ownerLast(block.trim().split(/\n(?=docker |export |curl )/)))
        await this.execute(this.renamed(command), where, expected);
    }
  }

  /** Returns the owner of the graph, according to the first member that answers. */
  async owner(): Promise<string> {
    const token = this.variables.get('WEIR_TOKEN')!;
    const ask = async (): Promise<string | undefined> => {
      for (const { url } of this.processes.gateways.values()) {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await fetch(`${url}/api/v2/system/cluster`, { headers }).catch(() => undefined);
        if (answer?.ok === true) return ((await answer.json()) as Answer).owner;
      }
      return undefined;
    };
    return (await until(ask))!.replace(/-\w{8}$/, '');
  }

  private get file(): ComposeFile {
    return readComposeFile(projectFile(this.variables.get('COMPOSE_FILE')!), this.variables);
  }

  private async execute(command: string, where: string, expected: string | undefined): Promise<void> {
    const [program, verb] = command.split(' ');
    if (program === 'export') this.export(command);
    else if (program === 'docker' && verb === 'build') this.images.add(/--tag (\S+) \.$/.exec(command)![1]!);
    else if (program === 'docker') await this.compose(command, where);
    else await this.curl(command, where, expected);
  }

  private export(command: string): void {
    const [, name, value] = /^export (\w+)=(.+)$/.exec(command)!;
    const secret = randomBytes(32).toString('base64');
    this.variables.set(name!, value === '$(openssl rand -base64 32)' ? secret : value!);
  }

  private async compose(command: string, where: string): Promise<void> {
    const [, verb, ...words] = command.split(' ').slice(1);
    const names = words.filter(word => !word.startsWith('--'));
    const options = words.filter(word => word.startsWith('--') && word !== '--detach' && word !== '--wait');
    const { file } = this;
    switch (verb) {
      case 'up':
        for (const name of memberNames(file).filter(each => names.length === 0 || names.includes(each)))
          expect([...this.images]).toContain(file.services[name]!.image);
        return this.processes.up(file, names, !options.includes('--no-deps'));
      case 'kill': {
        const isMember = this.processes.isMember(names[0]!);
        await this.processes.kill(names[0]!);
        if (!isMember) return;
        // The page must name a specific next owner; any member is accepted.
        const shown = /"owner": "([\w-]+)-\.\.\."/.exec(this.after(where))![1]!;
        return this.call(shown, await this.owner());
      }
      case 'stop':
        return this.processes.stop(names[0]!);
      case 'down':
        return this.processes.down();
      default:
        throw new Error(`${where}: ${command}`);
    }
  }

  private async curl(command: string, where: string, expected: string | undefined): Promise<void> {
    let text = command.replace('$WEIR_TOKEN', this.variables.get('WEIR_TOKEN')!);
    for (const [shown, here] of this.replaced) text = text.replace(shown, here);
    const { path, init } = parseCurl(text);
    const port = Number(/http:\/\/127\.0\.0\.1:(\d+)\//.exec(text)![1]);
    const { file } = this;
    const name = memberNames(file).find(each => publishedPort(file.services[each]!) === port)!;
    const address = this.processes.addresses.get(name)!;
    if (text.startsWith('curl -N')) return this.watch(address);
    if (expected === undefined) {
      const response = await fetch(address + path, init);
      const said = await response.text();
      if (!response.ok) throw new Error(`${where}: ${response.status} ${said}`);
      return;
    }
    const likeness = loosely(inOrder(JSON.parse(this.renamed(expected)) as Answer)) as object;
    let answer: unknown;
    await until(async () => {
      const response = await fetch(address + path, init).catch(() => undefined);
      if (response?.ok !== true) return false;
      answer = this.asShown(await response.text());
      return isLike(answer, likeness);
    }).catch(() => expect([where, answer]).toMatchObject([where, likeness]));
  }

  /** Uses the addresses of the file. */
  private asShown(text: string): unknown {
    let shown = text;
    for (const [name, address] of this.processes.addresses)
      shown = shown.replaceAll(address, `http://${name}:8080`);
    return inOrder(JSON.parse(shown) as Answer);
  }

  private after(where: string): string {
    return this.page.text.slice(this.page.text.indexOf(`## ${/, (.*):\d+$/.exec(where)![1]}`));
  }

  /** From here on the page's name for one process stands for the other, and vice versa. */
  private call(shown: string, here: string): void {
    this.names.set(shown, here);
    this.names.set(here, shown);
  }

  private renamed(text: string): string {
    return text.replaceAll(/weir-\d\b/g, name => this.names.get(name) ?? name);
  }

  /** Restarts the owner last when all members get another version, as the page demands. */
  private async ownerLast(commands: string[]): Promise<string[]> {
    if (!commands.some(command => command.includes('--no-deps'))) return commands;
    const owner = await this.owner();
    const isOwner = (command: string): boolean => this.renamed(command).endsWith(`--no-deps ${owner}`);
    return [...commands.filter(command => !isOwner(command)), ...commands.filter(isOwner)];
  }
}

/** Sorts members by name, independent of the owner. */
function inOrder(answer: Answer): Answer {
  answer.members?.sort((a, b) => (a.id < b.id ? -1 : 1));
  return answer;
}

function loosely(value: unknown): unknown {
  if (typeof value === 'string' && value.includes('...'))
    return expect.stringMatching(new RegExp(`^${value.split('...').join('.+')}$`));
  if (Array.isArray(value)) return value.map(loosely);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, loosely(entry)]));
}

function isLike(answer: unknown, likeness: object): boolean {
  try {
    expect(answer).toMatchObject(likeness);
    return true;
  } catch {
    return false;
  }
}
