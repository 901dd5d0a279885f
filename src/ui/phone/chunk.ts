/**
 * Exports the screens for wallets on a phone. The browser loads this file when the payer probably has no wallet in this
 * browser, when a wallet shows a code, or when a phone can open the app of the connected wallet.
 */
import { phoneTexts } from '../../i18n/locales/en/phone.js';
import { addTexts } from '../../i18n/locales/en/later-texts.js';
import type { PhoneScreens } from '../context/view-context.js';
import * as table from './screens.js';
import { wakeRow } from './wake-row.js';
import { pageRows, wayIn } from './way-in.js';

addTexts(phoneTexts);

export const screens: PhoneScreens = { rows: pageRows, wayIn, wakeRow, screens: Object.values(table) };
