/** Generates the data from which VS Code and JetBrains editors complete the tag. */
import {
  eventTable,
  partTable,
  propertyTable,
  settableTable,
  slotTable,
  tokenTable,
} from '../../../src/element/reference.js';
import { attributeType, isUnion } from './tag-types.js';

const attributes = settableTable.flatMap((entry) =>
  entry.attribute === null ? [] : [{ ...entry, name: entry.attribute }],
);

/** See https://code.visualstudio.com/api/extension-guides/custom-data-extension */
export const vscodeData = (description: string): object => ({
  version: 1.1,
  tags: [
    {
      name: 'hub-pay',
      description,
      attributes: attributes.map(({ name, type, description: meaning }) => ({
        name,
        description: meaning,
        ...(type === 'boolean' && { valueSet: 'v' }),
        ...(isUnion(type) && { values: [...type.matchAll(/'([^']*)'/gu)].map(([, value]) => ({ name: value })) }),
      })),
    },
  ],
});

/** See https://github.com/JetBrains/web-types */
export const webTypes = (description: string, version: string): object => ({
  $schema: 'https://json.schemastore.org/web-types',
  name: 'hub-pay',
  version,
  'description-markup': 'markdown',
  contributions: {
    html: {
      elements: [
        {
          name: 'hub-pay',
          description,
          attributes: attributes.map((entry) => ({
            name: entry.name,
            description: entry.description,
            value: { type: attributeType(entry.type) },
            ...(entry.type === 'boolean' ? {} : { default: entry.default }),
          })),
          slots: slotTable,
          css: { parts: partTable, properties: tokenTable },
          js: {
            properties: propertyTable.map(({ property, type, ...entry }) => ({
              name: property,
              type,
              description: entry.description,
              ...(entry.readonly && { 'read-only': true }),
            })),
            events: eventTable.map(({ name, ...entry }) => ({ name, description: entry.description })),
          },
        },
      ],
    },
  },
});
