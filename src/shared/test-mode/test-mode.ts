/** The value of the attribute `base-url`, and of the server's option `baseUrl`, that turns test mode on. */
export const TEST_MODE = 'demo:';
