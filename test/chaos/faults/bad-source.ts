/** The event server rejects requests, stalls, or breaks connections in the middle of an event. */
import type { Fault } from './fault.js';

export const BAD_SOURCE: Fault = {
  name: 'bad-source',
  apply({ events }, random) {
    const manners = random.pick(['refuse', 'stall', 'cut'] as const);
    events.behave(manners);
    return Promise.resolve({
      what: manners,
      undo: () => {
        events.behave('good');
        return Promise.resolve();
      },
    });
  },
};
