/** Loads the checks of request bodies on first use. */
import type * as Requests from './requests/index.js';

/** Loads the shapes of the request bodies and the function that checks a body. */
export const loadRequests = (): Promise<typeof Requests> => import('./requests/index.js');
