/**
 * Builds the package. `dist/` contains ES modules with bare imports, for bundlers. `dist/cdn/` contains split and
 * minified files without external imports, for a script tag. `rollup -c --configCdn` builds only `dist/cdn/`.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import nodeResolve from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import { minify } from '@swc/core';
import esbuild from 'rollup-plugin-esbuild';

const sources = fileURLToPath(new URL('src/', import.meta.url));
/** The sources of `exports` and `bin` in package.json. */
const LOCALES = readdirSync(`${sources}locales`).map((file) => `locales/${file.replace(/\.ts$/u, '')}`);
const ENTRIES = ['index', 'element/hub-pay', 'headless', 'react', 'server/index', 'testing/index', 'cli', ...LOCALES];
const stripTypes = () => esbuild({ target: 'es2022', tsconfig: false });

/** @type {import('rollup').RollupOptions} */
const forBundlers = {
  input: ENTRIES.map((name) => `src/${name}.ts`),
  external: (id) => !/^[./]/u.test(id),
  plugins: [emptied('dist'), nodeResolve({ extensions: ['.ts', '.js'] }), stripTypes()],
  output: {
    dir: 'dist',
    format: 'es',
    preserveModules: true,
    preserveModulesRoot: 'src',
    sourcemap: true,
    // Rollup drops this directive from a source. A server component of Next.js needs it.
    banner: ({ fileName }) => (fileName === 'react.js' ? "'use client';" : ''),
  },
};

/** @type {import('rollup').RollupOptions} */
const forScriptTags = {
  // The page of a merchant's tests loads `testing.js`. The code of test mode imports it, and nothing else does.
  input: { 'hub-pay': 'src/index.ts', testing: 'src/testing/outcome.ts' },
  // The chunks import the entry itself. Otherwise the entry would consist of two files, one after the other.
  preserveEntrySignatures: 'allow-extension',
  // Loading these packages does nothing. Otherwise the chunk `evm` would import code of SVM chains.
  treeshake: { moduleSideEffects: (id) => !id.includes('/node_modules/@noble/') },
  plugins: [
    emptied('dist/cdn'),
    // Some packages read `process.env.NODE_ENV` and would throw in a browser.
    replace({ preventAssignment: true, values: { 'process.env.NODE_ENV': '"production"' } }),
    withFrozenBuiltins(),
    ownCopies(),
    withoutConnections(),
    nodeResolve({
      browser: true,
      preferBuiltins: false,
      exportConditions: ['production'],
      extensions: ['.mjs', '.js', '.ts'],
    }),
    // Otherwise the chunk of EVM chains would contain a helper that only the packages of SVM chains need.
    commonjs({ requireReturnsDefault: 'auto' }),
    json(),
    stripTypes(),
    compactTemplates(),
    minified(),
    integrityTable(),
    pageStyles(),
    notices(),
  ],
  output: {
    dir: 'dist/cdn',
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: (chunk) => `chunks/${nameOf(chunk)}-[hash:8].js`,
    hashCharacters: 'hex',
    manualChunks: chunkOf,
    onlyExplicitManualChunks: true,
    generatedCode: 'es2015',
    freeze: false,
    // "hidden": source maps exist for debugging, but the files that payers load do not reference them.
    sourcemap: 'hidden',
    sourcemapFileNames: 'maps/[name]-[chunkhash].map',
    sourcemapExcludeSources: true,
  },
  onwarn({ code, message }) {
    // These warnings come from viem, wagmi and a comment of @scure/base, and are harmless. Any other warning fails the
    // build: it could affect a payer.
    if (!['CIRCULAR_DEPENDENCY', 'THIS_IS_UNDEFINED', 'INVALID_ANNOTATION'].includes(code ?? ''))
      throw new Error(message);
  },
};

/** @param {Record<string, unknown>} flags */
export default (flags) => {
  const onlyCdn = flags['configCdn'] === true;
  delete flags['configCdn'];
  return onlyCdn ? forScriptTags : [forBundlers, forScriptTags];
};

/**
 * The chunks that load together. Each contains its files and the modules that they import, without the modules of the
 * entry and of an earlier chunk. Otherwise rollup would put shared modules into further chunks, which the browser finds
 * one round trip later.
 *
 * - `session` and `screens` load at the same time.
 * - `search`: a payment whose transaction is not known needs all of its parts.
 * - `evm`: a payment from an EVM chain needs all of its parts.
 * - `addresses`: an address that is not a right EVM address needs it.
 * - `svm`: a payment from an SVM chain needs all of its parts.
 * - `pay`: the review loads it for every payment.
 * - `batch`: the review loads it for a payment of several steps.
 */
const CHUNKS = {
  // The search for a payment and the client of remote wallets import the second file, and neither needs the other.
  session: ['payment/session/session.ts', 'wallets/remote/pending.ts'],
  screens: ['element/checkout/checkout.ts'],
  search: ['payment/track/search/chunk.ts'],
  evm: ['wallets/discover-evm.ts', 'vm/evm/adapter.ts'],
  addresses: ['vm/address/judge-address.ts'],
  svm: ['vm/svm/adapter.ts'],
  pay: ['payment/pay/confirm.ts'],
  batch: ['payment/pay/execute-batch.ts', 'vm/evm/wallet/send-calls.ts'],
};

for (const start of Object.values(CHUNKS).flat())
  if (!existsSync(`${sources}${start}`))
    throw new Error(`CHUNKS of rollup.config.mjs names ${start}, which is no file.`);

/**
 * @param {string} id
 * @param {import('rollup').ManualChunkMeta} build
 */
function chunkOf(id, { getModuleInfo }) {
  const isReachedFrom = (/** @type {string[]} */ starts) => {
    const found = new Set(starts.map((start) => `${sources}${start}`));
    for (const module of found) for (const imported of getModuleInfo(module)?.importedIds ?? []) found.add(imported);
    return found.has(id);
  };
  // The index of nanostores imports this module for the session alone, and the entry imports the index.
  if (id.includes('/nanostores/lifecycle/')) return 'session';
  if (id === LIBRARY || id.endsWith(FOR_REMOTE)) return 'wallets-remote-library-cryptography';
  if (id.endsWith(FOR_SVM) || SVM_FOLDERS.some((folder) => id.startsWith(folder))) return 'svm';
  // viem imports these modules as well, but nothing of an EVM payment calls them.
  if (/\/@noble\/(?:curves\/|hashes\/esm\/(?!(?:_u64|crypto|sha3|utils)\.js$))/u.test(id)) return null;
  if (isReachedFrom(['index.ts'])) return null;
  return Object.entries(CHUNKS).find(([, starts]) => isReachedFrom(starts))?.[0];
}

/** Marks the copy of a module that only the code of SVM chains uses. */
const FOR_SVM = '?svm';

/** The code that only a payment from an SVM chain uses. viem has its own copy of `@noble/curves`. */
const SVM_FOLDERS = ['src/vm/svm/', 'node_modules/@solana/web3.js/', 'node_modules/@noble/curves/'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);

/** Marks the copy of a module that only the cryptography of remote wallets uses, in browsers that lack their own. */
const FOR_REMOTE = '?remote';

const LIBRARY = fileURLToPath(new URL('src/wallets/remote/library-cryptography.ts', import.meta.url));

/** Who gets a copy of its own of which packages. */
const COPIES = [
  { mark: FOR_SVM, owners: SVM_FOLDERS, packages: /\/@noble\/hashes\//u },
  { mark: FOR_REMOTE, owners: [LIBRARY], packages: /\/@noble\/(?:curves|hashes)\//u },
];

/**
 * Gives the code of SVM chains its own copy of the hash functions, and the code of remote wallets one of the curves as
 * well. Otherwise the functions that only this code uses would be in the chunk of EVM chains, which shares their
 * modules, and a remote wallet would load the chunk of SVM chains.
 * @returns {import('rollup').Plugin}
 */
function ownCopies() {
  const marked = (/** @type {string} */ id) => COPIES.find(({ mark }) => id.endsWith(mark));
  return {
    name: 'own-copies',
    async resolveId(source, importer = '', options) {
      const copy = marked(importer) ?? COPIES.find(({ owners }) => owners.some((owner) => importer.startsWith(owner)));
      if (!copy) return null;
      const from = importer.replace(copy.mark, '');
      const { attributes, isEntry } = options;
      const found = await this.resolve(source, from, { attributes, isEntry, skipSelf: true });
      if (!found || !copy.packages.test(found.id)) return found;
      // The question to the other plugins can come back here, and then has a mark already.
      return { ...found, id: `${found.id.replace(/\?[a-z]+$/u, '')}${copy.mark}` };
    },
    load(id) {
      const copy = marked(id);
      return copy ? readFileSync(id.slice(0, -copy.mark.length), 'utf8') : null;
    },
  };
}

/**
 * Lets Lit load on a page that has frozen the built-ins, as the function `lockdown` of SES does. Lit sets a member of
 * `Symbol`, which it reads only for decorators.
 * @returns {import('rollup').Plugin}
 */
function withFrozenBuiltins() {
  const line = 'Symbol.metadata??=Symbol("metadata")';
  return {
    name: 'with-frozen-builtins',
    transform(code, id) {
      if (!id.endsWith('/@lit/reactive-element/reactive-element.js')) return null;
      if (!code.includes(line)) this.error(`Lit has no line ${line}.`);
      return { code: code.replace(line, `Object.isExtensible(Symbol)&&(${line})`), map: null };
    },
  };
}

/**
 * Leaves out the clients of JSON-RPC and websockets that `@solana/web3.js` contains. Nothing here uses them.
 * @returns {import('rollup').Plugin}
 */
function withoutConnections() {
  const clients = ['rpc-websockets', 'jayson/lib/client/browser'];
  return {
    name: 'without-connections',
    resolveId: (source) => (clients.includes(source) ? `\0${source}` : null),
    load: (id) =>
      clients.includes(id.slice(1))
        ? 'export class CommonClient {} export { CommonClient as WebSocket, CommonClient as default };'
        : null,
  };
}

/**
 * A chunk is named as in `CHUNKS`, else after its entry source file (`i18n-locales-de`), else after one of its source
 * files, else after a package.
 *
 * @param {import('rollup').PreRenderedChunk} chunk
 */
function nameOf({ facadeModuleId, moduleIds, name }) {
  if (Object.hasOwn(CHUNKS, name)) return name;
  const reason = [...moduleIds, facadeModuleId ?? ''].findLast((id) => id.startsWith(sources));
  if (reason) return reason.slice(sources.length, -'.ts'.length).replaceAll('/', '-');
  return /.*\/node_modules\/(?:@[^/]+\/)?([^/]+)\//u.exec(facadeModuleId ?? '')?.[1] ?? name;
}

/**
 * Deletes the folder first, because rollup keeps the chunks of earlier builds.
 * @param {string} folder
 * @returns {import('rollup').Plugin}
 */
function emptied(folder) {
  return { name: 'emptied', buildStart: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Removes the indentation inside templates of HTML, and the comments and needless spaces of style sheets. The line
 * breaks between words of HTML stay.
 * @returns {import('rollup').Plugin}
 */
function compactTemplates() {
  return {
    name: 'compact-templates',
    transform(code, id) {
      if (!/^(?:ui|element)\//u.test(id.startsWith(sources) ? id.slice(sources.length) : '')) return null;
      const text = code.replaceAll(/css`[^`]*`/gu, compactStyles).replaceAll(/\n\s+/gu, '\n');
      const compact = text.replaceAll(/\n(?=\/?>)/gu, '').replaceAll(/(?<=["}])\n(?=[?.@]?[a-z-]+=)/gu, ' ');
      return { code: compact, map: null };
    },
  };
}

/** @param {string} template A tagged template with a style sheet */
function compactStyles(template) {
  return template
    .replaceAll(/\/\*[\s\S]*?\*\//gu, '')
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/ ?([{};,>/!]) ?/gu, '$1')
    .replaceAll(/='([a-z-]+)'\]/gu, '=$1]')
    .replaceAll(': ', ':')
    .replaceAll(/\) \* (?=\d)/gu, ')*')
    .replaceAll(/(?<=[ :(,-])0\./gu, '.')
    .replaceAll(';}', '}')
    .replace('` ', '`');
}

/** @returns {import('rollup').Plugin} */
function minified() {
  return {
    name: 'minified',
    renderChunk: (code, { name }) =>
      minify(code, {
        module: true,
        sourceMap: true,
        mangle: true,
        // Packages of SVM chains call functions with `new`, which fails for an arrow function.
        compress: { passes: 3, ecma: 2022, unsafe_arrows: name !== 'svm' },
        format: { comments: false },
      }),
  };
}

/** The chunks that the element loads before the payer can pay. */
const CHECKOUT = ['src/payment/session/session.ts', 'src/element/checkout/checkout.ts'];

/**
 * Writes `sri.json`: the hash of each file, for the `integrity` of the script tag and of an import map. Writes
 * `modulepreload.html`: a `<link>` for each chunk that the element loads before the payer can pay.
 * @returns {import('rollup').Plugin}
 */
function integrityTable() {
  return {
    name: 'integrity-table',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const hashOf = (/** @type {string} */ code) => `sha384-${createHash('sha384').update(code).digest('base64')}`;
      const table = Object.fromEntries(chunks.map(({ fileName, code }) => [`./${fileName}`, hashOf(code)]));
      this.emitFile({ type: 'asset', fileName: 'sri.json', source: `${JSON.stringify(table, null, 2)}\n` });
      const links = chunks
        .filter(({ moduleIds }) => CHECKOUT.some((file) => moduleIds.some((id) => id.endsWith(file))))
        .map(({ fileName, code }) => `<link rel="modulepreload" href="./${fileName}" integrity="${hashOf(code)}">`);
      this.emitFile({ type: 'asset', fileName: 'modulepreload.html', source: `${links.join('\n')}\n` });
    },
  };
}

/**
 * Writes `hub-pay.css`: the style sheet that reserves the space of the element until its script has loaded.
 * @returns {import('rollup').Plugin}
 */
function pageStyles() {
  const file = `${sources}hub-pay.css`;
  return {
    name: 'page-styles',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'hub-pay.css', source: readFileSync(file, 'utf8') });
    },
  };
}

/**
 * Writes `THIRD-PARTY-NOTICES`: the licenses of every bundled package and of the drawings, because minifying removes
 * license comments.
 * @returns {import('rollup').Plugin}
 */
function notices() {
  return {
    name: 'notices',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
      const folders = files.flatMap((file) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//u.exec(file)?.[1] ?? []);
      const texts = [...new Set(folders)].filter((folder) => existsSync(`${folder}/package.json`)).map(noticeOf);
      if (files.some((file) => file.endsWith(DRAWINGS))) texts.push(noticeOfDrawings());
      this.emitFile({ type: 'asset', fileName: 'THIRD-PARTY-NOTICES', source: texts.sort().join('\n') });
    },
  };
}

/** These drawings of another package are part of the source. */
const DRAWINGS = 'src/ui/pictures/drawings.ts';

function noticeOfDrawings() {
  const [, from] = /@license (.*?), /u.exec(readFileSync(DRAWINGS, 'utf8')) ?? [];
  const text = readFileSync('src/ui/pictures/LICENSE', 'utf8').trim();
  return `${from} (MIT), the drawings\n\n${text}\n\n${'-'.repeat(80)}\n`;
}

/** @param {string} folder */
function noticeOf(folder) {
  const { name, version, license, repository } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/iu.test(entry));
  const text = file
    ? readFileSync(`${folder}/${file}`, 'utf8').trim()
    : `The package contains no license text. Its source: ${repository.url}`;
  return `${name} ${version}${license ? ` (${license})` : ''}\n\n${text}\n\n${'-'.repeat(80)}\n`;
}
