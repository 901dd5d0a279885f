/** Compiles the samples of the documentation with TypeScript, Vue and Svelte. */
import { parse as parseVue, compileScript, compileTemplate } from '@vue/compiler-sfc';
import { compile as compileSvelte } from 'svelte/compiler';
import ts from 'typescript';
import { eventTable, propertyTable, settableTable, slotTable } from '../../../src/element/reference.js';
import { PG_TYPES } from './driver-types.js';
import type { CodeBlock } from './markdown.js';
import { root } from '../sources.js';
import { declarations } from '../package/tag-types.js';

/** Declares the merchant's own names that the samples use. */
const MERCHANT = `
declare const requestId: string;
declare const element: import('hub-pay').HubPay;
declare const own: { from: typeof Array.from; entries: typeof Array.prototype.entries };
declare const registry: import('hub-pay/headless').Registry;
declare const provider: import('hub-pay/headless').EIP1193Provider;
declare const proxy: (request: Request) => Promise<Response>;
declare const app: { all(path: string, handle: (context: { req: { raw: Request } }) => Promise<Response>): void };
declare const express: { all(path: string, handle: (request: never, response: never) => void): void };
declare const pool: import('pg').Pool;
declare const ledger: import('hub-pay/server').Ledger;
declare function ownsOrder(cookie: string | null, orderId: string): Promise<boolean>;
declare function sendMail(mail: { subject: string; text: string; idempotencyKey: string }): Promise<void>;
${PG_TYPES}declare module 'better-sqlite3' { const Database: any; export default Database }
declare module '*/ledger.mjs' { export const ledger: import('hub-pay/server').Ledger }
declare module '*/lib/ledger' { export function ledgerOf(): import('hub-pay/server').Ledger }
declare module '*/lib/hub' { export function forward(request: Request): Promise<Response> }
declare module '*/hub-pay/testing.js' { export { setTestOutcome } from 'hub-pay/testing' }
declare module 'express' { const express: any; export default express }
declare module 'express-session' { const session: any; export default session }
declare module '*/staff.mjs' { export const staff: unknown }
declare module 'node:http' {
  export function createServer(listener: (request: never, response: never) => void): { listen(port: number): void };
}
declare module 'node:fs/promises' { export function readFile(path: string): Promise<Uint8Array<ArrayBuffer>> }
declare module 'node:assert/strict' { const assert: any; export default assert }
declare module 'node:test' {
  export function test(name: string, options: { timeout: number }, run: () => Promise<void>): void;
  export function before(run: () => Promise<unknown>): void;
  export function after(run: () => unknown): void;
}
declare module 'vitest' { export const expect: any, test: any, vi: any }
declare module '*/pay-in-unit-test' { export function payInUnitTest(pay: import('hub-pay').HubPay): Promise<void> }
declare module '@wagmi/connectors' {
  type Options = { projectId: string; showQrModal?: boolean };
  export function walletConnect(options: Options): import('@wagmi/core').CreateConnectorFn;
}
declare module '@walletconnect/ethereum-provider' {
  type Options = { projectId: string; optionalChains: [number, ...number[]]; showQrModal: boolean };
  export class EthereumProvider {
    static init(options: Options): Promise<import('hub-pay/headless').EIP1193Provider>;
  }
}
declare module '@solana-mobile/wallet-standard-mobile' {
  type Cache = { get(): Promise<unknown>; set(authorization: never): Promise<void>; clear(): Promise<void> };
  type Selector = { select(chains: readonly string[]): Promise<string> };
  export function createDefaultAuthorizationCache(): Cache;
  export function createDefaultChainSelector(): Selector;
  export function createDefaultWalletNotFoundHandler(): (adapter: { url: string }) => Promise<void>;
  export function registerMwa(config: {
    appIdentity: { name?: string; uri?: string; icon?: string };
    authorizationCache: Cache;
    chains: readonly string[];
    chainSelector: Selector;
    onWalletNotFound: (adapter: { url: string }) => Promise<void>;
  }): void;
}
declare module 'puppeteer' { const puppeteer: any; export default puppeteer }
declare const process: { env: Record<string, string | undefined> };
declare const defineProps: <T>() => Readonly<T>;
type Emit<T extends Record<string, unknown[]>> = <E extends keyof T>(name: E, ...values: T[E]) => void;
declare const defineEmits: <T extends Record<string, unknown[]>>() => Emit<T>;
declare const $props: () => any;
declare const $state: <T>(value: T) => T;
declare module '*/store-request-id' {
  export function storeRequestId(orderId: string, event: import('hub-pay').HubPayEventMap['hub-confirm']): void;
}
declare module 'node:fs' {
  export function readFileSync(path: string, encoding: 'utf8'): string;
  export function writeFileSync(path: string, text: string): void;
}
declare module '*/nl' {
  export const messages: import('hub-pay').Messages;
  export const giftMessages: import('hub-pay').Messages;
}
declare module '*.json' { const value: import('hub-pay/headless').Registry; export default value }
`;

/** The types of frameworks that the samples use. The types of React are a package. */
const FRAMEWORKS = `
declare module '*/checkout' {
  type Props = { registry: object; orderId: string; amount: string; onPaid: (requestId: string) => void };
  export function Checkout(props: Props): import('react').JSX.Element;
}
declare module 'vue' {
  export interface GlobalComponents {}
  export interface HTMLAttributes {}
  export interface ReservedProps {}
  export function shallowRef<T>(value: T): { value: T };
  export function ref<T>(value: T): { value: T };
  export function onMounted(hook: () => void): void;
}
declare module 'nuxt/config' {
  type Config = {
    vue: { compilerOptions: { isCustomElement(tag: string): boolean } };
    typescript: { tsConfig: { vueCompilerOptions: { strictTemplates: boolean } } };
  };
  export function defineNuxtConfig(config: Config): object;
}
declare module 'next/server' {
  export class NextRequest extends Request {}
  export class NextResponse extends Response { static next(init: { request: { headers: Headers } }): NextResponse }
}
declare module '@vitejs/plugin-vue' { export default function vue(options: object): object }
declare module 'svelte' { export function onMount(hook: () => void): void }
declare module 'svelte/elements' {
  export interface HTMLAttributes<T> { id?: string }
  export interface SvelteHTMLElements { [name: string]: any }
}
declare module '@angular/core' {
  export const CUSTOM_ELEMENTS_SCHEMA: unique symbol;
  export function Component(options: { selector: string; schemas: unknown[]; template: string }): ClassDecorator;
  export function Input(): PropertyDecorator;
  export function signal<T>(value: T): { (): T; set(value: T): void };
  export function afterNextRender(hook: () => void): void;
}
`;

const FOLDER = `${root}node_modules/.cache/doc-samples/`;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
  types: [],
  jsx: ts.JsxEmit.ReactJSX,
  noEmit: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
  experimentalDecorators: true,
  paths: {
    'hub-pay': [`${root}src/index.ts`],
    'hub-pay/headless': [`${root}src/headless.ts`],
    'hub-pay/react': [`${root}src/react.ts`],
    'hub-pay/server': [`${root}src/server/index.ts`],
    'hub-pay/testing': [`${root}src/testing/index.ts`],
    'hub-pay/jsx': [`${FOLDER}jsx.d.ts`],
    'hub-pay/vue': [`${FOLDER}vue.d.ts`],
    'hub-pay/svelte': [`${FOLDER}svelte.d.ts`],
  },
};

/** Returns the compile errors as `page:line: message`. */
export function compileSamples(blocks: readonly CodeBlock[]): string[] {
  const strict = blocks.flatMap((block): CodeBlock[] => {
    // `npm run test:frameworks` compiles the rest of a sample of Astro.
    if (/^(?:vue|svelte|astro)$/u.test(block.language)) {
      return scriptsOf(block).map((script) => ({ ...script, language: 'ts' }));
    }
    // In this folder, JSX has React's types. `npm run test:frameworks` compiles the samples of Solid.
    if (block.language === 'tsx' && block.text.includes(' prop:')) return [];
    return block.language === 'ts' || block.language === 'tsx' ? [block] : [];
  });
  // Compiles JavaScript samples without `strict`, because JavaScript has no type assertions. The compiler then accepts
  // an element that could be null.
  const loose = blocks.flatMap((block) => {
    if (block.language === 'html') return scriptsOf(block).map((script) => ({ ...script, language: 'js' }));
    return block.language === 'js' ? [block] : [];
  });
  return [
    ...typeErrors(strict, { ...OPTIONS, strict: true, exactOptionalPropertyTypes: true }),
    ...typeErrors(loose, { ...OPTIONS, strict: false }),
    ...blocks.flatMap(markupErrors),
    ...blocks.filter(({ language }) => language === 'vue').flatMap(vueErrors),
    ...blocks.filter(({ language }) => language === 'svelte').flatMap(svelteErrors),
  ];
}

const place = ({ page, line }: CodeBlock, offset = 0): string => `${page}:${line + offset}`;

function scriptsOf(block: CodeBlock): CodeBlock[] {
  return [...block.text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/gu)]
    .filter(([, text = '']) => text.trim() !== '')
    .map(({ index, 0: whole, 1: text = '' }) => {
      const before = block.text.slice(0, index + whole.indexOf(text));
      return { ...block, line: block.line + before.split('\n').length - 1, text };
    });
}

/** All TypeScript programs share these parsed files of the sources, the packages and the platform. */
const parsed = new Map<string, ts.SourceFile | undefined>();

function typeErrors(blocks: readonly CodeBlock[], options: ts.CompilerOptions): string[] {
  if (blocks.length === 0) return [];
  const files = new Map<string, string>([
    [`${FOLDER}merchant.d.ts`, MERCHANT],
    [`${FOLDER}frameworks.d.ts`, FRAMEWORKS],
    [`${FOLDER}index.d.ts`, "export * from 'hub-pay';\n"],
  ]);
  for (const [name, text] of Object.entries(declarations)) files.set(`${FOLDER}${name}.d.ts`, text);
  const samples = new Map(blocks.map((block, index) => [`${FOLDER}sample-${index}.${block.language}`, block]));
  // `export {}` makes each sample a separate module. This text is the last line, so the line numbers stay the same.
  for (const [file, { text }] of samples) files.set(file, `${text}\nexport {};\n`);
  const host = ts.createCompilerHost(options, true);
  const disk = { ...host };
  host.fileExists = (file) => files.has(file) || disk.fileExists(file);
  // Without this line, TypeScript finds no file in a folder that is not on the disk, and every type of a file is any.
  host.directoryExists = (folder) => `${folder}/` === FOLDER || disk.directoryExists?.(folder) === true;
  host.readFile = (file) => files.get(file) ?? disk.readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const text = files.get(file);
    if (text !== undefined) return ts.createSourceFile(file, text, version, true);
    if (!parsed.has(file)) parsed.set(file, disk.getSourceFile(file, version, ...rest));
    return parsed.get(file);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  // Checks only these files: the stage `types` checks the sources, and a check of all files takes ten times as long.
  const own = program.getSourceFiles().filter(({ fileName }) => files.has(fileName));
  return own
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .concat(program.getGlobalDiagnostics())
    .map(({ file, start = 0, messageText }) => {
      const block = file && samples.get(file.fileName);
      const where = block ? place(block, file.getLineAndCharacterOfPosition(start).line) : (file?.fileName ?? '');
      return `${where}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}

const attributes = new Set(propertyTable.flatMap(({ attribute }) => attribute ?? []));
const properties = new Set(settableTable.map(({ property }) => property));
const events = new Set<string>(eventTable.map(({ name }) => name));
const slots = new Set(slotTable.map(({ name }) => name));
const GLOBAL = /^(?:id|class|slot|hidden|lang|dir|style|ref|key)$/u;

/** Finds unknown names and slots on `<hub-pay>`, in every syntax of the samples. */
function markupErrors(block: CodeBlock): string[] {
  const tags = [...block.text.matchAll(/<hub-pay\b((?:[^>"{]|"[^"]*"|\{(?:[^{}]|\{[^{}]*\})*\})*)>/gu)];
  const inTags = tags.flatMap(({ 1: tag = '' }) =>
    [
      ...tag
        .replaceAll(/\bon:/gu, 'on')
        .replaceAll(/"[^"]*"|(?<==)\{(?:[^{}]|\{[^{}]*\})*\}/gu, '""')
        .matchAll(/([:@([]?)([\w-]+)[)\]]?(?==)|(?<![\w{.=-])\{(\w+)\}|(?<=\s)([\w-]+)(?=[\s/]|$)/gu),
    ]
      .map(([, sign = '', name = '', short = '', flag = '']) => ({ sign, name: name || short || flag }))
      .filter(({ sign, name }) => !isKnown(sign, name))
      .map(({ name }) => `${place(block)}: <hub-pay> has no ${name}`),
  );
  const inSlots = /<hub-pay\b/u.test(block.text) ? [...block.text.matchAll(/\sslot="([^"]+)"/gu)] : [];
  return [
    ...inTags,
    ...inSlots
      .map(([, name = '']) => name)
      .filter((name) => !slots.has(name) && !name.startsWith('error-'))
      .map((name) => `${place(block)}: <hub-pay> has no slot ${name}`),
  ];
}

function isKnown(sign: string, name: string): boolean {
  if (sign === '@' || sign === '(') return events.has(name);
  if (sign === '[') return properties.has(name);
  if (sign === ':') return properties.has(name) || attributes.has(name) || name === 'key';
  return attributes.has(name) || properties.has(name) || GLOBAL.test(name) || events.has(name.replace(/^on/u, ''));
}

function vueErrors(block: CodeBlock): string[] {
  const { descriptor, errors } = parseVue(block.text, { filename: 'sample.vue' });
  const template = compileTemplate({
    source: descriptor.template?.content ?? '',
    filename: 'sample.vue',
    id: 'sample',
    compilerOptions: {
      isCustomElement: (tag) => tag === 'hub-pay',
      ...(descriptor.scriptSetup && { bindingMetadata: compileScript(descriptor, { id: 'sample' }).bindings ?? {} }),
    },
  });
  return [...errors, ...template.errors].map((error) => `${place(block)}: ${String(error)}`);
}

function svelteErrors(block: CodeBlock): string[] {
  try {
    const { warnings } = compileSvelte(block.text, { generate: 'client' });
    return warnings.map(({ message }) => `${place(block)}: ${message}`);
  } catch (error) {
    return [`${place(block)}: ${String(error)}`];
  }
}
