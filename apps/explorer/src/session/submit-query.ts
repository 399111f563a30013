/** Runs the query of the query bar, unless its parameters are invalid. */
import { text } from '../texts/en.js';
import { shownQuery } from './query-mode.js';
import { parametersOf, queryParameters, resultView, run, runQuery } from './session.js';

export function submit(query = shownQuery.value): void {
  if (areParametersValid()) runQuery(query);
  else run.refuse(text.query.badParameters);
}

export function areParametersValid(): boolean {
  try {
    parametersOf(queryParameters.value);
    return true;
  } catch {
    return false;
  }
}

/** @param how `PROFILE` runs the query and measures it. */
export function submitPlan(how: 'EXPLAIN' | 'PROFILE'): void {
  resultView.value = 'table';
  submit(`${how} ${shownQuery.value.replace(/^\s*(?:EXPLAIN|PROFILE)\s+/i, '')}`);
}
