/** Scans that other workers page through, when the paging worker is replaced. */
import type { NodeReader } from './node-reader.js';
import { ScanServer } from './scan-server.js';

const LATER_LIFE = 2 ** 32 + 1;
const REQUEST = { labels: [], properties: [] } as unknown as Parameters<NodeReader['scan']>[0];

function serverOf(firstNumber: number): ScanServer {
  const reader = {
    async *scan() {
      yield [];
      yield [];
    },
  };
  return new ScanServer(reader as unknown as NodeReader, firstNumber);
}

test('a scan started by a lost worker fails, instead of ending early or continuing another scan', async () => {
  const [, begun] = (await serverOf(1).next([REQUEST, null]))!;
  const successor = serverOf(LATER_LIFE);
  await successor.next([REQUEST, null]);
  await expect(successor.next(begun)).rejects.toMatchObject({ code: 'graph.worker-lost' });
  await expect(successor.close(begun)).resolves.toBe(null);
});
