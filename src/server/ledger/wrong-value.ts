/** Creates the errors about values that the merchant passes to the ledger. */
import { HubPayError } from '../../errors.js';

/** Creates the `config` error for a wrong value. The message starts with the name and `why`. */
export const wrongValue = (attribute: string, why: string): HubPayError =>
  new HubPayError('config', `${attribute} ${why}`, { attribute });
