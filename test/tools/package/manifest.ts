/** Writes `custom-elements.json` from the table of public names. Also writes types and editor data into `dist/`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  eventTable,
  methodTable,
  partTable,
  propertyTable,
  slotTable,
  stateTable,
  tokenTable,
} from '../../../src/element/reference.js';
import { vscodeData, webTypes } from './editor-data.js';
import { read, root } from '../sources.js';
import { declarations } from './tag-types.js';

const { description, version } = JSON.parse(read('package.json')) as { description: string; version: string };
const reference = { name: 'HubPay', module: 'dist/element/hub-pay.js' };

const fields = propertyTable.map(({ property, attribute, type, readonly, reflects, ...entry }) => ({
  kind: 'field',
  name: property,
  privacy: 'public',
  type: { text: type },
  description: entry.description,
  ...(entry.default !== '' && { default: entry.default }),
  ...(attribute !== null && { attribute }),
  ...(readonly && { readonly }),
  ...(reflects && { reflects }),
}));

const methods = methodTable.map(({ name, parameters, returns, static: isStatic, ...entry }) => ({
  kind: 'method',
  name,
  privacy: 'public',
  description: entry.description,
  parameters: parameters.split(', ').filter(Boolean).map(parameter),
  return: { type: { text: returns } },
  ...(isStatic && { static: true }),
}));

const manifest = {
  schemaVersion: '2.1.0',
  readme: 'README.md',
  modules: [
    {
      kind: 'javascript-module',
      path: reference.module,
      declarations: [
        {
          kind: 'class',
          name: reference.name,
          customElement: true,
          tagName: 'hub-pay',
          superclass: { name: 'LitElement', package: 'lit' },
          description,
          members: [...fields, ...methods],
          attributes: propertyTable.flatMap(({ property, attribute, type, ...entry }) =>
            attribute === null
              ? []
              : [
                  {
                    name: attribute,
                    fieldName: property,
                    type: { text: type },
                    default: entry.default,
                    description: entry.description,
                  },
                ],
          ),
          events: eventTable.map(({ name, detail, cancelable, ...entry }) => ({
            name,
            type: { text: detail === 'none' ? 'Event' : `CustomEvent<${detail}>` },
            description: cancelable ? `${entry.description} Cancelable.` : entry.description,
          })),
          slots: slotTable,
          cssParts: partTable,
          cssProperties: tokenTable,
          cssStates: stateTable,
        },
      ],
      exports: [{ kind: 'js', name: reference.name, declaration: reference }],
    },
    {
      kind: 'javascript-module',
      path: 'dist/index.js',
      declarations: [],
      exports: [
        { kind: 'js', name: reference.name, declaration: reference },
        { kind: 'custom-element-definition', name: 'hub-pay', declaration: reference },
      ],
    },
  ],
};

const write = (file: string, text: string): void => writeFileSync(join(root, file), text);
const writeJson = (file: string, value: object): void => write(file, `${JSON.stringify(value, null, 2)}\n`);

writeJson('custom-elements.json', manifest);
writeJson('dist/vscode.html-custom-data.json', vscodeData(description));
writeJson('dist/web-types.json', webTypes(description, version));
for (const [entry, types] of Object.entries(declarations)) {
  write(`dist/${entry}.d.ts`, types);
  // Bundlers need this file, even if a page imports only its types.
  write(`dist/${entry}.js`, 'export {};\n');
}

/** Parses a parameter in the method table: `requestId: string` or `tag = 'hub-pay'`. */
function parameter(text: string): object {
  const { name, optional, type, fallback } =
    /^(?<name>\w+)(?<optional>\?)?(?:: (?<type>.*?))?(?: = (?<fallback>.*))?$/u.exec(text)?.groups ?? {};
  return {
    name,
    ...(type && { type: { text: type } }),
    ...(fallback && { default: fallback }),
    ...((optional ?? fallback) && { optional: true }),
  };
}
