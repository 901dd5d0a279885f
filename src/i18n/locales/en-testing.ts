/** The English text of test mode. The text loads with the code of test mode. */
export const testTexts = {
  'test.line': 'Test mode: no money moves',
} as const satisfies Record<string, string>;
