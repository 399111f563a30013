import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { OutputFilePolicy } from '../files/output-file-policy.js';
import type { SinkContext } from '../kinds/sink-context.js';
import { CollectingWriter } from './collecting-writer.js';
import { FakeGraph } from '@weir/contract/testing';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { TestEnvironment } from '@weir/platform/testing';

export interface TestContext extends SinkContext {
  readonly environment: TestEnvironment;
  readonly writer: CollectingWriter;
  readonly fake: FakeGraph;
  readonly losses: () => number;
}

/** Everything that a sink needs, controlled by a test. */
export async function testContext(workingDirectory = tmpdir()): Promise<TestContext> {
  const fake = new FakeGraph();
  let lost = 0;
  return {
    outputName: 'out',
    standingName: 'watch',
    queryCancellations: true,
    fake,
    graph: fake.asGraph(),
    environment: new TestEnvironment(),
    writer: new CollectingWriter(),
    files: await OutputFilePolicy.create({ workingDirectory }),
    outgoing: new OutgoingPolicy(OPEN_RULES),
    readSchema: where => readFile(where),
    lost: count => (lost += count),
    losses: () => lost,
  };
}
