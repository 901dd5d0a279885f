import { expect } from '@open-wc/testing';
import { leadsToOrder, pageAddress, readDevice } from '../../../src/shared/page/device.js';

describe('readDevice', () => {
  it('finds the property of a wallet without reading it', () => {
    const before = 'ethereum' in window;
    let reads = 0;
    Object.defineProperty(window, 'solflare', {
      configurable: true,
      get() {
        reads += 1;
        return {};
      },
    });
    try {
      expect(readDevice().hasProvider).to.equal(true);
      expect(reads).to.equal(0);
    } finally {
      delete (window as { solflare?: unknown }).solflare;
    }
    expect(readDevice().hasProvider).to.equal(before);
  });

  it('knows Telegram by its property', () => {
    expect(readDevice().isTelegram).to.equal(false);
    Object.assign(window, { TelegramWebviewProxy: {} });
    try {
      expect(readDevice().isTelegram).to.equal(true);
    } finally {
      delete (window as { TelegramWebviewProxy?: unknown }).TelegramWebviewProxy;
    }
  });

  it('takes the pointer for a fine one in the DOM of a unit test, which has no matchMedia', () => {
    const { matchMedia } = window;
    try {
      window.matchMedia = undefined as never;
      expect(readDevice().isTouch).to.equal(false);
    } finally {
      window.matchMedia = matchMedia;
    }
  });

  it('asks the browser for the pointer, because a tablet can call itself a Mac', () => {
    const { matchMedia } = window;
    try {
      for (const matches of [true, false]) {
        window.matchMedia = ((query: string) => ({ matches: query === '(pointer: coarse)' && matches })) as never;
        expect(readDevice().isTouch).to.equal(matches);
      }
    } finally {
      window.matchMedia = matchMedia;
    }
  });
});

describe('pageAddress', () => {
  const pageAt = (href: string, top?: object): Window => {
    const page = { location: new URL(href) } as never as { self: unknown; top: unknown };
    Object.assign(page, { self: page, top: top ?? page });
    return page as never;
  };

  it('is the whole address, with query and fragment', () => {
    expect(pageAddress(pageAt('https://shop.example/pay?order=7#two'))).to.equal(
      'https://shop.example/pay?order=7#two',
    );
  });

  it('is null without https and in a frame, whose address opens no whole page', () => {
    expect(pageAddress(pageAt('http://localhost:3000/pay'))).to.equal(null);
    expect(pageAddress(pageAt('https://shop.example/pay', {}))).to.equal(null);
    expect(pageAddress()).to.equal(null);
  });
});

describe('leadsToOrder', () => {
  const SHOP = 'https://42.example';
  for (const [rest, reference, leads] of [
    ['/pay?order=1042', '1042', true],
    ['/pay/1042', '1042', true],
    ['/pay/order-1042/', '1042', true],
    ['/pay?order=a%20b&x=1', 'a b', true],
    ['/pay?order=a+b', 'a b', true],
    ['/pay/a+b', 'a+b', true],
    ['/pay/%c3%bc%2F7', 'ü/7', true],
    ['/pay/ü', 'ü', true],
    ['/pay?a=1&b=2', '1&b=2', true],
    ['/100%/1042', '1042', true],
    ['/checkout', '1042', false],
    ['/', '42', false],
    ['/pay?order=1042', '42', false],
    ['/pay?order=1042', '104', false],
    ['/pay?order=1042,42', '42', true],
    ['/a%20', '20', false],
    ['/pay#order=1042', '1042', false],
    ['/pay?order=1042', '', false],
    ['/?o=%F0%9D%90%8042', '42', false],
    ['/?o=42%F0%9D%90%80', '42', false],
    ['/?o=%F0%9F%8E%AB42%F0%9F%8E%AB', '42', true],
    ['/?o=%E0%A4%95%E0%A5%8042', '42', false],
    ['/?o=cafe%CC%81', 'cafe', false],
  ] as const)
    it(`says ${leads} for "${reference}" at ${rest}`, () => {
      expect(leadsToOrder(`${SHOP}${rest}`, reference)).to.equal(leads);
    });
});
