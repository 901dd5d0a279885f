/** Writes the code that embeds the element with the values of the controls: for HTML, React, Vue and Svelte. */
import { attributeRows, partRows, propertyRows, slotNameOf, slotRows, sourceOf, tokenRows } from './controls.js';
import type { Settings } from './controls.js';

export const frameworks = { html: 'HTML', react: 'React', vue: 'Vue', svelte: 'Svelte' } as const;
export type Framework = keyof typeof frameworks;

/** Returns the snippet of a framework. */
export function snippet(framework: Framework, settings: Settings): string {
  return { html, react, vue, svelte }[framework](settings);
}

/** Returns the CSS of the tokens and of the parts, or an empty text. */
export function cssOf(settings: Settings): string {
  const declarations = tokenRows
    .filter(({ id }) => isSet(settings[id]))
    .map(({ id, entry }) => `  ${entry.name}: ${String(settings[id])};\n`);
  const parts = partRows
    .filter(({ id }) => isSet(settings[id]))
    .map(({ id, entry }) => `hub-pay::part(${entry.name}) {\n  ${withSemicolon(String(settings[id]))}\n}\n`);
  return [...(declarations.length > 0 ? [`hub-pay {\n${declarations.join('')}}\n`] : []), ...parts].join('');
}

/** A control that is empty or off leaves the default. */
export const isSet = (value: unknown): boolean => value !== undefined && value !== '' && value !== false;

const withSemicolon = (text: string): string => text.trim().replace(/;?$/u, ';');

/** Writes a text so that no framework reads it as markup or as an expression. */
const escaped = (text: string): string =>
  text.replaceAll(/[&<>"{}]/gu, (sign) => `&#${sign.codePointAt(0) ?? 0};`).replaceAll('\n', ' ');

const indented = (text: string, by: string): string => text.trimEnd().replaceAll(/^(?=.)/gmu, by);

const attributesOf = (settings: Settings): string[] =>
  attributeRows
    .filter(({ id }) => isSet(settings[id]))
    .map(({ id, attribute }) => {
      const value = settings[id];
      return value === true ? attribute : `${attribute}="${escaped(String(value))}"`;
    });

const contentOf = (settings: Settings): string[] =>
  slotRows
    .filter(({ id }) => isSet(settings[id]))
    .map(({ id, entry }) => {
      const name = slotNameOf(entry);
      return `<span${name && ` slot="${name}"`}>${escaped(String(settings[id]))}</span>`;
    });

const objectsOf = (settings: Settings): { property: string; source: string }[] =>
  propertyRows
    .filter(({ id }) => isSet(settings[id]))
    .map(({ id, entry }) => ({ property: entry.property, source: sourceOf(entry, settings[id]) }));

/** Writes the tag with one attribute in each line. */
function tagOf(name: string, attributes: readonly string[], content: readonly string[]): string {
  const start = `<${name}${attributes.map((each) => `\n${indented(each, '  ')}`).join('')}\n>`;
  return `${start}${content.map((line) => `\n  ${line}`).join('')}${content.length > 0 ? '\n' : ''}</${name}>\n`;
}

const constants = (settings: Settings, type: string): string =>
  objectsOf(settings)
    .map(({ property, source }) => `const ${property}Value: ${type}['${property}'] = ${source};\n`)
    .join('');

const styleOf = (settings: Settings): string => {
  const css = cssOf(settings);
  return css && `\n<style>\n${css}</style>\n`;
};

function html(settings: Settings): string {
  const lines = objectsOf(settings).map(({ property, source }) => `  pay.${property} = ${source};\n`);
  const script =
    lines.length > 0
      ? `\n<script type="module">\n  const pay = document.querySelector('hub-pay');\n${lines.join('')}</script>\n`
      : '';
  const load = '<script type="module" src="/hub-pay/hub-pay.js"></script>\n\n';
  return `${load}${tagOf('hub-pay', attributesOf(settings), contentOf(settings))}${script}${styleOf(settings)}`;
}

function react(settings: Settings): string {
  const props = attributeRows
    .filter(({ id }) => isSet(settings[id]))
    .map(({ id, entry }) => {
      const value = settings[id];
      if (value === true) return entry.property;
      return `${entry.property}=${typeof value === 'string' ? `"${escaped(value)}"` : `{${String(value)}}`}`;
    });
  const objects = objectsOf(settings).map(({ property }) => `${property}={${property}Value}`);
  const css = cssOf(settings);
  const before = constants(settings, 'HubPayElement');
  const tag = tagOf('HubPay', [...props, ...objects], contentOf(settings));
  return [
    `import { HubPay${before && ', type HubPayElement'} } from 'hub-pay/react';\n\n`,
    before && `${before}\n`,
    css && `const css = \`\n${css.replaceAll(/[\\`$]/gu, '\\$&')}\`;\n\n`,
    'export function Checkout() {\n  return (\n    <>\n',
    css && '      <style>{css}</style>\n',
    `${indented(tag, '      ')}\n    </>\n  );\n}\n`,
  ].join('');
}

function vue(settings: Settings): string {
  const before = constants(settings, 'HubPay');
  const objects = objectsOf(settings).map(({ property }) => `:${property}="${property}Value"`);
  const tag = tagOf('hub-pay', [...attributesOf(settings), ...objects], contentOf(settings));
  return [
    `<script setup lang="ts">\nimport 'hub-pay';\n${before && "import type { HubPay } from 'hub-pay';\n\n"}${before}`,
    `</script>\n\n<template>\n${indented(tag, '  ')}\n</template>\n${styleOf(settings)}`,
  ].join('');
}

function svelte(settings: Settings): string {
  const before = constants(settings, 'HubPay');
  const objects = objectsOf(settings).map(({ property }) => `${property}={${property}Value}`);
  const tag = tagOf('hub-pay', [...attributesOf(settings), ...objects], contentOf(settings));
  return [
    `<script lang="ts">\n  import 'hub-pay';\n${before && "  import type { HubPay } from 'hub-pay';\n\n"}`,
    `${before && `${indented(before, '  ')}\n`}</script>\n\n${tag}${styleOf(settings)}`,
  ].join('');
}
