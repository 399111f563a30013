/** Checks that the simulation's directory fulfills the contract that members rely on. */
import { directoryConformance } from '../directory/directory-conformance.js';
import { SimDirectory } from './sim-directory.js';
import { SimProcess, SimWorld } from './sim-world.js';

const SEED = 1;

directoryConformance('as a model', async () => {
  const world = new SimWorld(SEED);
  const directory = new SimDirectory(world);
  return {
    async open() {
      const process = new SimProcess('member', world);
      let isCutOff = false;
      return {
        directory: directory.seenBy(process, () => isCutOff),
        cutOff: async () => void (isCutOff = true),
        reconnect: async () => void (isCutOff = false),
      };
    },
    async until(ask) {
      while (!ask()) await world.step();
    },
    close: async () => undefined,
  };
});
