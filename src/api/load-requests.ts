/** Loads the modules in `requests/` when they are first needed. */
import type * as Requests from './requests/index.js';

/** Loads the shapes of the request bodies and the function that checks a body. */
export const loadRequests = (): Promise<typeof Requests> => import('./requests/index.js');
