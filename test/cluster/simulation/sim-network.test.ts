/** Checks the contract of a link over the simulation's network. */
import { linkConformance } from './link-conformance.js';
import { SimNetwork } from './sim-network.js';
import { SimProcess, SimWorld } from './sim-world.js';

const SEED = 1;

linkConformance('a model', async () => {
  const world = new SimWorld(SEED);
  const network = new SimNetwork(world, false);
  const processes = [new SimProcess('0', world), new SimProcess('1', world)] as const;
  return {
    async open(receive) {
      processes.forEach((process, i) =>
        network.connect(String(i), { machine: i, process, receive: (_, frame) => receive[i]!(frame) }),
      );
      const end = (i: 0 | 1) => ({
        transmit: network.transmit.bind(network, String(i), String(1 - i)),
        scheduler: processes[i].environment(() => false).scheduler,
      });
      return [end(0), end(1)];
    },
    cut: () => network.cut(0, 1),
    heal: () => network.heal(),
    stall: () => void (processes[1].isFrozen = true),
    resume: () => processes[1].thaw(),
    async until(ask) {
      while (!ask()) await world.step();
    },
    close: async () => undefined,
  };
});
