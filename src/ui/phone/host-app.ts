/** Recognizes the browsers inside other apps, in which wallets' apps often do not open. */
import type { Device } from '../../shared/page/device.js';

/** The marks of these apps in the user agent. An app whose user agent contains the mark of another comes first. */
const MARKS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/Instagram/u, 'Instagram'],
  [/Barcelona/u, 'Threads'],
  [/FBAN\/Messenger|MessengerForiOS|Orca-Android/u, 'Messenger'],
  [/FBAN|FBAV|FB_IAB|FB4A|FBIOS/u, 'Facebook'],
  [/WhatsApp/u, 'WhatsApp'],
  [/musical_ly|trill_|TikTok|BytedanceWebview/u, 'TikTok'],
  [/Telegram/u, 'Telegram'],
  [/Twitter/u, 'X'],
  [/LinkedInApp/u, 'LinkedIn'],
  [/Snapchat/u, 'Snapchat'],
  [/Pinterest/u, 'Pinterest'],
  [/\bLine\//u, 'LINE'],
  [/MicroMessenger/u, 'WeChat'],
  [/Discord/u, 'Discord'],
  [/\bGSA\//u, 'Google'],
];

/**
 * Returns the name of the app in whose inner browser this page is, or an empty text if the name is not known. Returns
 * null if nothing shows that the page is in the browser of another app.
 */
export function hostAppOf({ userAgent, isTelegram }: Device): string | null {
  if (isTelegram) return 'Telegram';
  const found = MARKS.find(([mark]) => mark.test(userAgent));
  if (found) return found[1];
  // Android marks the web view of an app with `wv`. On iPhones and iPads, only real browsers name `Safari/…`.
  const isView = /; wv\)/u.test(userAgent) || (/iPhone|iPad|iPod/u.test(userAgent) && !/Safari\//u.test(userAgent));
  return isView ? '' : null;
}
