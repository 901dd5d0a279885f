/** Variations of findings about recipients that nobody can spend from, and addresses of people beside them. */
import { expect } from 'chai';
import { isBurnAddress, isSystemAddress } from '../../../src/vm/address/addresses.js';
import { findPayeeProblem, findRefundProblem, isKeyless } from '../../../src/vm/check-address.js';

const zeros = (count: number): string => '0'.repeat(count);

const burns: readonly (readonly [what: string, is: boolean, address: string])[] = [
  ['the zero address in capitals', true, `0X${zeros(40)}`],
  ['the dead address in capitals', true, `0x${zeros(36)}DEAD`],
  ['the token program in full', true, 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['the memo program', true, 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'],
  ['the system program', true, '1'.repeat(32)],
  ['the rent account', true, 'SysvarRent111111111111111111111111111111111'],
  ['the segwit placeholder in capitals', true, 'BC1Q4VXN43L44H30NKLUQFXD9ECKF45VR2AWZ38LWA'],
  ['a vanity account with several digits 1', false, '1111kQ7EYrqzYyyVnyt6dpHe3e6yHAgEvXSzCYBvQ4S'],
  ['an account that begins like a program', false, 'StakeSSzfxn391k3LvdKbZP5WVwWd6AsY39qcURpump1'],
];

const system: readonly (readonly [what: string, is: boolean, address: string])[] = [
  ['a precompile of the newest fork', true, `0x${zeros(38)}13`],
  ['a predeploy of OP chains', true, `0x4200${zeros(32)}0010`],
  ['a predeploy of Arbitrum', true, `0x${zeros(36)}0064`],
  ['a predeploy in capitals', true, `0x4200${zeros(32)}00FF`],
  ['a contract with eight zero bytes', false, `0x${zeros(16)}${'a1'.repeat(12)}`],
  ['a mined vanity address with seven zero bytes at its end', false, `0x${'a1'.repeat(13)}${zeros(14)}`],
];

describe('a variation of a recipient that nobody owns', () => {
  for (const [what, is, address] of burns) {
    it(`W-14 ${is ? 'refuses' : 'accepts'} ${what}`, () => expect(isBurnAddress(address)).to.equal(is));
  }

  for (const [what, is, address] of system) {
    it(`F-197 ${is ? 'knows' : 'does not take for an address of the chain'} ${what}`, async () => {
      expect(isSystemAddress(address)).to.equal(is);
      expect(await isKeyless(address, 'evm')).to.equal(is);
      expect((await findRefundProblem(address, 'evm')) !== null).to.equal(is);
      expect(await findPayeeProblem(address, 'evm'), 'a program may be paid').to.equal(null);
    });
  }
});
