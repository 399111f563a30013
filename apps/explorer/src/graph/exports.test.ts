import { elementsOf } from './elements.js';
import { edgesAsCsv, nodesAsCsv } from './exports.js';

const canvas = elementsOf([
  [
    { id: 'a', labels: ['Q', 'P'], properties: { name: '=1+1', age: 3 } },
    { id: 'b', labels: [], properties: { id: 'own' } },
    { start: 'a', end: 'b', name: 'knows', properties: { since: 2020 } },
  ],
]);

test('nodes are lines, with a column for each property; one that has the name of another column is told from it', () =>
  expect(nodesAsCsv(canvas)).toBe("id,labels,age,id_2,name\r\na,P:Q,3,,'=1+1\r\nb,,,own,\r\n"));

test('edges are lines', () => expect(edgesAsCsv(canvas)).toBe('from,type,to,since\r\na,knows,b,2020\r\n'));
