/**
 * A railway: routes over switches, sensors on the track, segments between them, and what is wrong at some places. The
 * patterns are those of the Train Benchmark (Szárnyas et al., 2017), its faults too; numbers of things are drawn.
 */
import { SeededRandom } from '@weir/model';

/** One node or edge; `kind` is a key of `RECORD_QUERIES`. */
export type RailwayRecord = { readonly kind: string } & Readonly<Record<string, string | number | boolean>>;

const ROUTES_PER_UNIT = 20;
const MOST_SWITCHES = 20;
const MOST_SENSORS = 9;
const MOST_SEGMENTS = 8;
const POSITIONS = ['LEFT', 'RIGHT', 'STRAIGHT'];
/** Shares of what is wrong. */
const SHORT_SEGMENTS = 0.05;
const FORGOTTEN_SENSORS = 0.1;
const WRONG_SWITCHES = 0.15;
const WRONG_EXITS = 0.08;

function nodes(label: string, properties: string): string {
  return `MATCH (n) WHERE id(n) = idFrom($that.id) SET n:${label}${properties}`;
}

function edges(type: string): string {
  return `MATCH (a), (b) WHERE id(a) = idFrom($that.from) AND id(b) = idFrom($that.to) CREATE (a)-[:${type}]->(b)`;
}

export const RECORD_QUERIES: Readonly<Record<string, string>> = {
  route: nodes('Route', ', n.active = $that.active'),
  semaphore: nodes('Semaphore', ', n.signal = $that.signal'),
  switchPosition: nodes('SwitchPosition', ', n.position = $that.position'),
  switch: nodes('Switch:TrackElement', ', n.position = $that.position'),
  segment: nodes('Segment:TrackElement', ', n.length = $that.length'),
  sensor: nodes('Sensor', ''),
  entry: edges('entry'),
  exit: edges('exit'),
  follows: edges('follows'),
  target: edges('target'),
  requires: edges('requires'),
  monitoredBy: edges('monitoredBy'),
  connectsTo: edges('connectsTo'),
};

export const PATTERNS: Readonly<Record<string, string>> = {
  PosLength: 'MATCH (s:Segment) WHERE s.length <= 0 RETURN id(s) AS segment, s.length AS length',
  SwitchMonitored: 'MATCH (sw:Switch) WHERE NOT (sw)-[:monitoredBy]->(:Sensor) RETURN id(sw) AS switch',
  RouteSensor:
    'MATCH (r:Route)-[:follows]->(p:SwitchPosition)-[:target]->(sw:Switch)-[:monitoredBy]->(s:Sensor) ' +
    'WHERE NOT (r)-[:requires]->(s) RETURN id(r) AS route, id(s) AS sensor, id(p) AS position, id(sw) AS switch',
  SwitchSet:
    'MATCH (se:Semaphore)<-[:entry]-(r:Route)-[:follows]->(p:SwitchPosition)-[:target]->(sw:Switch) ' +
    "WHERE se.signal = 'GO' AND r.active = true AND sw.position <> p.position " +
    'RETURN id(se) AS semaphore, id(r) AS route, id(p) AS position, id(sw) AS switch',
  ConnectedSegments:
    'MATCH (s:Sensor)<-[:monitoredBy]-(a:Segment)-[:connectsTo]->(b:Segment)-[:connectsTo]->(c:Segment)' +
    '-[:connectsTo]->(d:Segment)-[:connectsTo]->(e:Segment)-[:connectsTo]->(f:Segment), ' +
    ['b', 'c', 'd', 'e', 'f'].map(name => `(${name})-[:monitoredBy]->(s)`).join(', ') +
    ' RETURN id(s) AS sensor, id(a) AS first, id(f) AS sixth',
  SemaphoreNeighbor:
    'MATCH (se:Semaphore)<-[:exit]-(r1:Route)-[:requires]->(s1:Sensor)<-[:monitoredBy]-(t1:TrackElement)' +
    '-[:connectsTo]->(t2:TrackElement)-[:monitoredBy]->(s2:Sensor)<-[:requires]-(r2:Route) ' +
    'WHERE id(r1) <> id(r2) AND NOT (se)<-[:entry]-(r2) ' +
    'RETURN id(se) AS semaphore, id(r1) AS before, id(r2) AS after',
};

/** @param units of about 5,500 nodes and 10,000 edges each. */
export function* railway(units: number, seed: number): Generator<RailwayRecord, void, undefined> {
  const builder = new RailwayBuilder(new SeededRandom(seed));
  for (let route = 0; route < units * ROUTES_PER_UNIT; route++) yield* builder.route(route);
}

class RailwayBuilder {
  /** The last piece of track of the route before. */
  private last: string | undefined = undefined;
  private count = 0;

  constructor(private readonly random: SeededRandom) {}

  *route(number: number): Generator<RailwayRecord, void, undefined> {
    const route = `route-${number}`;
    yield { kind: 'route', id: route, active: this.random.chance(0.8) };
    yield { kind: 'semaphore', id: `semaphore-${number}`, signal: this.random.chance(0.4) ? 'GO' : 'STOP' };
    yield { kind: 'entry', from: route, to: `semaphore-${number}` };
    const exit = this.random.chance(WRONG_EXITS) ? number : number + 1;
    yield { kind: 'exit', from: route, to: `semaphore-${exit}` };
    const switches = 1 + this.random.below(MOST_SWITCHES);
    for (let i = 0; i < switches; i++) yield* this.switch(route);
  }

  private *switch(route: string): Generator<RailwayRecord, void, undefined> {
    const id = this.next('switch');
    const wanted = this.random.below(POSITIONS.length);
    const actual = this.random.chance(WRONG_SWITCHES) ? (wanted + 1) % POSITIONS.length : wanted;
    const position = `${id}-position`;
    yield { kind: 'switchPosition', id: position, position: POSITIONS[wanted]! };
    yield { kind: 'switch', id, position: POSITIONS[actual]! };
    yield { kind: 'follows', from: route, to: position };
    yield { kind: 'target', from: position, to: id };
    yield* this.connect(id);
    const sensors = this.random.below(MOST_SENSORS + 1);
    for (let i = 0; i < sensors; i++) yield* this.sensor(route, id);
  }

  private *sensor(route: string, track: string): Generator<RailwayRecord, void, undefined> {
    const id = this.next('sensor');
    yield { kind: 'sensor', id };
    yield { kind: 'monitoredBy', from: track, to: id };
    if (!this.random.chance(FORGOTTEN_SENSORS)) yield { kind: 'requires', from: route, to: id };
    const segments = 1 + this.random.below(MOST_SEGMENTS);
    for (let i = 0; i < segments; i++) {
      const segment = this.next('segment');
      const length = this.random.chance(SHORT_SEGMENTS)
        ? -this.random.below(10)
        : 1 + this.random.below(1000);
      yield { kind: 'segment', id: segment, length };
      yield { kind: 'monitoredBy', from: segment, to: id };
      yield* this.connect(segment);
    }
  }

  /** To the piece of track before it, also that of another route. */
  private *connect(id: string): Generator<RailwayRecord, void, undefined> {
    if (this.last !== undefined) yield { kind: 'connectsTo', from: this.last, to: id };
    this.last = id;
  }

  private next(kind: string): string {
    return `${kind}-${this.count++}`;
  }
}
