/** Tests prices in another currency than US dollars. */
import { expect } from '@open-wc/testing';
import * as fc from 'fast-check';
import { convertUsd } from '../../../src/element/currency/convert-usd.js';
import { createFormat } from '../../../src/i18n/format.js';

const en = createFormat('en');
const plain = (text: string | null): string => String(text).replace(/\s/gu, ' ');

describe('convert-usd', () => {
  it('shows the value at the rate, in the notation of the locale', () => {
    expect(convertUsd('en', en, 'EUR', '0.92').usd('25', 'exact')).to.equal('€23.00');
    expect(plain(convertUsd('de', createFormat('de'), 'EUR', '0.92').usd('1250.50', 'exact'))).to.equal('1.150,46 €');
    expect(convertUsd('en', en, 'GBP', '0.78912345').usd('1', 'exact')).to.equal('£0.79');
  });

  it('rounds up what the payer pays and down what the payer holds', () => {
    const euros = convertUsd('en', en, 'EUR', '0.921');
    expect(euros.usd('10.01', 'up')).to.equal('€9.22');
    expect(euros.usd('10.01', 'down')).to.equal('€9.21');
    expect(euros.usd('10.000000000000000000000001', 'down')).to.equal('€9.21');
  });

  it('shows whole units of a currency without smaller coins', () => {
    const yen = convertUsd('en', en, 'JPY', '149.5');
    expect(yen.usd('25', 'up')).to.equal('¥3,738');
    expect(yen.usd('0.004', 'up')).to.equal('< ¥1');
    expect(convertUsd('en', en, 'EUR', '0.92').usd('0.005', 'up')).to.equal('< €0.01');
    expect(convertUsd('en', en, 'EUR', '0.92').usd('0', 'up')).to.equal('€0.00');
  });

  it('shows nothing for a value that is missing or malformed', () => {
    const euros = convertUsd('en', en, 'EUR', '0.92');
    for (const value of [undefined, '', '-1', '1e5', '9'.repeat(13)]) expect(euros.usd(value, 'up')).to.equal(null);
  });

  it('keeps all other formats', () => {
    const { usd, ...others } = convertUsd('en', en, 'EUR', '0.92');
    const { usd: dollars, ...own } = en;
    expect(others).to.deep.equal(own);
    expect(usd).not.to.equal(dollars);
  });

  it('is never below the exact product when it rounds up, and never above when it rounds down', () => {
    const cents = (text: string | null): bigint => BigInt(String(text).replace(/\D/gu, ''));
    fc.assert(
      fc.property(fc.bigInt(10n ** 6n, 10n ** 12n), fc.bigInt(10n ** 6n, 10n ** 11n), (micros, rateMicros) => {
        const decimal = (units: bigint): string => `${units / 10n ** 6n}.${String(units % 10n ** 6n).padStart(6, '0')}`;
        const euros = convertUsd('en', en, 'EUR', decimal(rateMicros));
        const exact = micros * rateMicros;
        const up = cents(euros.usd(decimal(micros), 'up')) * 10n ** 10n;
        const down = cents(euros.usd(decimal(micros), 'down')) * 10n ** 10n;
        expect(up >= exact && up - exact < 10n ** 10n).to.equal(true);
        expect(down <= exact && exact - down < 10n ** 10n).to.equal(true);
      }),
    );
  });
});
