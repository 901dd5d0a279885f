/** The odd wallets of the zoo in `test/support/zoo`, and what a payer sees at the end of a payment with each. */
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { errorCodes, type ErrorReason } from '../src/errors.js';
import type { PaymentState } from '../src/payment/model/state.js';
import type { Animal } from '../test/support/zoo/animal.js';
import { ENDS, type End } from '../test/support/zoo/ends.js';
import { canSend } from '../test/support/zoo/svm-signers.js';
import { zoo } from '../test/support/zoo/zoo.js';
import {
  changedBy,
  payment,
  problem,
  processing,
  reviewing,
  selecting,
  succeeded,
  wallets,
} from './support/payments.js';
import { show } from './support/story.js';

type Args = { wallet: string };

const meta: Meta<Args> = {
  title: 'States/Zoo of wallets',
  args: { wallet: zoo[0]!.name },
  argTypes: { wallet: { control: 'select', options: zoo.map(({ name }) => name) } },
};
export default meta;

/**
 * The screen at the end of a payment with this wallet. The code, the reason and the money of its problem are those of
 * the tests.
 */
function screenOf(animal: Animal): PaymentState {
  const { ends } = animal;
  const seen: (typeof ENDS)[End] = ENDS[ends];
  if (seen.screen === 'succeeded') return succeeded;
  if (seen.screen === 'selecting') return selecting({ accounts: [], assets: [], connecting: wallets[0]!.id });
  if (!('code' in seen)) return processing({ status: 'unknown', payment });
  const reason = Object.hasOwn(errorCodes, ends) ? {} : { reason: ends as ErrorReason };
  const values = ends === 'wallet-changed' ? { values: changedIn(animal) } : {};
  const said = { ...problem(seen.code, seen.money), ...reason, ...values };
  return seen.screen === 'reviewing'
    ? reviewing({ problem: said })
    : processing({ status: 'unknown', payment, problem: said });
}

/** The values of the sentences about a changed payment. Only a wallet that can send it is named as its next sender. */
const changedIn = (animal: Animal): Record<string, string> => {
  const { minutes } = changedBy;
  return animal.family === 'svm' && canSend(animal) ? { minutes, sender: animal.name } : { minutes };
};

/** Choose a wallet in the controls. The line above the screen says which real behaviour it stands for. */
export const WhatAPayerSees: StoryObj<Args> = {
  render({ wallet }) {
    const chosen = zoo.find(({ name }) => name === wallet) ?? zoo[0]!;
    const frame = document.createElement('div');
    const line = document.createElement('p');
    line.textContent = `${chosen.name}: ${chosen.of}`;
    frame.append(line, show(screenOf(chosen), { layout: 'panel', locale: 'en' }));
    return frame;
  },
};

/** Every wallet with its behaviour and the end of its payment. */
export const EveryWallet: StoryObj<Args> = {
  render() {
    const list = document.createElement('dl');
    for (const { name, of: behaviour, ends } of zoo) {
      const [term, text] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = `${name}: ${ends}`;
      text.textContent = behaviour;
      list.append(term, text);
    }
    return list;
  },
};
