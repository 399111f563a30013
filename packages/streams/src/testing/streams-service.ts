/** Ingest streams over a fake graph, with a clock controlled by the test: for unit tests. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { TestEnvironment, until } from '@weir/platform/testing';
import { parseIngestDefinition } from '@weir/definitions';
import { FileAccessPolicy } from '@weir/formats/files';
import type { IngestInfo } from '../streams/ingest-info.js';
import { IngestStreams, type IngestStreamsOptions } from '../streams/ingest-streams.js';
import type { StoredStream } from '../streams/stream-catalog.js';
import { FakeGraph } from '@weir/contract/testing';

export const LINES = { type: 'CypherLine', query: 'CREATE ($that)' };
export const JSON_LINES = { type: 'CypherJson', query: 'CREATE ($that)' };

export class StreamsService {
  directory!: string;
  graph!: FakeGraph;
  environment!: TestEnvironment;
  standardInput!: PassThrough;
  /** Replaced by a test that simulates a restart. */
  streams!: IngestStreams;
  /** Streams that ended without a request. */
  ended!: IngestInfo[];

  /** Call before each test. */
  async open(): Promise<void> {
    this.directory = await mkdtemp(join(tmpdir(), 'weir-ingest-'));
    this.graph = new FakeGraph();
    this.environment = new TestEnvironment();
    this.ended = [];
    this.standardInput = new PassThrough();
    this.streams = await this.makeStreams();
  }

  /** Call after each test. */
  async close(): Promise<void> {
    await this.streams.close();
    await rm(this.directory, { recursive: true });
  }

  async makeStreams(more: Partial<IngestStreamsOptions> = {}): Promise<IngestStreams> {
    const files = await FileAccessPolicy.create({ workingDirectory: this.directory });
    return new IngestStreams({
      graph: this.graph.asGraph(),
      environment: this.environment,
      files,
      standardInput: this.standardInput,
      onEnded: info => this.ended.push(info),
      ...more,
    });
  }

  async create(name: string, definition: object): Promise<void> {
    await this.streams.create(name, parseIngestDefinition(definition));
  }

  /** Creates a stream that reads the lines of a file with its name. */
  async createFile(name: string, lines: string, more: object = {}): Promise<void> {
    await writeFile(join(this.directory, `${name}.txt`), lines);
    await this.create(name, { type: 'FileIngest', path: `${name}.txt`, format: LINES, ...more });
  }

  status(name: string): string | undefined {
    return this.streams.get(name)?.status;
  }

  async ends(name: string): Promise<IngestInfo> {
    await until(() => this.ended.some(info => info.name === name));
    return this.ended.find(info => info.name === name)!;
  }

  stored(name: string): StoredStream | undefined {
    return this.graph.stored.get(`ingest-stream/${name}`) as StoredStream | undefined;
  }
}
