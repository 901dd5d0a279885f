/**
 * Measures what a payer's browser loads from `dist/cdn`, gzipped. It prints a table, and one JSON line for each set.
 * The script exits with code 1 if a set exceeds its budget.
 *
 * The budgets are in package.json under `size`, in kB of 1000 bytes. A set counts all static imports of its files,
 * except files that an earlier set has loaded.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cdn = join(root, 'dist/cdn');

/** The sets in the order in which a browser loads them. Each pattern matches the entry files of its set. */
const STARTS = {
  entry: /^hub-pay\.js$/u,
  session: /^chunks\/session-/u,
  screens: /^chunks\/screens-/u,
  pictures: /^chunks\/ui-pictures-/u,
  evm: /^chunks\/evm-/u,
  pay: /^chunks\/pay-/u,
  curve: /^chunks\/secp256k1-/u,
};

/** What a payment from another chain family loads beside these sets. */
const FAMILIES = {
  venue: /^chunks\/(?:vm-venue-adapter|payment-pay-execute-signed-transfer)-/u,
  svm: /^chunks\/(?:svm|sha2|addresses|wallets-discover-svm|payment-(?:pay-execute-instructions|quote-route-ladder))-/u,
};

const { size: budgets } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const imports = await staticImports();
/** @type {Set<string>} */
const loaded = new Set();

const rows = Object.entries(STARTS).map(measured);

/** What a first payment loads: one transaction on an EVM chain, in English, with the solver's signature checked. */
const sum = rows.reduce((total, { kilobytes }) => total + kilobytes, 0);
rows.push({ bench: 'size', name: 'sum', kilobytes: sum, gzipKb: roundedUp(sum), budgetKb: budgets.sum, files: [] });
rows.push(...Object.entries(FAMILIES).map(measured));
rows.push(...languages());
for (const { name, gzipKb, budgetKb, files } of rows) {
  const verdict = gzipKb > budgetKb ? 'OVER' : 'ok';
  console.log(
    `${name.padEnd(8)} ${String(gzipKb).padStart(6)} kB of ${budgetKb} kB  ${verdict.padEnd(5)} ${files.join(' ')}`,
  );
}
for (const { bench, name, gzipKb, budgetKb, files } of rows)
  console.log(JSON.stringify({ bench, name, gzipKb, budgetKb, files }));
process.exitCode = rows.some(({ gzipKb, budgetKb }) => gzipKb > budgetKb) ? 1 : 0;

/**
 * Measures one set. A file that an earlier set has loaded does not count.
 *
 * @param {[name: string, pattern: RegExp]} set
 */
function measured([name, pattern]) {
  const starts = [...imports.keys()].filter((file) => pattern.test(file));
  if (starts.length === 0) throw new Error(`dist/cdn has no file of the set "${name}"`);
  const files = [...closure(starts)].filter((file) => !loaded.has(file));
  for (const file of files) loaded.add(file);
  const gzip = files.map((file) => gzipSync(readFileSync(join(cdn, file)), { level: 9 }).length);
  const kilobytes = gzip.reduce((sum, bytes) => sum + bytes, 0) / 1000;
  return { bench: 'size', name, kilobytes, gzipKb: roundedUp(kilobytes), budgetKb: budgets[name], files };
}

/**
 * Measures the texts of each language, which load instead of no file of English. `words` are those of the button, and
 * `average` is the mean of all texts, which has the budget: a language may be longer than its like.
 */
function languages() {
  const of = (/** @type {RegExp} */ pattern) => [...imports.keys()].filter((file) => pattern.test(file));
  const sizeOf = (/** @type {string} */ file) => gzipSync(readFileSync(join(cdn, file)), { level: 9 }).length / 1000;
  const texts = of(/^chunks\/i18n-locales-(?!words-|en-)/u);
  const words = of(/^chunks\/i18n-locales-words-/u);
  const mean = (/** @type {string[]} */ files) => files.reduce((sum, file) => sum + sizeOf(file), 0) / files.length;
  for (const file of texts) console.log(`${file.padEnd(44)} ${roundedUp(sizeOf(file))} kB`);
  const row = (/** @type {string} */ name, /** @type {string[]} */ files) => {
    const kilobytes = mean(files);
    return { bench: 'size', name, kilobytes, gzipKb: roundedUp(kilobytes), budgetKb: budgets[name], files };
  };
  return [row('language', texts), row('words', words)];
}

/**
 * Maps every file of the build to the files that it imports statically.
 *
 * @returns {Promise<Map<string, string[]>>}
 */
async function staticImports() {
  const files = readdirSync(cdn, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.js'));
  const { metafile } = await build({
    absWorkingDir: cdn,
    entryPoints: files,
    outdir: 'unused',
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, input]) => [
      file,
      input.imports.filter(({ kind }) => kind === 'import-statement').map(({ path }) => path),
    ]),
  );
}

/** @param {number} kilobytes */
function roundedUp(kilobytes) {
  return Math.ceil(kilobytes * 10) / 10;
}

/** @param {readonly string[]} starts */
function closure(starts) {
  const found = new Set(starts);
  for (const file of found) for (const imported of imports.get(file) ?? []) found.add(imported);
  return found;
}
