/** A result in the form sent to watching clients. */
import { resultMeta, type StandingOutput } from '@weir/contract';
import { resultJson } from '@weir/model';

export function liveResultText(result: StandingOutput): string {
  return `{"meta":${JSON.stringify(resultMeta(result, 'live'))},"data":${resultJson(result.data)}}`;
}
