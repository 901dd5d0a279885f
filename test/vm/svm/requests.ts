/** The wallet requests that the guard makes of honest quotes. */
import type { InstructionsRequest } from '../../../src/vm/family/abilities.js';
import type { Case } from '../../support/quotes.js';
import { judge } from './judge.js';

/** @throws if the guard blocks the quote */
export function requestOf(each: Case): InstructionsRequest {
  const [request] = judge(each).requests;
  if (request?.kind !== 'instructions') throw new Error('The guard returned no instructions');
  return request;
}
