import type { StepPlan } from '../../plan/row-plan.js';

/** A step without join keys: keeps these columns of every row, and checks nothing. */
export function unkeyedStep(positions: readonly number[], origins: StepPlan['origins']): StepPlan {
  return {
    mode: 'inner',
    leftKey: [],
    rightKey: [],
    dependsOn: [],
    take: positions,
    takesAll: true,
    distinct: false,
    keepsAnswer: false,
    on: [],
    aggregate: undefined,
    after: [],
    origins,
    texts: { branch: undefined, shared: [], on: [], after: [] },
  };
}
