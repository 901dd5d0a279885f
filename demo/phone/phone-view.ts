/** What the page of the phone shows, and what its holder can do. The phone itself runs in the demo's server. */

/** A question that the holder has not answered, or whose answer is held. */
export type AskedQuestion = {
  id: number;
  /** The method, or `connect`. */
  method: string;
  /** The chain of the request; null for `connect`. */
  chainId: number | null;
  params: unknown;
  /** The page that asks, as it describes itself. */
  page: { name: string; url: string };
  /** The index of the account that the phone used when it was asked. */
  account: number;
  /** The answer, if the phone holds it until an hour has passed. */
  held: HolderAnswer | null;
};

export type HolderAnswer = 'approve' | 'reject';

/**
 * `gone`: the connection to the page, or the time to answer, ended before an answer. `failed`: the wallet could not do
 * what was approved.
 */
export type Outcome = 'waiting' | 'held' | 'approved' | 'rejected' | 'failed' | 'gone';

export type LoggedQuestion = Pick<AskedQuestion, 'id' | 'method' | 'chainId'> & { outcome: Outcome };

export type PhoneView = {
  /** A larger number after each change. */
  version: number;
  /** The questions that are not answered or whose answer is held, the oldest first. */
  questions: readonly AskedQuestion[];
  /** The pages to which the phone is connected. */
  pages: readonly { name: string; url: string }[];
  accounts: readonly { address: string; isContract: boolean }[];
  /** The index of the account in use. */
  account: number;
  chains: readonly number[];
  isOnline: boolean;
  /** True if the phone holds each answer until an hour has passed. */
  isSlow: boolean;
  /** True from the scan of a code until the page behind it has asked, or the code has run out. */
  isScanning: boolean;
  log: readonly LoggedQuestion[];
};

export type PhoneAction =
  | { type: 'scan'; code: string }
  | { type: 'answer'; id: number; answer: HolderAnswer }
  | { type: 'account'; index: number }
  | { type: 'online'; isOn: boolean }
  | { type: 'slow'; isOn: boolean }
  | { type: 'hour' }
  | { type: 'end' };
