/**
 * Returns the argument of a handler if its headers have a method `get`, like those of a `Request` of the Fetch API.
 * Express and Node call a handler with a request of their own, whose headers have no such method.
 * @throws TypeError for any other argument; the message names `nodeListener()`, which converts requests of Node
 */
export function asRequest(request: Request): Request {
  const { headers } = Object(request) as Partial<Request>;
  if (typeof headers?.get === 'function') return request;
  throw new TypeError('This is no Request of the Fetch API. In Express and Node, wrap the handler in nodeListener().');
}
