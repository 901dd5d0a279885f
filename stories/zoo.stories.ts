/** The odd wallets of the zoo in `test/support/zoo`, and what a payer sees at the end of a payment with each. */
import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { errorCodes, type ErrorCode, type ErrorReason } from '../src/errors.js';
import type { PaymentState } from '../src/payment/model/state.js';
import { zoo } from '../test/support/zoo/zoo.js';
import { payment, problem, processing, reviewing, succeeded } from './support/payments.js';
import { show } from './support/story.js';

type Args = { wallet: string };

const meta: Meta<Args> = {
  title: 'States/Zoo of wallets',
  args: { wallet: zoo[0]!.name },
  argTypes: { wallet: { control: 'select', options: zoo.map(({ name }) => name) } },
};
export default meta;

/** The reasons that leave the review, because the wallet was asked to pay. */
const UNCLEAR = ['declined', 'no-gas', 'would-revert', 'wallet-gone'];

function endOf(ends: string): PaymentState {
  if (ends === 'paid') return succeeded;
  if (ends === 'unknown') return processing({ status: 'unknown', payment });
  if (UNCLEAR.includes(ends)) {
    const said = { ...problem('outcome-unknown'), reason: ends as ErrorReason };
    return processing({ status: 'unknown', payment, problem: said });
  }
  const isCode = Object.hasOwn(errorCodes, ends);
  return reviewing({
    problem: isCode ? problem(ends as ErrorCode) : { ...problem('wallet-failed'), reason: ends as ErrorReason },
  });
}

/** Choose a wallet in the controls. The line above the screen says which real behaviour it stands for. */
export const WhatAPayerSees: StoryObj<Args> = {
  render({ wallet }) {
    const chosen = zoo.find(({ name }) => name === wallet) ?? zoo[0]!;
    const frame = document.createElement('div');
    const line = document.createElement('p');
    line.textContent = `${chosen.name}: ${chosen.of}`;
    frame.append(line, show(endOf(chosen.ends), { layout: 'panel', locale: 'en' }));
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
