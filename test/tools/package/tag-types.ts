/** Generates the types of the tag for JSX, Vue and Svelte. */
import { type PropertyEntry, settableTable } from '../../../src/element/reference.js';

/** Whether a type is a list of texts. */
export const isUnion = (type: string): boolean => /^'[^']*'(?: \| '[^']*')*$/u.test(type);

/** Some frameworks write attributes as text, so booleans and numbers can also be text. */
export function attributeType(type: string): string {
  if (isUnion(type)) return type;
  return { boolean: "boolean | ''", number: 'number | string' }[type] ?? 'string';
}

const member = (name: string, type: string, description: string): string =>
  `  /** ${description} */\n  ${/^\w+$/u.test(name) ? name : `'${name}'`}?: ${type} | undefined;`;

const membersOf = ({ property, attribute, type, description }: PropertyEntry): string[] => [
  member(property, `HubPay['${property}']`, description),
  ...(attribute === null || attribute === property ? [] : [member(attribute, attributeType(type), description)]),
];

const head = (what: string): string => `/** \`<hub-pay>\` ${what} Generated from the table of public names. */\n`;

/** The module of a framework that declares the tags, and the type of the tag there. */
const JSX_TYPES = [
  {
    module: 'react',
    type:
      "HubPayProps & Omit<import('react').HTMLAttributes<HubPay>, keyof HubPayProps | 'style'> & " +
      "import('react').ClassAttributes<HubPay> & " +
      "{ class?: string | undefined; style?: (import('react').CSSProperties & Tokens) | undefined }",
  },
  { module: 'preact', type: "HubPayProps & Omit<import('preact').HTMLAttributes<HubPay>, keyof HubPayProps>" },
  {
    module: 'solid-js/jsx-runtime',
    type: "HubPayProps & SolidProps & Omit<import('solid-js').JSX.HTMLAttributes<HubPay>, keyof HubPayProps>",
  },
];

/** The type is one line, because TypeScript ignores the errors of only the next line. */
const augmentation = ({ module, type }: (typeof JSX_TYPES)[number]): string => `
// @ts-ignore
declare module '${module}' {
  namespace JSX {
    interface IntrinsicElements {
      /** \`<hub-pay>\` */
      // @ts-ignore
      'hub-pay': ${type};
    }
  }
}
`;

/** The type declarations, by entry point. */
export const declarations: Readonly<Record<'jsx' | 'vue' | 'svelte', string>> = {
  jsx: `${head('in JSX, as in React 19.')}import type { HubPay, HubPayEventMap } from './index.js';

/** Attributes, properties and events. */
export interface HubPayProps extends HubPayListeners {
${settableTable.flatMap(membersOf).join('\n')}
}

/** \`onhub-success\` and so on. */
export type HubPayListeners = { [E in keyof HubPayEventMap as \`on\${E}\`]?: (event: HubPayEventMap[E]) => void };

/** Attributes of every element. */
export interface ElementProps {
  /** The id of the element. */
  id?: string | undefined;
  /** The classes of the element, in the framework's own form. */
  class?: unknown;
  /** The classes of the element, under the name that React uses. */
  className?: string | undefined;
  /** The inline style, in the framework's own form. */
  style?: unknown;
  /** The slot of the parent that the element belongs to. */
  slot?: string | undefined;
  /** Hides the element. */
  hidden?: boolean | undefined;
  /** The language of the element: a BCP 47 tag. */
  lang?: string | undefined;
  /** The direction of the text: \`ltr\`, \`rtl\` or \`auto\`. */
  dir?: string | undefined;
  /** The key of the element in a list. */
  key?: string | number | bigint | null | undefined;
  /** A reference to the element, in the framework's own form. */
  ref?: unknown;
  /** The content of the slots. */
  children?: unknown;
}

/** The element by its tag name. */
export interface HubPayElements {
  /** \`<hub-pay>\` */
  'hub-pay': HubPayProps & ElementProps;
}

/** A style object with the CSS custom properties of the element. */
type Tokens = {
  /** A CSS custom property of the element. */
  [token: \`--hub-\${string}\`]: string | number | undefined;
};

/** The same properties, in the form in which Solid sets a property or adds a listener. */
type SolidProps = {
  [K in Exclude<keyof HubPayProps, keyof HubPayListeners> as \`prop:\${K}\`]?: HubPayProps[K];
} & {
  [E in keyof HubPayEventMap as \`on:\${E}\`]?: (event: HubPayEventMap[E]) => void;
};

// \`import 'hub-pay/jsx'\` tells these frameworks about the tag. TypeScript ignores a framework that is missing.
${JSX_TYPES.map(augmentation).join('\n')}`,
  vue: `${head('in the templates of Vue 3.')}import type { HTMLAttributes, ReservedProps } from 'vue';
import type { HubPay, HubPayEventMap } from './index.js';
import type { HubPayListeners, HubPayProps } from './jsx.js';

/** Vue's checker gives an attribute the type of the property. In an attribute, a number is text and a flag is empty. */
type Written<T> = T | (number extends T ? string : never) | (boolean extends T ? '' : never);
/** Attributes and properties. */
type Props = { [K in Exclude<keyof HubPayProps, keyof HubPayListeners>]?: Written<HubPayProps[K]> };
/** \`@hub-success\` is the property \`onHubSuccess\` for Vue. */
type Handler<E> = E extends \`hub-\${infer Name}\` ? \`onHub\${Capitalize<Name>}\` : 'onChange';
/** A handler for each event. */
type Handlers = { [E in keyof HubPayEventMap as Handler<E>]?: (event: HubPayEventMap[E]) => void };

/** A signature of \`$emit\` for each event. */
type Emits = { [E in keyof HubPayEventMap]: (name: E, event: HubPayEventMap[E]) => void }[keyof HubPayEventMap];
/** The intersection of a union of functions. */
type All<F> = (F extends unknown ? (each: F) => void : never) extends (each: infer I) => void ? I : never;

/** \`$props\` and \`$emit\` are for templates only. The element itself does not have these members. */
export type HubPayComponent = new () => HubPay & {
  /** Attributes and properties. */
  $props: Props & Handlers & ReservedProps & Omit<HTMLAttributes, keyof HubPayProps | 'onChange'>;
  /** Emits an event. */
  $emit: All<Emits>;
};

declare module 'vue' {
  interface GlobalComponents {
    /** \`<hub-pay>\` */
    'hub-pay': HubPayComponent;
  }
  interface HTMLAttributes {
    /** The slot of \`<hub-pay>\` that the element belongs to. Vue's own types lack this attribute. */
    slot?: string | undefined;
  }
}
`,
  svelte: `${head('in Svelte 5.')}import type { HTMLAttributes } from 'svelte/elements';
import type { HubPay } from './index.js';
import type { HubPayProps } from './jsx.js';

/** The element by its tag name. */
export interface HubPayElements {
  /** \`<hub-pay>\` */
  'hub-pay': HubPayProps & Omit<HTMLAttributes<HubPay>, keyof HubPayProps>;
}

declare module 'svelte/elements' {
  interface SvelteHTMLElements extends HubPayElements {}
}
`,
};
