import { expect } from 'chai';
import { verifyTypedData } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { allowanceCase, authorizationCase, permit2Case } from '../../../support/permit-quotes.js';
import { edited, people, read, type Case } from '../../../support/quotes.js';
import { signingOf } from '../signing.js';

const cases: Record<string, () => Case> = {
  'EIP-3009': () => authorizationCase(),
  'EIP-2612': () => allowanceCase(),
  Permit2: () => permit2Case(undefined, []),
};

describe('typed-data', () => {
  for (const [name, make] of Object.entries(cases)) {
    it(`rebuilds the typed data of ${name} so that it signs like the service’s own`, async () => {
      const account = privateKeyToAccount(`0x${'77'.repeat(32)}`);
      const valid = edited(
        JSON.parse(
          JSON.stringify(make()).replaceAll(people.payer.slice(2), account.address.toLowerCase().slice(2)),
        ) as Case,
      );
      const { typedData } = await signingOf(valid);
      const at = `quote.steps[0].items[0].data.sign`;
      const message = read(valid, `${at}.value`) as Record<string, unknown>;
      const { domain, types, primaryType } = read(valid, at) as Record<'domain' | 'types', Record<string, never>> & {
        primaryType: string;
      };
      const signature = await account.signTypedData({ domain, types, primaryType, message });
      const known = { ...typedData, types: typedData.types as Record<string, never> };
      expect(await verifyTypedData({ ...known, address: account.address, signature })).to.equal(true);
    });

    it(`freezes the rebuilt request of ${name}`, async () => {
      const { typedData, post, permit } = await signingOf(make());
      for (const part of [
        typedData.message,
        typedData.domain,
        typedData.types,
        typedData.types[typedData.primaryType],
        post,
        post.body,
      ]) {
        expect(Object.isFrozen(part)).to.equal(true);
      }
      expect(permit.owner).to.equal(people.payer);
    });
  }
});
