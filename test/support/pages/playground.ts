/**
 * Operates the playground of Storybook in a page: sets controls, and compares what the element shows before and after.
 * The functions that run in the page get all they need as arguments.
 */
import type { Page } from 'puppeteer-core';
import type { TestOutcome } from '../../../src/testing/index.js';
import { canPress } from './can-press.js';

/** A control, a value for it, and what the value must change. */
export type Probe =
  | { kind: 'attribute'; id: string; attribute: string; property: string; value: unknown }
  | { kind: 'property'; id: string; property: string; value: unknown }
  | { kind: 'slot'; id: string; slot: string; value: string }
  | { kind: 'token'; id: string; value: string }
  | { kind: 'part'; id: string; part: string; value: string };

type Channel = { emit(event: string, what: unknown): void; once(event: string, listen: () => void): void };
type Preview = { channel: Channel; currentSelection: { storyId: string } };
type Tools = {
  __STORYBOOK_PREVIEW__: Preview;
  playground: {
    set: (args: Record<string, unknown>) => Promise<void>;
    effect: (probe: Probe) => string;
    press: (part: string) => boolean;
  };
};

/** The styles by which a token or a part can be seen. */
const SEEN = [
  'color background-color fill border-top-color border-top-width border-top-left-radius outline-color outline-width',
  'outline-style box-shadow font-family font-size font-weight line-height padding-left row-gap width max-width',
  'transition-duration animation-duration',
]
  .join(' ')
  .split(' ');

/** Prepares the page for the functions below. */
export async function equip(page: Page): Promise<void> {
  // tsx calls `__name` around every function that has a name.
  await page.evaluate(`globalThis.__name = (run) => run; globalThis.canPress = ${String(canPress)}; true`);
  await page.evaluate((seen) => {
    const tools = globalThis as unknown as Tools;
    const { channel } = tools.__STORYBOOK_PREVIEW__;
    const { storyId } = tools.__STORYBOOK_PREVIEW__.currentSelection;
    const pay = () => document.querySelector('hub-pay')!;
    const styleOf = (element: Element, pseudo?: string): string => {
      const style = getComputedStyle(element, pseudo);
      return seen.map((name) => style.getPropertyValue(name)).join(';');
    };
    tools.playground = {
      set: (updatedArgs) =>
        new Promise((resolve) => {
          channel.once('storyRendered', () => void pay().updateComplete.then(() => resolve()));
          channel.emit('updateStoryArgs', { storyId, updatedArgs });
        }),
      effect(probe) {
        const root = pay().shadowRoot!;
        if (probe.kind === 'slot') {
          const slots = [...pay().children].filter(({ slot }) => slot === probe.slot);
          return slots.map(({ textContent }) => textContent).join();
        }
        if (probe.kind === 'attribute' || probe.kind === 'property') {
          const value: unknown = Reflect.get(pay(), probe.property);
          const text = typeof value === 'function' ? String(value) : JSON.stringify(value);
          return `${probe.kind === 'attribute' ? String(pay().getAttribute(probe.attribute)) : ''} ${text}`;
        }
        // A transition would show the old value for some time.
        for (const animation of root.getAnimations())
          if (animation.effect?.getTiming().iterations === 1) animation.finish();
        const found = [...root.querySelectorAll(probe.kind === 'part' ? `[part~="${probe.part}"]` : '*')];
        if (probe.kind === 'token') found.push(pay());
        const drawn = found.filter((element) => element.checkVisibility());
        return drawn.map((each) => styleOf(each) + (each.matches('dialog') ? styleOf(each, '::backdrop') : '')).join();
      },
      press(part) {
        const parts = [...pay().shadowRoot!.querySelectorAll<HTMLElement>(`[part~="${part}"]`)];
        const usable = parts.find((each) => canPress(each));
        usable?.click();
        return usable !== undefined;
      },
    };
  }, SEEN);
}

/** Sets controls of the story. A value that is undefined ends what the control has set. */
export async function setControls(page: Page, args: Record<string, unknown>): Promise<void> {
  await page.evaluate(
    async (args: Record<string, unknown>) => {
      const missing = Object.entries(args).map(([id, value]) => [id, value === null ? undefined : value] as const);
      await (globalThis as unknown as Tools).playground.set(Object.fromEntries(missing));
    },
    Object.fromEntries(Object.entries(args).map(([id, value]) => [id, value ?? null])),
  );
}

/** Sets each control, and then takes it back. Returns the ids of the controls that changed nothing. */
export function withoutEffect(page: Page, probes: readonly Probe[]): Promise<string[]> {
  return page.evaluate(async (probes) => {
    const { set, effect } = (globalThis as unknown as Tools).playground;
    const idle: string[] = [];
    let earlier: Record<string, undefined> = {};
    for (const probe of probes) {
      const isStyle = probe.kind === 'token' || probe.kind === 'part';
      // Two styles can change the same element. So the earlier one ends first.
      if (isStyle && Object.keys(earlier).length > 0) await set(earlier);
      const before = effect(probe);
      // No part of this name is drawn, so no style can change.
      const isAbsent = probe.kind === 'part' && before === '';
      if (!isAbsent) await set({ ...(!isStyle && earlier), [probe.id]: probe.value });
      earlier = isAbsent ? {} : { [probe.id]: undefined };
      if (before === effect(probe)) idle.push(probe.id);
    }
    await set(earlier);
    return idle;
  }, probes as Probe[]);
}

/** Decides how the next payments of the element end, as `setTestOutcome` of `hub-pay/testing` does. */
export async function plan(page: Page, outcome: TestOutcome, delayMs: number): Promise<void> {
  await page.evaluate(
    (plan) => Object.assign(document.querySelector('hub-pay')!, { [Symbol.for('hub-pay.test-plan')]: plan }),
    { outcome, delayMs },
  );
}

/** Presses a part as soon as it is enabled. */
export async function pressPart(page: Page, part: string): Promise<void> {
  await page.waitForFunction((part) => (globalThis as unknown as Tools).playground.press(part), { polling: 50 }, part);
}

/** Presses what leads to the payment, again and again, until the element shows this part. */
export async function payUntil(page: Page, part: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const pay = document.querySelector('hub-pay')!;
      const { state, shadowRoot } = pay;
      if (shadowRoot?.querySelector(`[part~="${wanted}"]`)?.checkVisibility()) return true;
      const choice =
        state.name === 'selecting' && (state.accounts.length === 0 ? 'wallet' : state.asset ? '' : 'asset');
      (globalThis as unknown as Tools).playground.press(
        choice || (pay.open || pay.layout === 'panel' ? 'primary' : 'button'),
      );
      return false;
    },
    { polling: 50 },
    part,
  );
}

/** Waits until the element shows a part. */
export async function reached(page: Page, part: string): Promise<void> {
  await page.waitForFunction(
    (part) => document.querySelector('hub-pay')?.shadowRoot?.querySelector(`[part~="${part}"]`)?.checkVisibility(),
    { polling: 50 },
    part,
  );
}
