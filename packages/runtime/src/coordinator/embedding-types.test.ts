/** The types that an embedding program uses. The compiler checks them; nothing is run here. */
import type {
  DurableCursor,
  StandingHandle,
  StandingMode,
  StandingOutput,
  StoredStanding,
  StreamingGraph,
  Watch,
  Writer,
} from '@weir/contract';
import type { ValueMap } from '@weir/model';
import { expectTypeOf } from 'expect-type';
import type { openGraph } from './open-graph.js';

interface Person {
  readonly name: string;
}

type Check = (graph: StreamingGraph) => unknown;

test('types of the embedding API', () => {
  const checks: Check[] = [
    graph => {
      expectTypeOf(graph.watch('')).toEqualTypeOf<Watch>();
      expectTypeOf(graph.watch<Person>('')).toEqualTypeOf<Watch<Person>>();
      expectTypeOf(graph.watch('').ready).resolves.toEqualTypeOf<StandingHandle>();
      // @ts-expect-error A mode is one of two.
      graph.watch('', { mode: 'Rows' });
      // @ts-expect-error There is no such option.
      graph.watch('', { cancellations: true });
    },
    async graph => {
      for await (const result of graph.watch<Person>('')) {
        expectTypeOf(result).toEqualTypeOf<StandingOutput<Person>>();
        expectTypeOf(result.data.name).toBeString();
      }
      for await (const { data } of graph.watch('')) expectTypeOf(data).toEqualTypeOf<ValueMap>();
    },
    async graph => {
      const people = await graph.writer('');
      expectTypeOf(people).toEqualTypeOf<Writer>();
      expectTypeOf(people.write).returns.resolves.toBeVoid();
      // @ts-expect-error Values come in an array.
      await people.write({ name: 'Ann' });
      // @ts-expect-error A function is not a value.
      await people.write([() => 1]);
      const typed = await graph.writer<{ name: string }>('');
      // @ts-expect-error The name is a string.
      await typed.write([{ name: 1 }]);
    },
    async graph => {
      const run = await graph.query('');
      expectTypeOf(run.objects<Person>()).toEqualTypeOf<AsyncIterable<Person>>();
      expectTypeOf(run.objects()).toEqualTypeOf<AsyncIterable<ValueMap>>();
      expectTypeOf(run).toExtend<AsyncDisposable>();
      expectTypeOf(graph).toExtend<AsyncDisposable>();
    },
    async graph => {
      const handle = await graph.registerStanding({ name: '', query: '' });
      expectTypeOf(handle.definition).toEqualTypeOf<StoredStanding>();
      expectTypeOf(handle.definition.mode).toEqualTypeOf<StandingMode>();
      expectTypeOf(handle.definition.inputBufferSize).toBeNumber();
      expectTypeOf(handle.cursors.open).returns.resolves.toEqualTypeOf<DurableCursor>();
    },
  ];
  expect(checks).not.toHaveLength(0);
  expectTypeOf<typeof openGraph>().returns.resolves.toEqualTypeOf<StreamingGraph>();
});
