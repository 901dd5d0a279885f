/** A small stand-in for Express 5 and `express-session`, with what the samples of the documentation use. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

type Incoming = IncomingMessage & {
  originalUrl?: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, string>;
  session: Record<string, unknown>;
};
type Outgoing = ServerResponse & {
  status(code: number): Outgoing;
  sendStatus(code: number): void;
  send(text: string): void;
  json(value: unknown): void;
  redirect(path: string): void;
};
type Handler = (request: Incoming, response: Outgoing, next: () => void) => unknown;
type Route = { method: string | null; path: string; isPrefix: boolean; handlers: readonly Handler[] };

/** Returns the values of a path such as `/orders/:id{/*rest}`, or null if the path does not match. */
function paramsOf({ path, isPrefix }: Route, pathname: string): Record<string, string> | null {
  if (isPrefix) return path === '/' || `${pathname}/`.startsWith(`${path}/`) ? {} : null;
  const source = path.replace('{/*rest}', '(?:/.*)?').replaceAll(/:(\w+)/gu, '(?<$1>[^/]+)');
  const found = new RegExp(`^${source}$`, 'u').exec(pathname);
  return found && Object.fromEntries(Object.entries(found.groups ?? {}).map(([n, v]) => [n, decodeURIComponent(v)]));
}

/** Creates an app, which is also what `Router` creates. */
function createApp() {
  const routes: Route[] = [];
  const add =
    (method: string | null, isPrefix = false) =>
    (path: string | Handler, ...handlers: Handler[]): void => {
      const isPath = typeof path === 'string';
      routes.push({ method, path: isPath ? path : '/', isPrefix, handlers: isPath ? handlers : [path, ...handlers] });
    };
  const app = (request: Incoming, response: Outgoing, next: () => void): void => {
    equip(request, response);
    const { url = '/' } = request;
    const pathname = new URL(url, 'http://x').pathname;
    const queue = routes.flatMap((route) => {
      const params = paramsOf(route, pathname);
      const fits = params !== null && (route.method === null || route.method === request.method);
      return fits ? route.handlers.map((handler) => ({ handler, params, route })) : [];
    });
    const step = (at: number): void => {
      const entry = queue[at];
      if (!entry) {
        next();
        return;
      }
      const { handler, params, route } = entry;
      request.params = params;
      request.url = route.isPrefix && route.path !== '/' ? url.slice(route.path.length) || '/' : url;
      Promise.resolve()
        .then(() => handler(request, response, () => step(at + 1)))
        .catch(() => response.sendStatus(500));
    };
    step(0);
  };
  const [use, all, get, post] = [add(null, true), add(null), add('GET'), add('POST')];
  return Object.assign(app, { use, all, get, post });
}

function equip(request: Incoming, response: Outgoing): void {
  request.originalUrl ??= request.url ?? '/';
  request.query = Object.fromEntries(new URL(request.originalUrl, 'http://x').searchParams);
  response.status = (code) => Object.assign(response, { statusCode: code });
  response.sendStatus = (code) => void response.status(code).end(String(code));
  response.send = (text) => void response.setHeader('content-type', 'text/html; charset=utf-8').end(text);
  response.json = (value) => void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
  response.redirect = (path) => void response.status(302).setHeader('location', path).end();
}

/** Reads the body of a form. */
const urlencoded = (): Handler => async (request, _response, next) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  request.body = Object.fromEntries(new URLSearchParams(text));
  next();
};

/** Stands for `express-session`: keeps sessions in memory, by a cookie. */
export function session(): Handler {
  const sessions = new Map<string, Record<string, unknown>>();
  return (request, response, next) => {
    const [, known = ''] = /\bsid=([\w-]+)/u.exec(request.headers.cookie ?? '') ?? [];
    const id = sessions.has(known) ? known : randomUUID();
    request.session = sessions.get(id) ?? {};
    sessions.set(id, request.session);
    if (id !== known) response.setHeader('set-cookie', `sid=${id}`);
    next();
  };
}

export const express = Object.assign(createApp, { Router: createApp, urlencoded });
