/** The English text of test mode, which loads with the code of test mode. */
export const testTexts = {
  'test.line': 'Test mode: no money moves',
} as const satisfies Record<string, string>;
