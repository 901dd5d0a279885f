import { expect } from 'chai';
import { loadedServiceError } from '../../src/api/response-error.js';

describe('loadedServiceError', () => {
  it('gives the error of the service’s code', async () => {
    const error = await loadedServiceError('POST /quote/v2', 400, { message: '', errorCode: 'NO_QUOTES' }, 7);
    expect(error).to.include({ code: 'no-route', details: 'NO_QUOTES', retryAfter: 7 });
  });
});
