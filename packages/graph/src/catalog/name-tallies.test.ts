import { NameTallies } from './name-tallies.js';

test('a name that was written before the stored counts were read was first seen then, unless the store has it', () => {
  const tallies = new NameTallies(false);
  for (const name of ['fresh', 'stored']) tallies.count(name, 1);
  tallies.sawTime(5, false);
  tallies.count('fresh', 1);
  tallies.sawTime(6, false);
  tallies.unpack([['stored', 3, 2, 4]]);
  tallies.countStored('scanned', 1, 0);
  tallies.knowsNew();
  tallies.count('late', 1);
  tallies.sawTime(7, true);
  expect(tallies.entries()).toEqual([
    { name: 'fresh', count: 2, firstSeen: 5, lastSeen: 6 },
    { name: 'stored', count: 4, firstSeen: 2, lastSeen: 5 },
    { name: 'scanned', count: 1, firstSeen: null, lastSeen: null },
    { name: 'late', count: 1, firstSeen: 7, lastSeen: 7 },
  ]);
});
