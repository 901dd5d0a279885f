/** Parses quotes, and lists the problems of quotes that cannot be parsed. */
import { parseQuote } from '../../../src/api/responses/parse.js';
import type { WireQuote } from '../../../src/api/responses/types.js';

export const quoteOf = (json: unknown): WireQuote => {
  const result = parseQuote(json);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
};

export const problemsOf = (json: unknown): string[] => {
  const result = parseQuote(json);
  return result.ok ? [] : result.problems.map(({ path, message }) => `${path} ${message}`);
};
