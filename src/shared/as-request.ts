/**
 * Returns the request of a handler. Express calls a handler with its own request, whose headers have no `get`.
 * @throws TypeError if it is no `Request`, with what is missing
 */
export function asRequest(request: Request): Request {
  const { headers } = Object(request) as Partial<Request>;
  if (typeof headers?.get === 'function') return request;
  throw new TypeError('This is no Request of the Fetch API. In Express and Node, wrap the handler in nodeListener().');
}
