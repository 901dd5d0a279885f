/** Tests project rules that no linter covers, for example the size of files. */
import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript';
import { properties } from '../../src/element/property-list.js';
import { STAGES } from '../../src/payment/journal/entry.js';
import { ownFiles, read } from '../tools/sources.js';

const files = ownFiles();
const code = files.filter((file) => /\.(?:ts|mjs|js)$/u.test(file));
const text = files.filter((file) => /\.(?:ts|mjs|js|json|md|html|css|sol|sh)$|^\.ci\/|^\.npmrc$/u.test(file));
const linesOf = (file: string): string[] => read(file).split('\n');

/** These files contain tables, and can be longer than other files. */
const TABLES = [
  /^src\/(?:types|api\/responses\/types|element\/reference|payment\/journal\/lifecycle|i18n\/locales\/.*)\.ts$/u,
  /^src\/ui\/pictures\/drawings\.ts$/u,
  /^test\/support\/malicious\/malicious-quotes\.ts$/u,
];

test('a file of code opens with a sentence that says what it is for; a test has its titles', () => {
  const mute = code.filter((file) => !file.endsWith('.test.ts') && !/^(?:#!.*\n)?\/\*\*\s/u.test(read(file)));
  assert.deepEqual(mute, []);
});

const own = code.filter((file) => !TABLES.some((table) => table.test(file)));

/** `npm run docs` writes these lines into the doc comment of the element. A long tag goes on in indented lines. */
const GENERATED_TAG = /^ \* (?:@(?:slot|event|csspart|cssprop|attr)\b|  \S)/u;

test('a file has at most 400 lines, of tests and stories 600', () => {
  const limit = (file: string): number => (/^(?:test|stories)\//u.test(file) ? 600 : 400);
  assert.deepEqual(
    own.filter((file) => linesOf(file).filter((line) => !GENERATED_TAG.test(line)).length - 1 > limit(file)),
    [],
  );
});

test('a folder of src has at most 18 files', () => {
  const folders = code.filter((file) => file.startsWith('src/')).map((file) => posix.dirname(file));
  const sizes = [...new Set(folders)].map(
    (folder) => [folder, folders.filter((each) => each === folder).length] as const,
  );
  assert.ok(sizes.length > 30);
  assert.deepEqual(
    sizes.filter(([, size]) => size > 18),
    [],
  );
});

test('only src/vm compares a vmType with the name of a family', () => {
  const comparison = /vmType\b[^;\n]{0,12}[!=]==? '|[!=]==? '(?:evm|svm|hypevm|lvm|bvm|tvm|tonvm|suivm)'/u;
  assert.match("if (chain.vmType === 'evm')", comparison);
  const compared = code
    .filter((file) => file.startsWith('src/') && !file.startsWith('src/vm/'))
    .filter((file) => comparison.test(read(file)));
  assert.deepEqual(compared, []);
});

test('a line has at most 120 characters; a test’s title may be longer, and what a payer reads or sees', () => {
  const isTitle = (file: string, line: string): boolean => file.endsWith('.test.ts') && /^\s*(?:it|test)\(/u.test(line);
  const wide = code
    .filter((file) => !/^src\/(?:i18n\/locales|ui\/pictures\/drawings)/u.test(file))
    .flatMap((file) =>
      linesOf(file).flatMap((line, at) => (line.length > 120 && !isTitle(file, line) ? [`${file}:${at + 1}`] : [])),
    );
  assert.deepEqual(wide, []);
});

test('a title of a test has at most 120 characters', () => {
  const titles = code
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) =>
      [...read(file).matchAll(/^\s*(?:describe|it|test)\((['`])(.*?)\1, /gmu)].map((found) => found[2]),
    );
  assert.ok(titles.length > 1_000);
  assert.deepEqual(
    titles.filter((title = '') => title.replaceAll(/\$\{[^}]*\}/gu, '').length > 120),
    [],
  );
});

test('nothing is left to be done later in a comment', () => {
  const later = new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`, 'u');
  assert.deepEqual(
    text.filter((file) => later.test(read(file))),
    [],
  );
});

test('nothing names a place of one machine', () => {
  const place = new RegExp(`(?:^|[\\s'"\`(=])/(?:${['work', 'root', 'home', 'Users', 'tmp'].join('|')})/`, 'mu');
  const written = text.filter((file) => file !== 'package-lock.json');
  assert.deepEqual(
    written.filter((file) => place.test(read(file))),
    [],
  );
});

// `package.test.ts` tests the versions of the packages that customers install.
test('package.json names exact versions of the tools, and the lock file names no host', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  assert.deepEqual(
    Object.values(devDependencies).filter((version) => !/^(?:npm:[a-z]+@)?\d+\.\d+\.\d+$/u.test(version)),
    [],
  );
  assert.doesNotMatch(read('package-lock.json'), /"resolved":|https?:\/\/(?:localhost|[\d.]+)[:/]/u);
});

/** The number of lines without comments and empty lines. */
const codeLines = (file: string): number =>
  linesOf(file).filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/u.test(line)).length;

for (const folder of ['payment', 'api', 'vm']) {
  test(`${folder} has at least as many lines of tests as of code`, () => {
    const count = (prefix: string): number =>
      code.filter((file) => file.startsWith(prefix)).reduce((sum, file) => sum + codeLines(file), 0);
    const [lines, tests] = [count(`src/${folder}/`), count(`test/${folder}/`)];
    assert.ok(lines > 0 && tests >= lines, `${tests} lines of tests for ${lines} lines of code`);
  });
}

/** The files that may know the stages of the journal: their type, and the life of a payment. */
const LIFECYCLE = ['src/payment/journal/entry.ts', 'src/payment/journal/lifecycle.ts'];
/** The files that write an entry which no event has made: a new payment. */
const WRITERS = ['src/payment/pay/begin-payment.ts', ...LIFECYCLE];

test('only the lifecycle compares a stage of the journal, and every other change of an entry is an event', () => {
  const stages = STAGES.join('|');
  const compares = new RegExp(
    [
      `stage\\b\\s*(?:===|!==)\\s*'(?:${stages})'`,
      `'(?:${stages})'\\s*(?:===|!==)\\s*\\S*stage\\b`,
      String.raw`\.stage\s*(?:===|!==)|(?:===|!==)\s*\S+\.stage\b`,
      String.raw`(?:includes|indexOf|switch \()\(?\S*\bstage\)`,
    ].join('|'),
    'u',
  );
  const writes = /\bjournal\.write\(|\bstage: '|\.\.\.entry, stage\b/u;
  const source = code.filter((file) => file.startsWith('src/'));
  assert.ok(LIFECYCLE.every((file) => source.includes(file)));
  for (const wrong of [
    "stage === 'sent'",
    "'sent' !== entry.stage",
    'a.stage === b.stage',
    '[a].includes(entry.stage)',
  ])
    assert.ok(compares.test(wrong), wrong);
  assert.ok(compares.test('switch (entry.stage)'));
  for (const wrong of ['journal.write(entry)', "{ ...entry, stage: 'sent' }"]) assert.ok(writes.test(wrong), wrong);
  assert.deepEqual(
    source.filter((file) => !LIFECYCLE.includes(file) && compares.test(read(file))),
    [],
  );
  assert.deepEqual(
    source.filter((file) => !WRITERS.includes(file) && writes.test(read(file))),
    [],
  );
});

/** The methods that look for something in a text. */
const SEARCHES =
  /^(?:match|matchAll|replace|replaceAll|startsWith|endsWith|includes|indexOf|lastIndexOf|search|split|test|exec)$/u;
/** The members of an error that are a text, and the functions that return the text of a foreign error. */
const TEXTS = /^(?:message|details|reason|walletMessage|standardMessage)$/u;

/** The files that read the texts of others, which have no codes. Each file reads only what it names. */
const FOREIGN: Readonly<Record<string, string>> = {
  'src/api/venue-exchange.ts': 'the answer of the exchange, which refuses a used nonce only in words',
  'src/server/ledger/database/dialects.ts': 'the error of PostgreSQL, which repeats a text of the statement',
  'src/vm/evm/chain/is-revert.ts': 'the error of a node or a wallet whose call of a contract reverted',
  'src/vm/evm/wallet/prepare-wallet.ts': 'the error of a wallet that does not know a chain',
  'src/vm/evm/wallet/send-calls.ts': 'the error of a wallet that names the method which it lacks',
  'src/vm/evm/wallet/send-transaction.ts': 'the error of a wallet on another chain, and of a wallet that is busy',
  'src/vm/svm/chain/send.ts': 'the error of a node that already has the transaction',
  'src/wallets/standard-errors.ts': 'the errors of wallets of the Wallet Standard, which have no codes',
  'src/wallets/wallet-errors.ts': 'the error of a wallet, from which it cuts calldata and signatures',
};

/** Returns the places where the code looks for something in the text of an error, or compares it with a text. */
function readingsOf(source: string): string[] {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  /** The constants that contain such a text. */
  const names = new Set<string>();
  const isText = (node: ts.Node): boolean => {
    if (ts.isIdentifier(node)) return TEXTS.test(node.text) || names.has(node.text);
    if (ts.isPropertyAccessExpression(node)) return TEXTS.test(node.name.text);
    if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => isText(expression));
    if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
    if (ts.isArrayLiteralExpression(node)) return node.elements.some(isText);
    if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) || ts.isAsExpression(node))
      return isText(node.expression);
    if (!ts.isCallExpression(node)) return false;
    const { expression: called, arguments: given } = node;
    if (ts.isPropertyAccessExpression(called)) return isText(called.expression);
    const isError = (each: ts.Node): boolean => ts.isIdentifier(each) && /^(?:error|cause|problem)$/u.test(each.text);
    return isText(called) || (called.getText() === 'String' && given.some((each) => isText(each) || isError(each)));
  };
  const isLiteral = (node: ts.Node): boolean => ts.isStringLiteralLike(node) && node.text !== '';
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && isText(node.initializer))
      names.add(node.name.text);
    const isSearch =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      SEARCHES.test(node.expression.name.text) &&
      [node.expression.expression, ...node.arguments].some(isText);
    // A reason is compared with its values. It is a type, and the compiler checks it.
    const isComparison =
      ts.isBinaryExpression(node) &&
      /^[!=]==?$/u.test(node.operatorToken.getText()) &&
      [node.left, node.right].some(isLiteral) &&
      [node.left, node.right].some((side) => isText(side) && !/\breason$/u.test(side.getText()));
    if (isSearch || isComparison) found.push(node.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('no code looks for words in the message or the details of an error, except of a foreign one', () => {
  for (const wrong of [
    "if (details?.startsWith('401')) stop();",
    '/^The payer/u.test(problem.message)',
    "error.message.replace(/[a-z]+-[a-z]+/gu, named).replace(HINT, '')",
    'message.includes(docsUrl)',
    'known.includes(error.message)',
    "if (issue.message !== 'is missing') return;",
    'const text = `${error.message}.`; PATTERN.exec(text)',
    'ALREADY.test(String(error))',
    "(error as Error).message.split(':')",
    'const words = String(problem.details); words.match(/G10/u)',
  ])
    assert.equal(readingsOf(wrong).length > 0, true, wrong);
  for (const right of ["error.reason === 'not-found'", 'a.message === b.message', 'path.startsWith("steps")'])
    assert.deepEqual(readingsOf(right), [], right);
  const reading = code
    .filter((file) => file.startsWith('src/'))
    .map((file) => [file, readingsOf(read(file))] as const)
    .filter(([, found]) => found.length > 0);
  assert.deepEqual(
    reading.filter(([file]) => !Object.hasOwn(FOREIGN, file)),
    [],
  );
  const readers = reading.map(([file]) => file);
  assert.deepEqual(
    Object.keys(FOREIGN).filter((file) => !readers.includes(file)),
    [],
  );
});

/** These folders do not know the element. Test mode, in `src/testing`, is a part of the element. */
const WITHOUT_ELEMENT = /^src\/(?:api|payment|server|shared|vm|wallets)\/|^src\/errors\.ts$/u;

test('only the element writes the name of an attribute into a message', () => {
  const attributes = Object.values(properties).flatMap(({ attribute }) => attribute || []);
  const name = new RegExp(`(?<![\\w-])(?:${attributes.filter((each) => each.includes('-')).join('|')})(?![\\w-])`, 'u');
  assert.match('refund-to: is missing', name);
  assert.doesNotMatch('refund-to-typed', name);
  const namesIn = (file: string): string[] => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const isText = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
      if (isText && name.test(node.text)) found.push(`${file}: ${node.text}`);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
    return found;
  };
  // These lines of the console are no errors that the element could write. The second is about the merchant's page.
  const lines = [
    'src/payment/quote/check-origins.ts: refund-to (refundTo): ',
    'src/server/ledger/payments/store-payment.ts: ' +
      'the payment is one of test mode: is base-url of the page still "demo:"?',
  ];
  assert.deepEqual(code.filter((file) => WITHOUT_ELEMENT.test(file)).flatMap(namesIn), lines);
});

test('no code combines signals with AbortSignal.any, which loses a timeout in Node 20 and keeps memory in others', () => {
  assert.deepEqual(
    code.filter((file) => /^(?:src|demo)\//u.test(file) && /\bAbortSignal\.any\(/u.test(read(file))),
    [],
  );
});
