/** The value of `base-url` and of `verifyPayment`’s `baseUrl` that turns test mode on. */
export const TEST_MODE = 'demo:';
