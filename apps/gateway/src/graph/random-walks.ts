/**
 * Random walks along edges: a single walk, returned directly, or walks from every node, written to a file in the
 * background.
 */
import { open, type FileHandle } from 'node:fs/promises';
import type { SavedWalkOptions, SaveLocation, WalkOptions } from '@weir/api';
import type { StreamingGraph } from '@weir/contract';
import { formatDouble, formatNodeId, type NodeId, queryJson, type Value } from '@weir/model';
import { type Environment, messageOf, WeirError } from '@weir/platform';
import type { OutputFilePolicy } from '@weir/formats/files';

/** @param seed the text of the seed argument, preceded by a comma. */
const walkQuery = (seed: string): string =>
  `CALL random.walk($node, $length, $return, $inOut${seed}) YIELD walk RETURN walk`;
const LENGTH = 10;
const COUNT = 5;
const PARALLELISM = 16;
/** Prefix of a query about a node. */
const THIS_NODE = 'MATCH (thisNode) WHERE id(thisNode) = $n ';

export class RandomWalks {
  private readonly stopping = new AbortController();
  private readonly writing = new Set<Promise<void>>();

  constructor(
    private readonly graph: Pick<StreamingGraph, 'query' | 'admin'>,
    private readonly files: OutputFilePolicy,
    private readonly environment: Environment,
  ) {}

  /**
   * Returns what the query yields for each node of the walk, in order. Rejects with `request.invalid` or `cypher.*`.
   */
  async walk(node: NodeId, options: WalkOptions): Promise<string[]> {
    checkWalk(options);
    await this.checkQuery(options.query);
    return this.textsOf(formatNodeId(node), options, options.seed);
  }

  /**
   * @returns the name of the file once it is open and walks are being written. Rejects with `request.invalid`,
   * `cypher.*` or `output.*`.
   */
  async save(location: SaveLocation, options: SavedWalkOptions): Promise<string> {
    const { count = COUNT, parallelism = PARALLELISM } = options;
    checkWalk(options);
    if (count < 0) throw invalid('requirement failed: walk count cannot be less than zero.');
    if (parallelism < 1) throw invalid('requirement failed: parallelism cannot be less than one.');
    await this.checkQuery(options.query);
    if (location.type === 'S3Bucket')
      throw invalid('S3Bucket is not available in this release; use LocalFile');
    const name =
      location.fileName === undefined || location.fileName === '' ? this.nameOf(options) : location.fileName;
    const file = await this.open(name);
    const writing = this.write(file, { ...options, count, parallelism })
      .catch((thrown: unknown) => {
        const { code, message } = WeirError.from(thrown);
        this.environment.logger.log('error', `Walks to ${name} stopped: ${message}`, { code });
      })
      .finally(() => this.writing.delete(writing));
    this.writing.add(writing);
    return name;
  }

  /** Stops writing; files end where they are. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.writing);
  }

  private async open(name: string): Promise<FileHandle> {
    const path = await this.files.check(name);
    try {
      return await open(path, 'wx');
    } catch (cause) {
      throw invalid(`Invalid file name: ${name}: ${messageOf(cause)}`);
    }
  }

  private async write(
    file: FileHandle,
    options: SavedWalkOptions & { readonly count: number; readonly parallelism: number },
  ): Promise<void> {
    const { count, parallelism, seed } = options;
    const { signal } = this.stopping;
    const at = options.atTime === undefined ? {} : { atTime: options.atTime };
    try {
      const nodes = await this.graph.query('MATCH (n) RETURN strId(n)', { signal, ...at });
      for await (const rows of nodes.batches()) {
        const walks = rows.flatMap(([node]) =>
          Array.from({ length: count }, (_, i) => ({ node: node as string, seed: seed && `${seed}-${i}` })),
        );
        for (let i = 0; i < walks.length; i += parallelism) {
          const lines = walks.slice(i, i + parallelism).map(async walk => {
            return `${[walk.node, ...(await this.textsOf(walk.node, options, walk.seed))].join(',')}\n`;
          });
          await file.appendFile((await Promise.all(lines)).join(''));
        }
      }
    } finally {
      await file.close();
    }
  }

  private async textsOf(node: string, options: WalkOptions, seed: string | undefined): Promise<string[]> {
    const { length = LENGTH, query, returnBias = 1, inOutBias = 1, atTime } = options;
    const { signal } = this.stopping;
    const at = atTime === undefined ? { signal } : { signal, atTime };
    const biased = { node, length, return: returnBias, inOut: inOutBias };
    const parameters = seed === undefined ? biased : { ...biased, seed };
    const text = walkQuery(seed === undefined ? '' : ', $seed');
    const [row] = await (await this.graph.query(text, { parameters, ...at })).rows();
    const walk = row![0] as readonly string[];
    if (query === undefined) return [...walk];
    const texts: string[] = [];
    for (const n of walk) {
      const rows = await (
        await this.graph.query(THIS_NODE + query, { parameters: { n }, allowedEffects: [], ...at })
      ).rows();
      texts.push(...rows.flat().flatMap(plainTexts));
    }
    return texts;
  }

  private async checkQuery(query: string | undefined): Promise<void> {
    if (query === undefined) return;
    const { isReadOnly, canContainAllNodeScan } = await this.graph.admin.inspect(THIS_NODE + query, ['n']);
    if (!isReadOnly) {
      throw invalid(`requirement failed: Query must conclusively be a read-only query. Provided: ${query}`);
    }
    if (canContainAllNodeScan) {
      throw invalid(`requirement failed: Query must not scan all nodes. Provided: ${query}`);
    }
  }

  private nameOf({
    length = LENGTH,
    count = COUNT,
    query = '',
    seed = '_',
    ...options
  }: SavedWalkOptions): string {
    const { returnBias = 1, inOutBias = 1, atTime } = options;
    const time = atTime === undefined ? `${this.environment.clock.now()}_T` : String(atTime);
    const biases = `${formatDouble(returnBias)}x${formatDouble(inOutBias)}`;
    return `graph-walk-${time}-${length}x${count}-q${query.length}-${biases}-${seed}.csv`;
  }
}

function checkWalk({ length = LENGTH, returnBias = 1, inOutBias = 1 }: WalkOptions): void {
  if (length < 1) throw invalid('requirement failed: walk length cannot be less than one.');
  if (inOutBias < 0) throw invalid('requirement failed: in-out parameter cannot be less than zero.');
  if (returnBias < 0) throw invalid('requirement failed: return parameter cannot be less than zero.');
}

/** Texts without quotes; the items of lists one by one. */
function plainTexts(value: Value): string[] {
  if (Array.isArray(value)) return (value as readonly Value[]).map(plainText);
  return [plainText(value)];
}

function plainText(value: Value): string {
  const json = queryJson(value);
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}

function invalid(message: string): WeirError {
  return new WeirError('request.invalid', message);
}
