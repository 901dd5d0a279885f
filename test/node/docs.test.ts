/** Tests the documentation: generated text is current, samples compile, links work, and no public name is missing. */
import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { docsUrlOf, errorCodes } from '../../src/errors.js';
import {
  eventTable,
  methodTable,
  partTable,
  propertyTable,
  slotTable,
  stateTable,
  tokenTable,
} from '../../src/element/reference.js';
import { LIVE_CHAINS, TEST_CHAINS } from '../../src/shared/test-mode/test-chains.js';
import type { Registry } from '../../src/types.js';
import { checkRegistry, depositoryOf, findCurrency, trimRegistry } from '../../src/vm/registry/registry.js';
import { englishTexts } from '../../stories/support/english.js';
import { docPages, generatedFiles } from '../tools/docs/docs.js';
import { unionOf } from '../tools/docs/docs-types.js';
import { compileSamples } from '../tools/docs/doc-samples.js';
import { anchorsOf, blocksOf, linksOf, sentencesOf, type CodeBlock } from '../tools/docs/markdown.js';
import { ownFiles, read, root } from '../tools/sources.js';

/** The start of a link to a file that the npm package does not contain. */
const REPOSITORY = 'https://github.com/hub-pay/hub-pay/blob/main/';
const errors = 'stories/docs/errors.md';
const reference = 'stories/docs/reference.md';
const sources = ownFiles().filter((file) => /^(?:src|test)\/.*\.ts$/u.test(file));
const firstCells = (page: string): string[] =>
  [...read(page).matchAll(/^\| `([^`]+)` \|/gmu)].map(([, name = '']) => name);

test('generated parts and Storybook pages are up to date (npm run docs writes them)', async () => {
  for (const [file, text] of await generatedFiles()) {
    assert.ok(existsSync(join(root, file)), `${file} is missing`);
    assert.equal(read(file), text, file);
  }
});

test('every page is listed in the README', () => {
  const linked = new Set(linksOf('README.md', read('README.md').replaceAll(REPOSITORY, '')).map(({ file }) => file));
  assert.deepEqual(
    docPages.filter((page) => page !== 'README.md' && !linked.has(page)),
    [],
  );
});

test('a page is named after its title, by which Storybook finds it', () => {
  for (const page of docPages.filter((file) => file.startsWith('stories/'))) {
    const [, title = ''] = /^# (.+)$/mu.exec(read(page)) ?? [];
    assert.equal(page, `stories/docs/${title.toLowerCase().replaceAll(' ', '-')}.md`);
  }
});

test('every sample compiles, and names only what the element has', () => {
  const blocks = docPages.flatMap((page) => blocksOf(page, read(page)));
  for (const language of ['html', 'js', 'ts', 'tsx', 'vue', 'svelte', 'astro']) {
    assert.ok(
      blocks.some((block) => block.language === language),
      `no sample is ${language}`,
    );
  }
  assert.deepEqual(compileSamples([...blocks, shownDetails()]), []);
});

/** The types of the details that the reference shows, and a check that they are the types of the package. */
function shownDetails(): CodeBlock {
  const generated = read(reference).match(/<!-- generated:(?:event-)?details -->[^]*?<!-- \/generated -->/gu) ?? [];
  const text = `${generated.join('\n').replaceAll(/^(?:<!--.*|```.*)$/gmu, '')}
    import type { ErrorCode, HubPayEventMap } from 'hub-pay';
    declare const heard: { [K in Exclude<keyof HubPayEventMap, 'change'>]: HubPayEventMap[K]['detail'] };
    export const shown: { [K in keyof Details]: Details[K] & TestMark } = heard;
    export const again: typeof heard = shown;`;
  return { page: `${reference}, details`, line: 1, language: 'ts', text };
}

test('the first code of README, Getting started and Testing is the same page of test mode', () => {
  const [first, ...others] = ['README.md', 'stories/docs/getting-started.md', 'stories/docs/testing.md'].map(
    (page) => blocksOf(page, read(page))[0]?.text ?? '',
  );
  assert.match(first ?? '', /^<!doctype html>[^]* base-url="demo:"/u);
  assert.ok((first ?? '').trimEnd().split('\n').length <= 10);
  assert.deepEqual(others, [first, first]);
});

test('the sample of a registry is valid, has only what the command writes, and fits the tag of Getting started', () => {
  const page = 'stories/docs/security.md';
  const [sample] = blocksOf(page, read(page)).filter(({ language }) => language === 'json');
  assert.ok(sample);
  const registry = JSON.parse(sample.text) as Registry;
  assert.deepEqual(checkRegistry(registry), []);
  const { takenAt = '', ...rest } = registry;
  assert.equal(new Date(takenAt).toISOString(), takenAt);
  assert.deepEqual(rest, trimRegistry(registry.chains));
  const text = `import type { Registry } from 'hub-pay/headless';\nexport const registry: Registry = ${sample.text};`;
  assert.deepEqual(compileSamples([{ ...sample, language: 'ts', text }]), []);
  const [chain, ...others] = registry.chains;
  assert.ok(chain && depositoryOf(chain));
  assert.ok('currency' in findCurrency(chain, 'USDC'));
  assert.deepEqual([others, chain.erc20Currencies?.length], [[], 1]);
  assert.ok(
    read('stories/docs/getting-started.md').includes(
      `registry --base-url https://shop.example/hub --chains ${chain.id} >`,
    ),
  );
});

test('the start page of the site and the page Welcome show the same tag of test mode', () => {
  const tag = /<hub-pay base-url="demo:"[^]*?<\/hub-pay>/u;
  const [onStart, onWelcome] = ['demo/build-site.ts', 'stories/docs/welcome.mdx'].map(
    (file) => tag.exec(read(file))?.[0],
  );
  assert.ok(onStart);
  assert.equal(onWelcome, onStart);
});

test('README and Getting started show the same tag and the same script', () => {
  const [inReadme, inGuide] = ['README.md', 'stories/docs/getting-started.md'].map((page) => {
    const blocks = blocksOf(page, read(page));
    const html = blocks.find(({ language, text }) => language === 'html' && !text.includes('"demo:"'))?.text ?? '';
    const tag = /<hub-pay[\s\S]*<\/hub-pay>/u.exec(html)?.[0].replaceAll(/\s+/gu, ' ');
    const scripts = blocks.filter(({ language, text }) => language === 'js' && text.includes('querySelector('));
    return { tag, scripts: scripts.map(({ text }) => text) };
  });
  assert.equal(inReadme?.scripts.length, 1);
  assert.match(inReadme.tag ?? '', / disabled>/u);
  const [first, live = '', ...others] = inGuide?.scripts ?? [];
  assert.deepEqual(inReadme, { tag: inGuide?.tag, scripts: [first] });
  assert.deepEqual(others, []);
  // The script of a live shop does everything that the first script does, and it enables the tag last.
  for (const [step] of first?.matchAll(/addEventListener\('[a-z-]+'|waitUntil\(|fetch\('[^']+'/gu) ?? [])
    assert.ok(live.includes(step), step);
  assert.match(live, /element\.registry = registry;\nelement\.removeAttribute\('disabled'\);.*\n$/u);
});

test('a sample with a mistake does not compile', () => {
  const mistakes = [
    ['ts', '\nelement.amount = 25;'],
    ['js', "\ndocument.querySelector('hub-pay').amont = '25';"],
    ['html', '<hub-pay amont="25">\n</hub-pay>'],
    ['html', '<hub-pay>\n<p slot="nothing"></p></hub-pay>'],
    ['tsx', '\nexport const pay = <hub-pay amount={25} />;'],
    ['vue', '<template><hub-pay @hub-done="x" /></template>'],
    ['svelte', '<hub-pay onhub-success={(x} />'],
    ['astro', "<script>\nimport 'hub-pay';\ndocument.querySelector('hub-pay')!.amont = '25';</script>"],
  ] as const;
  const blocks = mistakes.map(([language, text], index) => ({ page: `page ${index}`, line: 7, language, text }));
  const found = new Set(compileSamples(blocks).map((error) => error.slice(0, 'page 0:7'.length)));
  assert.deepEqual([...found].sort(), [
    'page 0:8',
    'page 1:8',
    'page 2:7',
    'page 3:7',
    'page 4:8',
    'page 5:7',
    'page 6:7',
    'page 7:9',
  ]);
});

test('every sample of a payment without the element names its order, and stores the request id', () => {
  const pays = docPages
    .flatMap((page) => blocksOf(page, read(page)))
    .filter(({ text }) => /createPaymentSession\(\{[^}]*\bamount:/u.test(text));
  assert.ok(pays.length >= 2);
  for (const { page, line, text } of pays)
    assert.match(text, /createPaymentSession\(\{[^}]*\breference: [^}]*\bconfirmUrl: /u, `${page}:${line}`);
});

test('a component whose order can change has the order as its key', () => {
  const samples = blocksOf('stories/docs/frameworks.md', read('stories/docs/frameworks.md'));
  const components = samples.filter(({ language, text }) => /^(?:tsx|vue)$/u.test(language) && /[iI]d\}?`/u.test(text));
  const withHandlers = components.filter(({ text }) => /onSuccess=|@hub-success=/u.test(text));
  assert.ok(withHandlers.length >= 4);
  for (const { line, text } of withHandlers)
    assert.match(text, /<(?:HubPay\s+key=\{|hub-pay\s+:key=")(?:orderId|id)["}]/u, `line ${line}`);
});

test('every link and picture leads to a file, and every anchor to a heading', () => {
  const broken = docPages.flatMap((page) =>
    linksOf(page, read(page))
      .filter(({ file, anchor }) => {
        if (!existsSync(join(root, file))) return true;
        return anchor !== '' && !(file.endsWith('.md') && anchorsOf(read(file)).has(anchor));
      })
      .map(({ link }) => `${page}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

test('every link of a page in the npm package leads to a file of the package, or to a file of the repository', () => {
  const { files } = JSON.parse(read('package.json')) as { files: string[] };
  const kinds = files.map((file) => new RegExp(`^${file.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(?:/|$)`, 'u'));
  const isPacked = (file: string) => /^(?:README\.md|LICENSE)$/u.test(file) || kinds.some((kind) => kind.test(file));
  const pages = docPages.filter(isPacked);
  const unpacked = pages.flatMap((page) =>
    linksOf(page, read(page))
      .filter(({ file }) => !isPacked(file))
      .map(({ link }) => `${page}: ${link}`),
  );
  const dead = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\(https:\/\/github\.com\/hub-pay\/hub-pay\/(?:blob|tree)\/main\/([^)#]+)/gu)]
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(join(root, file)))
      .map((file) => `${page}: ${file}`),
  );
  assert.deepEqual([unpacked, dead], [[], []]);
});

test('docsUrl of every code that can happen leads to its heading', () => {
  const anchors = anchorsOf(read(errors));
  for (const code of codesOf(errors)) {
    const { pathname, hash } = new URL(docsUrlOf(code));
    assert.ok(pathname.endsWith(`/${errors}`), pathname);
    assert.ok(anchors.has(hash.slice(1)), hash);
  }
});

test('the page of errors names every code that can happen, and none that nothing makes', () => {
  const makers = sources.filter((file) => /^src\/(?:api|element|payment|shared|vm|wallets|[a-z-]+\.ts$)/u.test(file));
  const source = makers
    .filter((file) => file !== 'src/errors.ts')
    .map(read)
    .join('\n');
  const made = Object.keys(errorCodes).filter((code) => source.includes(`'${code}'`));
  assert.ok(made.length > 20);
  assert.deepEqual(codesOf(errors), made);
  for (const code of made) assert.ok(read(reference).includes(`[\`${code}\`](errors.md#${code})`), code);
});

test('the page of errors names every member of an error, and every reason', () => {
  const type = /^export type ErrorInfo = \{\n([\s\S]*?)^\};/mu.exec(read('src/errors.ts'))?.[1] ?? '';
  const members = [...type.matchAll(/^ {2}(\w+)\??:/gmu)].map(([, name = '']) => name);
  assert.ok(members.length > 7);
  const [intro = ''] = read(errors).split('<!-- generated');
  const named = [...intro.matchAll(/^- `(\w+)`/gmu)].map(([, name = '']) => name);
  assert.deepEqual(named.sort(), members.sort());
  const union = /^export type ErrorReason =([^;]*);/mu.exec(read('src/errors.ts'))?.[1] ?? '';
  const reasons = [...union.matchAll(/'([a-z-]+)'/gu)].map(([, reason = '']) => reason);
  assert.ok(reasons.length > 4);
  for (const reason of reasons) assert.ok(read(errors).includes(`the reason \`${reason}\``), reason);
});

test('the page of errors has every title that a payer can send in a screenshot, and so has the row of odd wallets', () => {
  const titles = Object.entries(englishTexts).filter(([key]) => /^errors\.[a-z-]+\.title$/u.test(key));
  assert.ok(titles.length > 30);
  const page = read(errors);
  // The screens of these two codes have titles of their own.
  const others = ['errors.outcome-unknown.title', 'errors.refunded.title'];
  const missing = titles.filter(([key, title]) => !others.includes(key) && !page.includes(title));
  assert.deepEqual(missing, []);
  const [row = ''] = /^.*`F-199`.*$/mu.exec(read('stories/docs/what-can-go-wrong.md')) ?? [];
  for (const end of ['device', 'no-gas', 'window-blocked', 'wrong-network'])
    assert.ok(row.includes(englishTexts[`errors.${end}.title`] ?? end), end);
});

const codesOf = (page: string): string[] => [...read(page).matchAll(/^## (\S+)$/gmu)].map(([, code = '']) => code);

test('the page on security lists every rule of the guard that code, messages or tests name', () => {
  const named = sources
    .filter((file) => !/^src\/(?:public-api|payment\/guard\/rule-table)\.ts$/u.test(file))
    .flatMap((file) => read(file).match(/\bG\d\d\b/gu) ?? []);
  const listed = firstCells('stories/docs/security.md').filter((name) => /^G\d\d$/u.test(name));
  assert.deepEqual(listed, [...new Set(named)].sort());
});

test('the reference lists every public name', () => {
  const listed = new Set(firstCells(reference).map((cell) => cell.replace(/^HubPay\.|\(.*$/gu, '')));
  const names = [
    ...propertyTable.map(({ attribute, property }) => attribute ?? property),
    ...[methodTable, eventTable, slotTable, partTable, tokenTable, stateTable].flatMap((table) =>
      table.map(({ name }) => name.replace(/^HubPay\./u, '')),
    ),
  ];
  assert.deepEqual(
    names.filter((name) => name !== '' && !listed.has(name)),
    [],
  );
});

test('Getting started says like the README how to install a package that is not published', () => {
  const [, sentence = ''] =
    /Run `npm install hub-pay`\. (The package is not in the npm registry yet: .*)/u.exec(read('README.md')) ?? [];
  assert.ok(sentence && read('stories/docs/getting-started.md').includes(sentence));
});

test('the table of a type names the default of each member that has one', () => {
  const page = read('stories/docs/proxy.md');
  for (const [name, value] of [
    ['path', 'both `/hub` and `/`'],
    ['perMinute', '180'],
    ['execute', 'false'],
  ])
    assert.match(page, new RegExp(`^\\| \`${name}\\?\` .* Default: ${value}\\. \\|$`, 'mu'));
});

test('the page on servers says what to do about everything that needs a person', () => {
  const kinds = unionOf('AttentionKind');
  const [, advice = ''] = /^## What needs a person\n([^]*?)^## /mu.exec(read('stories/docs/server.md')) ?? [];
  const listed = [...advice.matchAll(/^\| `([a-z-]+)` \|/gmu)].map(([, kind]) => kind).slice(1);
  assert.deepEqual([...new Set(listed)], kinds);
});

test('the page on servers lists every reason of a refusal', () => {
  const reasons = unionOf('VerifyReason');
  const listed = firstCells('stories/docs/server.md').filter((name) => reasons.includes(name));
  assert.deepEqual([...new Set(listed)].sort(), reasons.sort());
});

test('the page on servers lists USDC of every chain that test mode knows', () => {
  const rows = [...read('stories/docs/server.md').matchAll(/^\| [^|]+ \| (\d+) \| `(0x[0-9a-fA-F]{40})` \|$/gmu)];
  const listed = rows.map(([, id = '', address = '']) => `${id} ${address.toLowerCase()}`);
  const known = [...TEST_CHAINS, ...LIVE_CHAINS].map(
    ({ id, erc20Currencies = [] }) => `${id} ${erc20Currencies[0]?.address}`,
  );
  assert.deepEqual(listed.sort(), known.sort());
});

test('the table of the next states has every state and no other', () => {
  const [, table = ''] = /^\| From \| To \|.*\n((?:\|.*\n)+)/mu.exec(read('stories/docs/concepts.md')) ?? [];
  const states = table.split('\n').flatMap(
    (row) =>
      row
        .split('|')
        .slice(1, 3)
        .join()
        .match(/(?<=`)[a-z-]+(?=`)/gu) ?? [],
  );
  assert.deepEqual([...new Set(states)].sort(), stateTable.map(({ name }) => name).sort());
});

test('no page has a diagram in Mermaid, which Storybook and the npm page show as source', () => {
  assert.deepEqual(
    docPages.filter((page) => read(page).includes('```mermaid')),
    [],
  );
});

test('the README has at most 150 lines, and its first code within 120 words', () => {
  const readme = read('README.md');
  assert.ok(readme.trimEnd().split('\n').length <= 150);
  const [beforeCode = ''] = readme.replaceAll(/<[^>]*>/gu, '').split('```');
  assert.ok(beforeCode.split(/\s+/u).filter(Boolean).length <= 120);
});

test('no sentence of the README or of a page has more than 30 words', () => {
  const long = docPages.flatMap((page) => {
    const own = page === 'README.md' ? read(page) : read(page).replaceAll(/<!-- gen[\s\S]*?<!-- \/generated -->/gu, '');
    return sentencesOf(own)
      .filter((sentence) => sentence.split(' ').length > 30)
      .map((sentence) => `${page}: ${sentence}`);
  });
  assert.deepEqual(long, []);
});

test('each picture of the README has at most 60 kB', () => {
  const pictures = ownFiles().filter((file) => file.startsWith('stories/docs/images/'));
  assert.ok(pictures.length >= 2);
  assert.deepEqual(
    pictures.filter((file) => statSync(join(root, file)).size > 60_000),
    [],
  );
});

test('no page names a document that its readers lack', () => {
  assert.deepEqual(
    ownFiles().filter(
      (file) => /^(?:README\.md|stories\/)/u.test(file) && read(file).includes(['service', 'md'].join('.')),
    ),
    [],
  );
});

test('the folder map of CONTRIBUTING names the folders of src and the devnet, and the files that it names exist', () => {
  const contributing = read('.github/CONTRIBUTING.md');
  const folders = new Set(
    ownFiles()
      .filter((file) => /^(?:src|demo\/devnet)\/.+\.ts$/u.test(file))
      .map((file) => file.replace(/\/[^/]+$/u, '')),
  );
  const mapped = firstCells('.github/CONTRIBUTING.md').filter(
    (cell) => /^(?:src|demo\/devnet)(?:\/|$)/u.test(cell) && cell !== 'demo/devnet/contracts',
  );
  assert.deepEqual([...new Set(mapped)].sort(), [...folders].sort());
  const files = [...contributing.matchAll(/`((?:src|test|demo|stories)\/[\w./-]+\.(?:ts|mjs))`/gu)].map(
    ([, file = '']) => file,
  );
  assert.ok(files.length > 20);
  assert.deepEqual(
    files.filter((file) => !existsSync(join(root, file))),
    [],
  );
});

test('F-195 the page about the server advises to wait for a final block when the sum is large', () => {
  const [, advice = ''] = /^## Finality\n([^]*?)^## /mu.exec(read('stories/docs/server.md')) ?? [];
  for (const word of ['reorganise', 'large sum', 'finalized', 'a node of your own']) {
    assert.ok(advice.includes(word), word);
  }
});

test('F-168 the documentation says that a browser can delete the journal, and where the payment is found again', () => {
  const [, advice = ''] = /^## The journal\n([^]*?)^## /mu.exec(read('stories/docs/how-it-works.md')) ?? [];
  for (const word of ['a week', 'frame', 'history']) assert.ok(advice.includes(word), word);
});

test('the recipe for a connector installs the version that the framework row tries', () => {
  const { dependencies } = JSON.parse(read('test/frameworks/apps/wallets/package.json')) as {
    dependencies: Record<string, string>;
  };
  const name = '@walletconnect/ethereum-provider';
  assert.match(read('stories/docs/phones.md'), new RegExp(`npm install .* ${name}@${dependencies[name]}\`\\.`, 'u'));
});
