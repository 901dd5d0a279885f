/** Tests that no view contains a literal text for the payer, because all such texts belong in the catalog. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import ts from 'typescript';
import { buttonTexts } from '../../src/i18n/locales/en/button.js';
import { texts } from '../../src/locales/en.js';
import { unionOf } from '../tools/docs/docs-types.js';
import { ownFiles, read } from '../tools/sources.js';

/** `reference.ts`, `property-rules.ts` and `page-mistakes.ts` contain texts for developers only. */
const views = ownFiles().filter((file) =>
  /^src\/(?:ui\/|testing\/mark|element\/(?!reference|checkout\/property-rules|checkout\/page-mistakes)).*\.ts$/u.test(
    file,
  ),
);
const WORDS = /[\p{L}]{2,}/u;
const en = texts;

test('view templates contain no words in text or in attributes that are read out', () => {
  assert.ok(views.length > 20);
  const found = views.flatMap((file) => templatesOf(file, 'html').flatMap((template) => wordsIn(template, file)));
  assert.deepEqual(found, []);
});

test('view code contains no string that is a sentence', () => {
  const found = views.flatMap((file) =>
    plainStringsOf(file)
      .filter((text) => /\p{L}\s+\p{L}/u.test(text))
      .map((text) => `${file}: ${text}`),
  );
  assert.deepEqual(found, []);
});

test('message catalogue has exactly the keys that the views use', () => {
  const source = views.map(read).join('\n');
  const families = unionOf('WalletFamily').map((family) => `word.${family}`);
  const keys = [...[...source.matchAll(/'([a-z]+(?:[.-][\w-]+)*)'/gu)].map(([, key]) => key), ...families];
  const built = ['errors.', 'money.', 'fees.', 'authorize.', 'step.'];
  const unused = Object.keys(en).filter(
    (key) => !keys.includes(key) && !built.some((prefix) => key.startsWith(prefix)),
  );
  assert.deepEqual(unused, []);
  const called = [...source.matchAll(/\bt\('([^']+)'/gu)].map(([, key]) => key ?? '');
  assert.deepEqual(
    called.filter((key) => !Object.hasOwn(en, key)),
    [],
  );
});

test('button texts contain every text that the entry shows', () => {
  const source = ['src/element/render-early.ts', 'src/ui/loading-frame.ts'].map(read).join('\n');
  const used = [...source.matchAll(/\bt\(([^)]*)\)/gu)].flatMap(
    ([, call = '']) => call.match(/'[a-z.-]+'(?! \?)/gu) ?? [],
  );
  const shown = used.map((key) => key.slice(1, -1)).filter((key) => key !== 'unknown');
  assert.ok(shown.length > 7, `only ${shown.length} keys were found`);
  assert.deepEqual(
    shown.filter((key) => !Object.hasOwn(buttonTexts, key)),
    [],
  );
});

const WHOLE_CLASS =
  /\b(?:part|class|role|type|tabindex|dir|autocomplete|autocapitalize|spellcheck|inputmode|loading|data-[a-z-]+)$/u;

function wordsIn(template: string, file: string): string[] {
  const text = template.replace(/<!--.*?-->/gsu, '').replace(/<[^>]*>/gu, ' ');
  const attributes = [...template.matchAll(/\s([\w-]+)="([^"]*)"/gu)].filter(
    ([, name = '', value = '']) => ['title', 'alt', 'placeholder', 'aria-label'].includes(name) && WORDS.test(value),
  );
  return [...(WORDS.test(text) ? [text] : []), ...attributes.map(([all]) => all)].map(
    (words) => `${file}: ${words.trim()}`,
  );
}

/** The literal parts of tagged templates, with a placeholder for each expression. */
function templatesOf(file: string, tag: string): string[] {
  const found: string[] = [];
  visit(file, (node) => {
    if (!ts.isTaggedTemplateExpression(node) || node.tag.getText() !== tag) return;
    const { template } = node;
    found.push(
      ts.isNoSubstitutionTemplateLiteral(template)
        ? template.text
        : [template.head, ...template.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('0'),
    );
  });
  return found;
}

/** String literals in code, except those in templates, imports, types and errors for developers. */
function plainStringsOf(file: string): string[] {
  const found: string[] = [];
  visit(file, (node) => {
    const { parent } = node as { parent?: ts.Node };
    if (!parent || ts.isImportDeclaration(parent) || ts.isTaggedTemplateExpression(parent) || isForDevelopers(node))
      return;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
  });
  return found.filter((text) => !WHOLE_CLASS.test(text));
}

/** True for texts that a payer does not see: console warnings, thrown errors and CSS. */
function isForDevelopers(node: ts.Node): boolean {
  for (let outer = node.parent as ts.Node | undefined; outer; outer = outer.parent as ts.Node | undefined) {
    if ((ts.isCallExpression(outer) || ts.isNewExpression(outer)) && /warn|Error$/u.test(outer.expression.getText()))
      return true;
    if (outer.getSourceFile().fileName.includes('/styles/')) return true;
  }
  return false;
}

function visit(file: string, look: (node: ts.Node) => void): void {
  const walk = (node: ts.Node): void => {
    look(node);
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
}
