/** The cookie that names the visitor's session. */

const NAME = 'shop-session';

/** Returns the id of the session. Returns null if the request has no such cookie. */
export const sessionOf = (request: Request): string | null =>
  new RegExp(`(?:^|; )${NAME}=([0-9a-f-]{36})(?:;|$)`, 'u').exec(request.headers.get('cookie') ?? '')?.[1] ?? null;

/** Returns the value of the header `set-cookie` for this session. */
export const cookieOf = (session: string): string => `${NAME}=${session}; Path=/; HttpOnly; SameSite=Lax`;
