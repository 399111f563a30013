/**
 * What states a stream has and what leads from one to another. All changes go through `nextState`; a trigger
 * that has no meaning in a state is refused by its absence.
 */
export type StreamState =
  | 'Running'
  | 'Paused'
  /** Back after a restart of the process, waiting to be started. */
  | 'Restored'
  /** The source failed in a way that may pass and will be opened again; people see `Failed`. */
  | 'Restarting'
  | 'Completed'
  | 'Terminated'
  | 'Failed';

export type StreamStatus = Exclude<StreamState, 'Restarting'>;

export type StreamTrigger = 'start' | 'pause' | 'end' | 'falter' | 'reopen' | 'fail' | 'terminate';

const TRANSITIONS: Readonly<Record<StreamState, Partial<Readonly<Record<StreamTrigger, StreamState>>>>> = {
  Running: {
    start: 'Running',
    pause: 'Paused',
    end: 'Completed',
    falter: 'Restarting',
    fail: 'Failed',
    terminate: 'Terminated',
  },
  Paused: {
    start: 'Running',
    pause: 'Paused',
    end: 'Completed',
    falter: 'Paused',
    reopen: 'Paused',
    fail: 'Failed',
    terminate: 'Terminated',
  },
  Restored: { start: 'Running', pause: 'Paused', fail: 'Failed', terminate: 'Terminated' },
  Restarting: {
    start: 'Restarting',
    pause: 'Paused',
    reopen: 'Running',
    fail: 'Failed',
    terminate: 'Terminated',
  },
  Completed: { terminate: 'Completed' },
  Terminated: { terminate: 'Terminated' },
  Failed: { terminate: 'Failed' },
};

/** The state that `trigger` leads to; `undefined` when it has no meaning now. */
export function nextState(state: StreamState, trigger: StreamTrigger): StreamState | undefined {
  return TRANSITIONS[state][trigger];
}

export function isTerminal(state: StreamState): boolean {
  return state === 'Completed' || state === 'Terminated' || state === 'Failed';
}

export function statusOf(state: StreamState): StreamStatus {
  return state === 'Restarting' ? 'Failed' : state;
}
