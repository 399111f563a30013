/**
 * An endless stream of process events over many machines.
 *
 * Each machine (sensor) keeps a short list of processes that will still start children. Every event uses one child slot
 * of a process in the list; about a third of the new processes join the list, with two to four slots each. So parents
 * have about three children, memory stays constant, and a parent is always reported before its children; shuffle the
 * stream (shuffled.ts) to lose that order.
 */
import type { ProcessEvent } from './process-event.js';
import { ProgramCatalog, type Program, type ProgramKind } from './program-catalog.js';
import { SeededRandom } from '@weir/platform';

export interface ProcessStreamOptions {
  readonly seed: number;
  /** Machines; default 200, ten per customer. */
  readonly sensors?: number;
  /**
   * Number of events per attack: an office program starts a shell, which starts a script host, which starts a download.
   */
  readonly attackEvery?: number;
}

interface OpenParent {
  readonly pid: number;
  readonly kind: ProgramKind;
  childrenLeft: number;
}

interface Machine {
  readonly customer: string;
  readonly sensor: string;
  lastPid: number;
  readonly parents: OpenParent[];
  /** Programs that an attack in progress starts next, each as a child of the last one. */
  readonly script: ProgramKind[];
  scriptParent: number;
}

const ATTACK: readonly ProgramKind[] = ['office', 'shell', 'script-host', 'transfer'];
const ONE_ROOT_IN = 100;
const SENSORS_PER_CUSTOMER = 10;
const USERS: readonly string[] = [
  'amara',
  'bjorn',
  'chiara',
  'dmitri',
  'elif',
  'farid',
  'grace',
  'hiro',
  'SYSTEM',
];
/** 2026-01-01T00:00:00Z. */
const START_MILLIS = 1_767_225_600_000;

export function* processEvents(options: ProcessStreamOptions): Generator<ProcessEvent, never, undefined> {
  const random = new SeededRandom(options.seed);
  const catalog = new ProgramCatalog(random);
  const machines = Array.from({ length: options.sensors ?? 200 }, (_, i) => newMachine(i));
  let time = START_MILLIS;
  for (;;) {
    time += random.below(5);
    const machine = random.pick(machines);
    if (options.attackEvery !== undefined && random.chance(1 / options.attackEvery)) startAttack(machine);
    yield nextEvent(machine, time, random, catalog);
  }
}

function newMachine(index: number): Machine {
  return {
    customer: `customer-${Math.floor(index / SENSORS_PER_CUSTOMER) + 1}`,
    sensor: `sensor-${index + 1}`,
    lastPid: 0,
    parents: [],
    script: [],
    scriptParent: 0,
  };
}

function startAttack(machine: Machine): void {
  if (machine.script.length === 0 && machine.parents.length > 0) machine.script.push(...ATTACK);
}

function nextEvent(
  machine: Machine,
  time: number,
  random: SeededRandom,
  catalog: ProgramCatalog,
): ProcessEvent {
  const pid = ++machine.lastPid;
  const scripted = machine.script.shift();
  let ppid: number;
  let program: Program;
  if (scripted !== undefined) {
    ppid = scripted === ATTACK[0] ? takeParent(machine, random).pid : machine.scriptParent;
    program = catalog.ofKind(scripted);
    machine.scriptParent = pid;
  } else if (machine.parents.length === 0 || random.chance(1 / ONE_ROOT_IN)) {
    ppid = 0;
    program = catalog.ofKind('system');
    machine.parents.push({ pid, kind: program.kind, childrenLeft: 3 });
  } else {
    const parent = takeParent(machine, random);
    ppid = parent.pid;
    program = catalog.startedBy(parent.kind);
    if (becomesParent(machine, random)) {
      machine.parents.push({ pid, kind: program.kind, childrenLeft: 2 + random.below(3) });
    }
  }
  return {
    customer: machine.customer,
    sensor: machine.sensor,
    pid,
    ppid,
    file: program.file,
    command: catalog.commandOf(program),
    user: random.pick(USERS),
    time,
    sha256: random.pick(program.hashes),
  };
}

/** Uses one child slot of a listed process; a process without free slots leaves the list. */
function takeParent(machine: Machine, random: SeededRandom): OpenParent {
  const index = random.below(machine.parents.length);
  const parent = machine.parents[index]!;
  parent.childrenLeft--;
  if (parent.childrenLeft === 0) machine.parents.splice(index, 1);
  return parent;
}

/** A third of the processes become parents, more when the list runs short and fewer when it grows long. */
function becomesParent(machine: Machine, random: SeededRandom): boolean {
  const open = machine.parents.length;
  if (open === 0) return true;
  return random.next() < (open < 6 ? 0.5 : open > 12 ? 0.15 : 1 / 3);
}
