/**
 * The states of a stream and the transitions between them. All changes go through `nextState`; a trigger without an
 * entry is not allowed in that state.
 */
export type StreamState =
  | 'Running'
  | 'Paused'
  /** Restored after a restart of the process, waiting to be started. */
  | 'Restored'
  /** The source failed transiently and will be reopened; users see `Failed`. */
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

/** Returns the state after `trigger`; `undefined` if it is not allowed now. */
export function nextState(state: StreamState, trigger: StreamTrigger): StreamState | undefined {
  return TRANSITIONS[state][trigger];
}

export function isTerminal(state: StreamState): boolean {
  return state === 'Completed' || state === 'Terminated' || state === 'Failed';
}

export function statusOf(state: StreamState): StreamStatus {
  return state === 'Restarting' ? 'Failed' : state;
}
