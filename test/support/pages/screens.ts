/** Opens each screen of a session. Each function dispatches the events that lead from an open element to the screen. */
import { errorInfo, HubPayError } from '../../../src/errors.js';
import { payment, quote, receives, type TestPay } from './element.js';

const problem = errorInfo(new HubPayError('wallet-rejected', 'The wallet rejected the request.'));
const info = { id: 'io.example', name: 'Example wallet', icon: null, vmType: 'evm' } as const;

export const screens: Readonly<Record<string, (element: TestPay) => void>> = {
  loading: () => undefined,
  wallets: ({ fake }) => {
    fake.dispatch({ type: 'intent-parsed', intent: payment.intent, receives, open: [], asset: null });
    fake.dispatch({ type: 'wallets-found', wallets: [info] });
  },
  'an open amount': ({ fake }) => {
    const { amount: _, ...open } = payment.intent;
    fake.goTo('selecting');
    fake.dispatch({
      type: 'intent-parsed',
      intent: open,
      receives: { ...receives, amount: null, amountFormatted: null },
      open: ['amount'],
      asset: null,
    });
  },
  assets: ({ fake }) => fake.goTo('selecting'),
  quoting: ({ fake }) => fake.goTo('quoting'),
  reviewing: ({ fake }) => fake.goTo('reviewing'),
  'a rejected prompt': ({ fake }) => {
    fake.goTo('authorizing');
    fake.dispatch({ type: 'rejected', problem });
  },
  authorizing: ({ fake }) => fake.goTo('authorizing'),
  processing: ({ fake }) => fake.goTo('processing'),
  slow: ({ fake }) => {
    fake.goTo('processing');
    fake.dispatch({ type: 'slow' });
  },
  'no answer': ({ fake }) => {
    fake.goTo('authorizing');
    fake.dispatch({ type: 'outcome-unknown', at: 0 });
  },
  succeeded: ({ fake }) => fake.goTo('succeeded'),
  refunded: ({ fake }) => {
    fake.goTo('processing');
    const { requestId, reference } = payment;
    fake.dispatch({ type: 'refunded', refund: { requestId, reference, returned: quote.pays, confirmed: true } });
  },
  failed: ({ fake }) => {
    fake.goTo('processing');
    fake.dispatch({ type: 'failure-confirmed', problem: errorInfo(new HubPayError('failed', 'It failed.')) });
  },
  unavailable: ({ fake }) =>
    fake.dispatch({ type: 'unavailable', problem: errorInfo(new HubPayError('service-down', 'No answer.')) }),
};
