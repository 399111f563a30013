import { getEventListeners } from 'node:events';
import { OPEN_RULES, OutgoingPolicy } from '@weir/model';
import { TestEnvironment, until } from '@weir/model/testing';
import { Endpoint } from '../testing/endpoint.js';
import { HttpPoster } from './http-poster.js';

let endpoint: Endpoint;
beforeEach(async () => (endpoint = await Endpoint.start()));
afterEach(() => endpoint.stop());

test('many posts at once, tried again, are no leak for Node, and leave nothing at the signal that ends them', async () => {
  const AT_ONCE = 40;
  const warnings: string[] = [];
  const warned = ({ name }: Error): number => warnings.push(name);
  process.on('warning', warned);
  try {
    const environment = new TestEnvironment();
    const outgoing = new OutgoingPolicy(OPEN_RULES);
    const poster = new HttpPoster({
      url: endpoint.url,
      headers: {},
      parallelism: AT_ONCE,
      scheduler: environment.scheduler,
      outgoing,
    });
    const { signal } = (poster as unknown as { closing: AbortController }).closing;
    endpoint.answer = () => 503;
    const posts = Array.from({ length: AT_ONCE }, () => poster.post('{}'));
    await until(() => environment.timersWaiting === AT_ONCE);
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(2 * AT_ONCE);
    let answer: (status: number) => void = () => undefined;
    const answered = new Promise<number>(resolve => (answer = resolve));
    endpoint.answer = () => answered;
    environment.advance(1_000);
    await until(() => endpoint.atOnce === AT_ONCE);
    answer(200);
    expect(await Promise.all(posts)).toEqual(Array.from({ length: AT_ONCE }, () => undefined));
    await until(() => getEventListeners(signal, 'abort').length === 0);
    expect(warnings).toEqual([]);
    await poster.close();
  } finally {
    process.off('warning', warned);
  }
});
