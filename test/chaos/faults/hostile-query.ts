/** A query that uses excessive resources: it is answered or rejected in time, and does not affect others. */
import { describe } from '../ask.js';
import { isHonestTrouble, isOk } from '../reply.js';
import { type Fault, nothingToUndo } from './fault.js';
import { HOSTILE } from './hostile-texts.js';

const TIMEOUT_MILLIS = 5_000;
const MOST_SHOWN = 70;

export const HOSTILE_QUERY: Fault = {
  name: 'hostile-query',
  cards: 3,
  async apply({ gateway, findings, tally }, random) {
    const body = random.pick(HOSTILE);
    const began = performance.now();
    const path = `/api/v1/query/cypher?timeout=${TIMEOUT_MILLIS}`;
    const reply = await gateway.request(path, {
      method: 'POST',
      type: 'text/plain',
      body,
      cutOffAfter: TIMEOUT_MILLIS,
    });
    tally.most('longest answer to a hostile query, ms', performance.now() - began);
    const isRefused = reply.isLost || reply.status === 400 || reply.status === 413;
    if (!isRefused && !isOk(reply) && !isHonestTrouble(reply))
      findings.add(`a hostile query is answered with ${describe(reply)}: ${body.slice(0, 300)}`);
    const outcome = reply.isLost ? 'lost' : `${reply.status} ${reply.code}`;
    return nothingToUndo(`${body.slice(0, MOST_SHOWN)}: ${outcome}`);
  },
};
