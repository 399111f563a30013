import { decode, encode, type NodeId, packProperties, unpackProperties } from '@weir/model';
import { EffectCode } from '../node/node-behavior.js';
import { EffectBatch, type PackedEffects } from './effect-batch.js';

const [A, B, C] = ['a', 'b', 'c'].map(letter => letter.repeat(16) as NodeId) as [NodeId, NodeId, NodeId];

function sent(batch: EffectBatch): EffectBatch {
  return EffectBatch.unpack(decode(encode(batch.pack())) as PackedEffects);
}

test('puts packed properties back at their positions among other arguments', () => {
  const batch = new EffectBatch();
  const [first, second] = [{ name: 'x', size: 5 }, { name: 'yy' }];
  batch.properties(EffectCode.ReplaceProperties, A, first);
  batch.setProperty(A, 'bytes', Buffer.of(1, 2, 3));
  batch.setProperty(B, 'count', 7);
  batch.halfEdge(EffectCode.AddHalfEdge, B, 'parent', 1, C);
  batch.edgeProperty(B, 'parent', 1, C, 'weight', 9);
  batch.properties(EffectCode.MergeProperties, B, { gone: null });
  batch.properties(EffectCode.MergeProperties, C, {});
  batch.properties(EffectCode.MergeProperties, C, second);
  const { nodes, codes, args, others } = sent(batch);
  expect([nodes, codes, others]).toEqual([batch.nodes, batch.codes, batch.others]);
  expect(args.length).toBe(batch.args.length);
  const given = [args[0], args.at(-1)] as [Uint8Array, Uint8Array];
  expect(given.map(unpackProperties)).toEqual([first, second]);
  expect(given.map(each => Buffer.from(each).toString('hex'))).toEqual(
    [first, second].map(each => Buffer.from(packProperties(each)).toString('hex')),
  );
  expect(args.slice(1, -1).map(each => (each instanceof Uint8Array ? [...each] : each))).toEqual(
    batch.args.slice(1, -1).map(each => (each instanceof Uint8Array ? [...each] : each)),
  );
});

test('handles effects without packed properties', () => {
  const batch = new EffectBatch();
  batch.setProperty(A, 'count', 7);
  batch.labels(EffectCode.AddLabels, A, ['x']);
  expect(sent(batch).args).toEqual(['count', 7, ['x']]);
});
