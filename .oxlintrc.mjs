/** The configuration of Oxlint. Code that handles money has additional rules. */
import { configs as lit } from 'eslint-plugin-lit';
import { configs as wc } from 'eslint-plugin-wc';

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

/** Old libraries of a page replace these functions. A wrong result of them would be about money. */
const replaced = [
  {
    selector: "CallExpression[callee.object.name='Array'][callee.property.name='from'][arguments.length>1]",
    message: 'Prototype.js ignores the function: use a loop.',
  },
  {
    selector: "CallExpression[callee.object.name='JSON'][callee.property.name='stringify']",
    message: 'A page can put `toJSON` on arrays: use `toJson` of src/shared/builtins/to-json.ts.',
  },
  {
    selector: "CallExpression[callee.object.name='Response'][callee.property.name='json']",
    message: 'A page can put `toJSON` on arrays: use a Response of `toJson`.',
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

/** The rules that need types. */
const typed = {
  'typescript/await-thenable': 'error',
  'typescript/no-array-delete': 'error',
  'typescript/no-base-to-string': 'error',
  'typescript/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  'typescript/no-deprecated': 'error',
  'typescript/no-duplicate-type-constituents': 'error',
  'typescript/no-floating-promises': [
    'error',
    {
      allowForKnownSafeCalls: [
        { from: 'package', package: 'node:test', name: ['describe', 'it', 'suite', 'test'] },
        // @open-wc/semantic-dom-diff declares that `equal` returns a promise. This is true only for snapshots.
        { from: 'package', package: 'chai', name: 'Equal' },
        { from: 'package', package: '@open-wc/semantic-dom-diff', name: 'Equal' },
      ],
    },
  ],
  'typescript/no-for-in-array': 'error',
  'typescript/no-generated-empty-object-type': 'error',
  'typescript/no-implied-eval': 'error',
  'typescript/no-meaningless-void-operator': 'error',
  'typescript/no-misused-promises': 'error',
  'typescript/no-misused-spread': 'error',
  'typescript/no-mixed-enums': 'error',
  'typescript/no-redundant-type-constituents': 'error',
  'typescript/no-unnecessary-boolean-literal-compare': 'error',
  'typescript/no-unnecessary-condition': 'error',
  'typescript/no-unnecessary-template-expression': 'error',
  'typescript/no-unnecessary-type-arguments': 'error',
  'typescript/no-unnecessary-type-assertion': 'error',
  'typescript/no-unnecessary-type-conversion': 'error',
  'typescript/no-unnecessary-type-parameters': 'error',
  'typescript/no-unsafe-argument': 'error',
  'typescript/no-unsafe-assignment': 'error',
  'typescript/no-unsafe-call': 'error',
  'typescript/no-unsafe-enum-assignment': 'error',
  'typescript/no-unsafe-enum-comparison': 'error',
  'typescript/no-unsafe-member-access': 'error',
  'typescript/no-unsafe-return': 'error',
  'typescript/no-unsafe-unary-minus': 'error',
  'typescript/no-useless-default-assignment': 'error',
  'typescript/only-throw-error': 'error',
  'typescript/prefer-promise-reject-errors': 'error',
  'typescript/prefer-reduce-type-parameter': 'error',
  'typescript/prefer-return-this-type': 'error',
  'typescript/related-getter-setter-pairs': 'error',
  'typescript/restrict-plus-operands': [
    'error',
    {
      allowAny: false,
      allowBoolean: false,
      allowNullish: false,
      allowNumberAndString: false,
      allowRegExp: false,
    },
  ],
  'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
  'typescript/return-await': ['error', 'error-handling-correctness-only'],
  'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
  'typescript/unbound-method': 'error',
  'typescript/use-unknown-in-catch-callback-variable': 'error',
};

/** The rules of typescript-eslint's configuration "strict" that need no types. */
const strict = {
  'no-array-constructor': 'error',
  'no-unused-expressions': 'error',
  'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
  'no-useless-constructor': 'error',
  'no-var': 'error',
  'prefer-const': 'error',
  'prefer-rest-params': 'error',
  'prefer-spread': 'error',
  'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
  'typescript/no-duplicate-enum-values': 'error',
  'typescript/no-dynamic-delete': 'error',
  'typescript/no-empty-object-type': 'error',
  'typescript/no-explicit-any': 'error',
  'typescript/no-extra-non-null-assertion': 'error',
  'typescript/no-extraneous-class': 'error',
  'typescript/no-invalid-void-type': 'error',
  'typescript/no-misused-new': 'error',
  'typescript/no-namespace': 'error',
  'typescript/no-non-null-asserted-nullish-coalescing': 'error',
  'typescript/no-non-null-asserted-optional-chain': 'error',
  'typescript/no-non-null-assertion': 'error',
  'typescript/no-require-imports': 'error',
  'typescript/no-this-alias': 'error',
  'typescript/no-unnecessary-type-constraint': 'error',
  'typescript/no-unsafe-declaration-merging': 'error',
  'typescript/no-unsafe-function-type': 'error',
  'typescript/no-wrapper-object-types': 'error',
  'typescript/prefer-as-const': 'error',
  'typescript/prefer-literal-enum-member': 'error',
  'typescript/prefer-namespace-keyword': 'error',
  'typescript/triple-slash-reference': 'error',
  'typescript/unified-signatures': 'error',
};

const SYNTAX = 'eslint-js/no-restricted-syntax';

export default {
  plugins: ['eslint', 'typescript'],
  jsPlugins: ['eslint-plugin-lit', 'eslint-plugin-wc', { name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
  categories: { correctness: 'off' },
  options: { typeAware: true, respectEslintDisableDirectives: false },
  // These apps have their own packages and types. `npm run test:frameworks` compiles them.
  ignorePatterns: ['demo/{react,next,vue,plain}/', 'test/frameworks/apps/'],
  rules: strict,
  overrides: [
    {
      files: ['**/*.ts'],
      rules: {
        ...lit['flat/recommended'].rules,
        ...wc['flat/best-practice'].rules,
        ...typed,
        eqeqeq: ['error', 'always', { null: 'ignore' }],
        'no-restricted-properties': ['error', ...markup],
        'no-restricted-imports': ['error', { patterns: ['lit/directives/unsafe-*'] }],
        'no-warning-comments': [
          'error',
          {
            terms: ['todo', 'fixme', 'xxx', 'hack', 'eslint-disable', 'oxlint-disable', 'oxlint-enable'],
            location: 'anywhere',
          },
        ],
        'typescript/consistent-type-imports': 'error',
      },
    },
    {
      files: ['src/**/*.ts'],
      rules: {
        'no-restricted-imports': ['error', { patterns: ['node:*', 'lit/directives/unsafe-*'] }],
        'typescript/require-await': 'error',
        [SYNTAX]: ['error', ...state, ...account, ...replaced],
      },
    },
    {
      files: ['src/payment/**/*.ts', 'src/vm/*/**/*.ts', 'src/api/responses/parse.ts', 'src/shared/amounts.ts'],
      rules: { [SYNTAX]: ['error', ...floats, ...state, ...account, ...replaced] },
    },
    // The next files may have state, because all elements of a page share the found wallets and the memory store.
    { files: ['src/wallets/discover-*.ts'], rules: { [SYNTAX]: ['error', ...account, ...replaced] } },
    { files: ['src/shared/memory-store.ts'], rules: { [SYNTAX]: ['error', ...floats, ...account, ...replaced] } },
    // The id of a chain is a number.
    { files: ['src/vm/family/active-chain.ts'], rules: { [SYNTAX]: ['error', ...state, ...account, ...replaced] } },
    // Signals have no member of their own for what waits for them.
    { files: ['src/shared/time/on-abort.ts'], rules: { [SYNTAX]: ['error', ...account] } },
    // These files look for what the page has replaced, and servers and the command line have no page.
    {
      files: ['src/shared/builtins/*.ts', 'src/server/**/*.ts', 'src/cli/*.ts'],
      rules: { [SYNTAX]: ['error', ...state, ...account] },
    },
    // Only this file may contain the pattern of an EVM account.
    { files: ['src/shared/chain.ts'], rules: { [SYNTAX]: ['error', ...state] } },
    {
      files: ['src/payment/**/*.ts', 'src/api/**/*.ts'],
      rules: { 'eslint-js/no-restricted-globals': ['error', ...platform] },
    },
    // The only source files with Node's types. They are not in the project of the other source files.
    {
      files: ['src/cli.ts', 'src/cli/**/*.ts'],
      rules: {
        'no-restricted-imports': 'off',
        ...Object.fromEntries(Object.keys(typed).map((rule) => [rule, 'off'])),
      },
    },
    {
      files: ['test/**/*.ts', 'demo/**/*.ts', 'stories/**/*.ts'],
      rules: {
        'typescript/no-non-null-assertion': 'off',
        // Chai's assertions are expressions without a call.
        'no-unused-expressions': 'off',
      },
    },
    {
      files: ['test/**/*.test.ts'],
      rules: {
        'no-restricted-properties': ['error', ...markup, ...skipped],
        'no-restricted-globals': ['error', ...['xit', 'xdescribe', 'xtest'].map((name) => ({ name }))],
        // The tests compare Sinon stubs but do not call them.
        'typescript/unbound-method': 'off',
      },
    },
  ],
};
