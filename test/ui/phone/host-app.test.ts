/** Tests with user agents in the form that the apps and browsers send. Each mark of an app has one. */
import { expect } from '@open-wc/testing';
import { hostAppOf } from '../../../src/ui/phone/host-app.js';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 8';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36';
const of = (userAgent: string, isTelegram = false): string | null =>
  hostAppOf({ userAgent, isTelegram, isTouch: true, hasProvider: false, address: null });

describe('hostAppOf', () => {
  it('names the app in whose own browser the page is', () => {
    const agents: Record<string, string> = {
      [`${IPHONE} Mobile/22B83 Instagram 357.1.4.26.85 (iPhone15,3; iOS 18_1; de_DE)`]: 'Instagram',
      [`${IPHONE} Mobile/22B83 Barcelona 360.0.0.28.108`]: 'Threads',
      [`${IPHONE} Mobile/22B83 [FBAN/FBIOS;FBAV/489.0.0.38.114;FBBV/662147456]`]: 'Facebook',
      [`${IPHONE} Mobile/22B83 [FBAN/MessengerForiOS;FBAV/481.0.0.33.109]`]: 'Messenger',
      [`${IPHONE} Mobile/22B83 [FBAN/MessengerLiteForiOS;FBAV/481.0.0.33.109]`]: 'Messenger',
      [`${IPHONE} Mobile/22B83 MessengerForiOS/481.0.0.33.109`]: 'Messenger',
      [`${ANDROID}; wv) ${CHROME} [FB_IAB/Orca-Android;FBAV/484.0.0.68.109;]`]: 'Messenger',
      [`${ANDROID}; wv) ${CHROME} [FB_IAB/FB4A;FBAV/489.0.0.66.81;]`]: 'Facebook',
      [`${ANDROID}; wv) ${CHROME} [FB_IAB/MESSAGES]`]: 'Facebook',
      [`${ANDROID}; wv) ${CHROME} FB4A`]: 'Facebook',
      [`${IPHONE} Mobile/22B83 FBIOS`]: 'Facebook',
      [`${IPHONE} Mobile/22B83 [FBAV/489.0.0.38.114]`]: 'Facebook',
      [`${IPHONE} Mobile/22B83 [FBAN/EMA]`]: 'Facebook',
      [`${IPHONE} Mobile/22B83 WhatsApp/24.24.78`]: 'WhatsApp',
      [`${IPHONE} Mobile/22B83 musical_ly_37.2.0 JsSdk/2.0 NetType/WIFI`]: 'TikTok',
      [`${ANDROID}; wv) ${CHROME} trill_370204 JsSdk/1.0 NetType/WIFI`]: 'TikTok',
      [`${ANDROID}; wv) ${CHROME} BytedanceWebview/d8a21c6`]: 'TikTok',
      [`${IPHONE} Mobile/22B83 TikTok 37.2.0`]: 'TikTok',
      [`${ANDROID}; wv) ${CHROME} musical_ly_2023701040 JsSdk/1.0 BytedanceWebview/d8a21c6`]: 'TikTok',
      [`${ANDROID}) ${CHROME} Telegram-Android/11.4.2 (Google Pixel 8; Android 15; SDK 35; HIGH)`]: 'Telegram',
      [`${IPHONE} Mobile/22B83 Twitter for iPhone/10.70`]: 'X',
      [`${ANDROID}; wv) ${CHROME} TwitterAndroid`]: 'X',
      [`${IPHONE} Mobile/22B83 [LinkedInApp]/9.30.3126`]: 'LinkedIn',
      [`${IPHONE} Mobile/22B83 Snapchat/13.17.0.38 (like Safari/8619.2.8.10.7, panda)`]: 'Snapchat',
      [`${IPHONE} Mobile/22B83 [Pinterest/iOS]`]: 'Pinterest',
      [`${IPHONE} Mobile/22B83 Discord/259.0`]: 'Discord',
      [`${IPHONE} Mobile/22B83 Safari Line/14.19.0`]: 'LINE',
      [`${IPHONE} Mobile/22B83 MicroMessenger/8.0.54(0x18003631) NetType/WIFI`]: 'WeChat',
      [`${IPHONE} GSA/345.0.699 Mobile/22B83 Safari/604.1`]: 'Google',
    };
    for (const [agent, name] of Object.entries(agents)) expect(of(agent), agent).to.equal(name);
  });

  it('knows Telegram by its property when the user agent does not name it', () => {
    expect(of(`${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`, true)).to.equal('Telegram');
  });

  it('knows the browser of an app without a known name', () => {
    expect(of(`${ANDROID}; wv) ${CHROME}`)).to.equal('');
    expect(of(`${IPHONE} Mobile/22B83`)).to.equal('');
  });

  it('takes no browser of its own for an app', () => {
    for (const agent of [
      `${IPHONE} Version/18.1 Mobile/15E148 Safari/604.1`,
      `${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`,
      `${IPHONE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`,
      `${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36`,
      `${ANDROID}) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      'Mozilla/5.0 (Android 15; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15',
    ])
      expect(of(agent), agent).to.equal(null);
  });
});
