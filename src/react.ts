/**
 * The entry `hub-pay/react`, with `<hub-pay>` as a component of React 18 and 19. A server renders the tag with its
 * attributes. In the browser, the component registers the element after it has set properties and listeners.
 */
import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type CSSProperties,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type ReactNode,
  type RefAttributes,
} from 'react';
import { HubPay as HubPayElement } from './element/hub-pay.js';
import { properties } from './element/property-list.js';
import type { HubPayEventMap } from './events.js';

export type { HubPayElement, HubPayEventMap };

/** The name of the handler of an event: `onSuccess` handles `hub-success`. */
export type HubPayHandlerName<E extends keyof HubPayEventMap> = E extends 'hub-statechange'
  ? 'onStateChange'
  : E extends `hub-${infer Name}`
    ? `on${Capitalize<Name>}`
    : `on${Capitalize<E>}`;

/**
 * A handler for each event of the element. The component calls the newest one. While an `<Activity>` hides the
 * component, this is the handler from before.
 */
export type HubPayHandlers = {
  [E in keyof HubPayEventMap as HubPayHandlerName<E>]?: ((event: HubPayEventMap[E]) => void) | undefined;
};

/** Every property of the element that a page can set, in camelCase. */
export type HubPayOptions = {
  [Name in keyof Pick<HubPayElement, keyof typeof properties>]?: HubPayElement[Name] | undefined;
};

/** The properties that every HTML element has, and that the component passes on. */
export type HubPayGlobals = Omit<
  HTMLAttributes<HubPayElement>,
  keyof HubPayOptions | keyof HubPayHandlers | 'children' | 'style' | 'dangerouslySetInnerHTML'
>;

/** The props of the component: options, handlers, and what every HTML element has. */
export type HubPayProps = HubPayOptions &
  HubPayHandlers &
  HubPayGlobals & {
    /** The inline style, which can contain the CSS custom properties of the element. */
    style?:
      | (CSSProperties & {
          /** A CSS custom property of the element. */
          [token: `--hub-${string}`]: string | number | undefined;
        })
      | undefined;
    /** The content of the slots. A child chooses its slot by its attribute `slot`. */
    children?: ReactNode;
  };

/** `<hub-pay>` as a component of React. Its `ref` gives the element itself, with its methods. */
export const HubPay: ForwardRefExoticComponent<HubPayProps & RefAttributes<HubPayElement>> = forwardRef(
  function HubPay(props, ref) {
    const element = useRef<HubPayElement>(null);
    const handlers = useRef<HubPayHandlers>(props);
    const written = useRef<HubPayOptions>(undefined);
    const heard = useRef<HubPayElement>(undefined);
    const isFromServer = useSyncExternalStore(neverChanges, isNeverFromServer, isAlwaysFromServer);
    // React never changes these attributes. The effect below writes every later value, in the same way in all versions
    // of React.
    const [fromServer] = useState(() => (isFromServer ? attributesForServer(props) : {}));

    useCommitEffect(() => {
      handlers.current = props;
      if (element.current) writeOptions(element.current, props, written.current);
      written.current = props;
    });

    useCommitEffect(() => {
      const { current } = element;
      if (!current) return;
      // In a hidden `<Activity>`, React cleans up every effect but keeps the element in the page. A payment can end
      // there, and the element reports each end only once, so the listeners stay as long as the element.
      if (heard.current !== current) addListeners(current, handlers);
      heard.current = current;
      // The first component of the page registers the element, so that the payer can press nothing before the registry
      // and the handlers are in place.
      HubPayElement.define();
    }, []);

    // This is the last effect, so that the page gets an element that already has its methods.
    useImperativeHandle(ref, () => element.current as HubPayElement, []);

    return createElement('hub-pay', { ...globalsOf(props), ...fromServer, ref: element }, props.children);
  },
);

/** `useLayoutEffect`, except on a server: a server runs no layout effect, and React 18 warns if it meets one there. */
const useCommitEffect: typeof useLayoutEffect = 'document' in globalThis ? useLayoutEffect : useEffect;

const neverChanges = () => () => undefined;
const isNeverFromServer = (): boolean => false;
const isAlwaysFromServer = (): boolean => true;

/** The name of the event for each handler. */
const EVENTS: Readonly<{ [E in keyof HubPayEventMap as HubPayHandlerName<E>]: E }> = {
  onReady: 'hub-ready',
  onOpen: 'hub-open',
  onClose: 'hub-close',
  onStateChange: 'hub-statechange',
  onConnect: 'hub-connect',
  onDisconnect: 'hub-disconnect',
  onQuote: 'hub-quote',
  onConfirm: 'hub-confirm',
  onStep: 'hub-step',
  onSent: 'hub-sent',
  onStatus: 'hub-status',
  onSuccess: 'hub-success',
  onRefund: 'hub-refund',
  onFailure: 'hub-failure',
  onError: 'hub-error',
  onView: 'hub-view',
  onPick: 'hub-pick',
  onChange: 'change',
};

/** Adds a listener for each event. A listener calls no handler while the element is not in the page. */
function addListeners(element: HubPayElement, handlers: { readonly current: HubPayHandlers }): void {
  for (const [name, type] of Object.entries(EVENTS)) {
    element.addEventListener(type, (event: Event) => {
      const handler = handlers.current[name as keyof HubPayHandlers] as ((event: Event) => void) | undefined;
      // The `change` of a field in a slot bubbles too, although the form value does not change.
      if (event.target === element && element.isConnected) handler?.(event);
    });
  }
}

type OptionName = keyof HubPayOptions;
const OPTION_NAMES = Object.keys(properties) as OptionName[];

/**
 * Returns the attribute that carries this value. Returns undefined if the option is absent or false, or if only a
 * property can carry the value.
 */
function attributeOf(name: OptionName, value: unknown): { name: string; text: string } | undefined {
  const { attribute } = properties[name];
  if (!attribute || !['string', 'number', 'boolean'].includes(typeof value) || value === false) return undefined;
  return { name: attribute, text: value === true ? '' : String(value) };
}

/**
 * Returns the attributes in the server's HTML. The element is disabled until the component runs in the browser, because
 * another script can register the element before.
 */
function attributesForServer(options: HubPayOptions): Record<string, string> {
  const found = OPTION_NAMES.flatMap((name) => attributeOf(name, options[name]) ?? []);
  return { disabled: '', ...Object.fromEntries(found.map(({ name, text }) => [name, text])) };
}

/**
 * Writes the options that have changed: texts, numbers and flags as attributes where an attribute exists, and all
 * others as properties.
 */
function writeOptions(element: HubPayElement, now: HubPayOptions, before: HubPayOptions | undefined): void {
  // The server's HTML is disabled, and `open` has no effect on a disabled element. After this removal, the sheet opens
  // when the loop sets `open` again.
  if (!before && !now.disabled) for (const name of ['open', 'disabled']) element.removeAttribute(name);
  for (const name of OPTION_NAMES) {
    const [value, last] = [now[name], before?.[name]];
    if (Object.is(value, last)) continue;
    const [is, was] = [attributeOf(name, value), attributeOf(name, last)];
    if (is) element.setAttribute(is.name, is.text);
    else if (was) element.removeAttribute(was.name);
    if (!is && isProperty(value)) Object.assign(element, { [name]: value });
    else if (!is && !was && isProperty(last)) Object.assign(element, { [name]: undefined });
  }
}

/** True for a value other than undefined, null and false, which count as absent, as in JSX. */
const isProperty = (value: unknown): boolean => value != null && value !== false;

/**
 * Returns the props that React itself writes, in a form that React 18 accepts too. On a custom element, React 18 knows
 * neither `className` nor flags.
 */
function globalsOf(props: HubPayProps): Record<string, unknown> {
  const own = new Set<string>([...OPTION_NAMES, ...Object.keys(EVENTS), 'children', 'className']);
  const rest = Object.entries<unknown>(props)
    .filter(([name]) => !own.has(name))
    .map(([name, value]): [string, unknown] => [name, typeof value === 'boolean' ? flagOf(name, value) : value]);
  return { ...Object.fromEntries(rest), ...(props.className !== undefined && { class: props.className }) };
}

/** ARIA and data attributes have the texts `true` and `false`. Other flags are present or absent. */
const flagOf = (name: string, value: boolean): unknown =>
  /^(?:aria|data)-/u.test(name) ? String(value) : value || undefined;
