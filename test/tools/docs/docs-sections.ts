/** Generates parts of the documentation from the tables of public names, the types and package.json. */
import {
  eventTable,
  methodTable,
  partTable,
  type PropertyEntry,
  propertyTable,
  slotTable,
  stateTable,
  tokenTable,
} from '../../../src/element/reference.js';
import { languageTags } from '../../../src/i18n/locales/languages.js';
import { texts } from '../../../src/locales/en.js';
import { formsOf } from '../../../stories/support/english.js';
import { ACCEPTED, ATTENTION_TEXTS, COMMITTED } from '../../../src/server/ledger/attention.js';
import { ruleTable } from '../../../src/payment/guard/rule-table.js';
import { tokens } from '../../../src/ui/styles/tokens.js';
import { apps } from '../../../src/wallets/phone/apps.js';
import { errorIndex, errorPage } from './docs-errors.js';
import { faultSections } from './docs-faults.js';
import { peerSections, peerValues } from './docs-peers.js';
import { stagesTable, transitionsTable } from './docs-lifecycle.js';
import {
  defaultsTable,
  eventDetails,
  membersTable,
  methodsTable,
  typeOfMember,
  typesOf,
  unionTable,
} from './docs-types.js';
import { code, table } from './docs-table.js';
import { BELOW_PAYMENT, LAYERS, LEAVES, VM_BASE } from '../layers.js';
import { read } from '../sources.js';

type Manifest = { version: string; engines: { node: string }; size: Record<string, number> };
const manifest = JSON.parse(read('package.json')) as Manifest;

const attributes = propertyTable.filter(({ attribute }) => attribute !== null);

const defaultOf = (entry: PropertyEntry): string => (entry.readonly ? 'read only' : entry.default);

function named(kind: string, entries: readonly { name: string; description: string }[]): string {
  return table(
    [kind, 'Meaning'],
    entries.map(({ name, description }) => [name === '' ? 'default' : code(name), description]),
  );
}

/** Returns the default value of a CSS token. If the light and the dark theme differ, returns both values. */
function tokenDefault(name: string): string {
  const value: string | readonly [string, string] | undefined = (
    tokens as Readonly<Record<string, string | readonly [string, string]>>
  )[name.replace('--hub-', '')];
  if (value === undefined) return '';
  return typeof value === 'string' ? code(value) : [...new Set(value)].map(code).join(', dark ');
}

/**
 * Returns the names of the layers. If the list contains all layers of a group, returns only the group's name, in
 * italics.
 */
function layerNames(imports: readonly string[]): string {
  const names: string[] = [];
  let rest = imports;
  for (const [name, group] of GROUPS) {
    if (!group.every((layer) => rest.includes(layer))) continue;
    names.push(name);
    rest = rest.filter((layer) => !group.includes(layer));
  }
  return [...names, ...rest.map(code)].join(', ') || 'nothing';
}

/** A larger group comes before the groups that it contains. */
const GROUPS = [
  ['*leaves*', LEAVES],
  ['*below payment*', BELOW_PAYMENT],
  ['*vm base*', VM_BASE],
] as const;

/** The generated tables and code blocks, by their name in `<!-- generated:name -->`. */
export const sections: Readonly<Record<string, () => string>> = {
  'message-keys': () =>
    table(
      ['Key', 'English text'],
      Object.entries(texts).map(([key, words]) => [code(key), formsOf(words).join(' / ')]),
    ),
  attributes: () =>
    table(
      ['Attribute', 'Property', 'Type', 'When absent', 'Meaning'],
      attributes.map((entry) => [
        code(entry.attribute ?? ''),
        code(entry.property),
        code(entry.type),
        defaultOf(entry),
        entry.description,
      ]),
    ),
  properties: () =>
    table(
      ['Property', 'Type', 'When absent', 'Meaning'],
      propertyTable
        .filter(({ attribute }) => attribute === null)
        .map((entry) => [code(entry.property), code(entry.type), defaultOf(entry), entry.description]),
    ),
  methods: () =>
    table(
      ['Method', 'Meaning'],
      methodTable.map((method) => [
        code(`${method.static ? 'HubPay.' : ''}${method.name}(${method.parameters}): ${method.returns}`),
        method.description,
      ]),
    ),
  events: () =>
    table(
      ['Event', '`detail`', 'Cancelable', 'When'],
      eventTable.map((event) => [
        code(event.name),
        code(event.detail),
        event.cancelable ? 'yes' : '',
        event.description,
      ]),
    ),
  'event-details': () =>
    eventDetails()
      .concat('\n\n')
      .concat(typesOf(['ConfirmDetail', 'PaymentRef', 'StateName', 'StepPhase', 'ViewName', 'TestMark'])),
  details: () =>
    typesOf([
      'PaymentResult',
      'RefundResult',
      'ErrorInfo',
      'ErrorReason',
      'MessagePart',
      'Money',
      'QuoteSummary',
      'GuardNote',
      'StepRef',
      'Account',
    ])
      .concat('\n\n')
      .concat(typesOf(['TokenAmount', 'KnownAmount', 'TransactionRef', 'FeeName', 'FeeShare', 'VmType'])),
  slots: () => named('Slot', slotTable),
  parts: () => named('Part', partTable),
  tokens: () =>
    table(
      ['Custom property', 'Default', 'Meaning'],
      tokenTable.map(({ name, description }) => [code(name), tokenDefault(name), description]),
    ),
  states: () =>
    table(
      ['State', 'Meaning'],
      stateTable.map(({ name, description }) => [code(name), description]),
    ),
  stages: stagesTable,
  transitions: transitionsTable,
  rules: () => named('Rule', ruleTable),
  layers: () =>
    table(
      ['Layer', 'May import'],
      [
        ...GROUPS.map(([name, group]) => [name, group.map(code).join(', ')]),
        ...LAYERS.map(([layer, , imports]) => [code(layer), layerNames(imports)]),
      ],
    ),
  errors: errorPage,
  'error-index': errorIndex,
  expected: () => membersTable(typeOfMember('VerifyOptions', 'expect'), 'src/server/'),
  'verify-options': () => membersTable('VerifyOptions'),
  'verify-reasons': () => unionTable('VerifyReason', '`reason`'),
  'ledger-options': () => membersTable('LedgerOptions'),
  'ledger-methods': () => membersTable('Ledger', 'src/server/ledger/'),
  'new-order': () => membersTable('NewOrder'),
  'order-statuses': () => unionTable('OrderStatus', '`status` of the order'),
  'payment-statuses': () => unionTable('PaymentStatus', '`status` of the payment'),
  'attention-kinds': () =>
    table(
      ['`kind`', 'What has happened', 'What you do'],
      [
        ...Object.entries(ATTENTION_TEXTS).map(([kind, { what, advice }]) => [code(kind), what, advice]),
        // Two kinds have a second text: for a payment that a person has accepted, and for one that is `paid`.
        [code('contradicted'), ACCEPTED.what, ACCEPTED.advice],
        [code('handler-failed'), COMMITTED.what, COMMITTED.advice],
      ],
    ),
  'proxy-options': () => membersTable('ProxyOptions'),
  'sponsor-rules': () => membersTable('SponsorRules'),
  'call-rules': () => membersTable('CallRules'),
  'listener-options': () => membersTable('NodeListenerOptions'),
  'session-options': () => defaultsTable('SessionOptions'),
  'session-methods': () => membersTable('PaymentSession'),
  platform: () => defaultsTable('Platform'),
  'client-methods': () => methodsTable('HubClient'),
  ...faultSections,
  ...peerSections,
};

const kilobytes = (name: string): string => {
  const size = manifest.size[name];
  if (size === undefined) throw new Error(`package.json has no size for ${name}.`);
  return `${size} kB`;
};

const languages = (): string[] =>
  languageTags.map((tag) => new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag).sort();

const listed = (words: readonly string[]): string => new Intl.ListFormat('en-GB').format(words);

/** Returns the names of the apps that can open a page, and whose families pass the test. */
const pageApps = (has: (families: readonly string[]) => boolean): string =>
  listed(apps.flatMap(({ name, families }) => (families && has(families) ? [name] : [])));

/** Generated numbers and words within a sentence, by their name in `<!-- generated:name -->`. */
export const values: Readonly<Record<string, () => string>> = {
  'size-entry': () => kilobytes('entry'),
  'size-session': () => kilobytes('session'),
  'size-screens': () => kilobytes('screens'),
  'size-pictures': () => kilobytes('pictures'),
  'size-evm': () => kilobytes('evm'),
  'size-sum': () => kilobytes('sum'),
  version: () => manifest.version,
  node: () => manifest.engines.node.replace(/^>=/u, ''),
  ...peerValues,
  'apps-evm': () => pageApps((families) => families.includes('evm')),
  'apps-svm': () => pageApps((families) => families.includes('svm')),
  'apps-svm-only': () => pageApps((families) => !families.includes('evm')),
  languages: () => new Intl.ListFormat('en').format(languages()),
};
