/** Sets how the payments of an element in test mode end. A test does this before it presses the pay button. */

/** How a payment in test mode ends. */
export type TestOutcome = 'success' | 'refund' | 'failure';

const OUTCOMES: readonly TestOutcome[] = ['success', 'refund', 'failure'];

/** The outcome of the next payments, and the milliseconds until the outcome. */
export type TestPlan = { outcome: TestOutcome; delayMs: number };

/** The plan of an element for which `setTestOutcome` was not called. */
const DEFAULT_PLAN: TestPlan = { outcome: 'success', delayMs: 3_000 };

/**
 * The name of the element's member that holds the plan. Two copies of this package on one page share this name, for
 * example the script of a CDN and the bundle of a test.
 */
const PLAN = Symbol.for('hub-pay.test-plan');

type Planned = { [PLAN]?: TestPlan };

/** The event with which `setTestOutcome` informs the element’s test mode that the plan has changed. */
export const PLAN_CHANGED = 'hub-pay.test-plan';

/**
 * Sets how the next payments of this element end, if its `base-url` is `demo:`. An open review gets a new quote at
 * once, while a payment that the payer has confirmed keeps its end.
 * @throws TypeError if `element` has no method `dispatchEvent`, or if `outcome` is not one of the three words
 */
export function setTestOutcome(
  /** The element `<hub-pay>`. */
  element: Element,
  /** How each payment ends: it is delivered, sent back, or it fails. */
  outcome: TestOutcome,
  /**
   * The milliseconds from the payment to the outcome.
   * @default 3000
   */
  delayMs: number = DEFAULT_PLAN.delayMs,
): void {
  if (!OUTCOMES.includes(outcome))
    throw new TypeError(`setTestOutcome: outcome "${outcome as string}" is none of ${OUTCOMES.join(', ')}`);
  // A selector that finds nothing gives null.
  const given = element as Partial<Element> | null;
  if (typeof given?.dispatchEvent !== 'function')
    throw new TypeError(`setTestOutcome: the element is ${given === null ? 'null' : `of type ${typeof given}`}`);
  (element as Planned)[PLAN] = { outcome, delayMs };
  element.dispatchEvent(new Event(PLAN_CHANGED));
}

/** Returns how the next payment of this element ends. */
export const planOf = (element: object): TestPlan => (element as Planned)[PLAN] ?? DEFAULT_PLAN;
