/**
 * The configuration of ESLint. Code that handles money has additional rules. `.oxlintrc.json` has the rules that need
 * types.
 */
import { configs as lit } from 'eslint-plugin-lit';
import { configs as wc } from 'eslint-plugin-wc';
import tseslint from 'typescript-eslint';

const markup = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe'].map((property) => ({
  property,
  message: 'Render by a lit template: text that comes from outside must stay text.',
}));

const floats = [
  'CallExpression[callee.name=/^(Number|parseFloat|parseInt)$/]',
  "CallExpression[callee.object.name='Number'][callee.property.name=/^parse(Float|Int)$/]",
  "CallExpression[callee.property.name='toFixed']",
].map((selector) => ({ selector, message: 'An amount is never a number: use bigint or a decimal string.' }));

/** Forbids state at the top level of a module: all elements of a page and all requests to a server would share it. */
const state = [
  ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration[kind="let"]',
  ...['NewExpression[callee.name=/^((Weak)?(Map|Set)|MemoryStore)$/]', 'CallExpression[callee.name="atom"]'].map(
    (made) =>
      ':matches(Program, Program > ExportNamedDeclaration) > VariableDeclaration > ' +
      `VariableDeclarator:not([id.typeAnnotation.typeAnnotation.typeName.name=/^Readonly/]) > ${made}.init`,
  ),
].map((selector) => ({ selector, message: 'A module has no mutable state: create it in a function.' }));

const account = [
  {
    selector: 'Literal[regex.pattern=/a-f.*\\{40\\}/]',
    message: 'The pattern of an EVM account exists already: import it from src/shared/chain.ts.',
  },
];

/** `skip` and `todo` skip a test. `only` skips all other tests. */
const skipped = ['only', 'skip', 'todo'].flatMap((property) =>
  ['describe', 'it', 'test', 'suite'].map((object) => ({ object, property, message: 'No test is skipped.' })),
);

const platform = [
  'fetch',
  'localStorage',
  'sessionStorage',
  'WebSocket',
  'setTimeout',
  'setInterval',
  'document',
  'window',
  'navigator',
].map((name) => ({ name, message: 'Pass it as a parameter, so that tests and servers can replace it.' }));

export default tseslint.config(
  { ignores: ['**/node_modules/', '**/dist/', '**/coverage/'] },
  // These apps have their own packages and types. `npm run test:frameworks` compiles them.
  { ignores: ['demo/{react,next,vue,plain}/', 'test/frameworks/apps/'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strict, lit['flat/recommended'], wc['flat/best-practice']],
    linterOptions: { noInlineConfig: true },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-properties': ['error', ...markup],
      'no-restricted-imports': ['error', { patterns: ['lit/directives/unsafe-*'] }],
      // Oxlint has no option like `noInlineConfig`, so its comments are an error here.
      'no-warning-comments': [
        'error',
        { terms: ['todo', 'fixme', 'xxx', 'hack', 'oxlint-disable', 'oxlint-enable'], location: 'anywhere' },
      ],
      'prefer-const': 'error',
      'no-var': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/cli.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: ['node:*', 'lit/directives/unsafe-*'] }] },
  },
  { files: ['src/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...state, ...account] } },
  {
    files: ['src/payment/**/*.ts', 'src/vm/*/**/*.ts', 'src/api/responses/parse.ts', 'src/shared/amounts.ts'],
    rules: { 'no-restricted-syntax': ['error', ...floats, ...state, ...account] },
  },
  // The next two lines allow state, because all elements of a page share the found wallets and the memory store.
  { files: ['src/**/discover-{evm,svm}.ts'], rules: { 'no-restricted-syntax': ['error', ...account] } },
  { files: ['src/shared/memory-store.ts'], rules: { 'no-restricted-syntax': ['error', ...floats, ...account] } },
  // Signals have no member of their own for what waits for them.
  { files: ['src/shared/on-abort.ts'], rules: { 'no-restricted-syntax': ['error', ...account] } },
  // Only this file may contain the pattern of an EVM account.
  { files: ['src/shared/chain.ts'], rules: { 'no-restricted-syntax': ['error', ...state] } },
  {
    files: ['src/payment/**/*.ts', 'src/api/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', ...platform] },
  },
  {
    files: ['test/**/*.ts', 'demo/**/*.ts', 'stories/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      // Chai's assertions are expressions without a call.
      '@typescript-eslint/no-unused-expressions': 'off',
    },
  },
  {
    files: ['test/**/*.test.ts'],
    rules: {
      'no-restricted-properties': ['error', ...markup, ...skipped],
      'no-restricted-globals': ['error', ...['xit', 'xdescribe', 'xtest'].map((name) => ({ name }))],
    },
  },
  // tsc checks the types in JavaScript files. ESLint applies only the rules that need no type information.
  { files: ['**/*.mjs'], extends: [tseslint.configs.recommended], linterOptions: { noInlineConfig: true } },
);
