/** Loads the checks of request bodies when the first request needs them: the only `import()` of api/requests. */
import type * as Requests from './requests/index.js';

/** The shapes of the request bodies, and what checks a body against one. */
export const loadRequests = (): Promise<typeof Requests> => import('./requests/index.js');
