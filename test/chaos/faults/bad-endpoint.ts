/** The endpoint of an output rejects requests, stalls, closes connections, is slow or unreachable. */
import { MANNERS } from '../load/result-endpoint.js';
import type { Fault } from './fault.js';

export const BAD_ENDPOINT: Fault = {
  name: 'bad-endpoint',
  async apply({ endpoint }, random) {
    const manners = random.pick(MANNERS);
    await endpoint.behave(manners);
    return { what: manners, undo: () => endpoint.behave('good') };
  },
};
