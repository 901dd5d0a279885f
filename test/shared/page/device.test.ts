import { expect } from '@open-wc/testing';
import { pageAddress, readDevice } from '../../../src/shared/page/device.js';

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
