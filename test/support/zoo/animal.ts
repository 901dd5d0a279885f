/** The form of an odd wallet of the zoo. Each stands for a behaviour that real wallets have shown. */
import type { SessionOptions } from '../../../src/payment/session/session.js';
import type { World } from '../world.js';

/**
 * How a payment with the wallet ends, if the payer approves whatever the wallet shows:
 * - `paid`: the order is paid.
 * - any other text: the code of the problem, or its reason, that the payer reads. The payer has a button to go on.
 */
export type Ending = 'paid' | (string & {});

export type Animal = {
  name: string;
  /** The real behaviour, in one line. */
  of: string;
  ends: Ending;
  /** The token to pay with. Default: the native currency, which needs one prompt. */
  pays?: 'USDC';
  options?: Partial<SessionOptions>;
  /** Gives the world's wallet its behaviour, before the page opens. */
  setUp?: (world: World) => void;
  /** Happens in the review, before the press. */
  inReview?: (world: World) => void;
  /** Happens while the prompt is open. Default: the payer approves. */
  inPrompt?: (world: World) => void;
};
