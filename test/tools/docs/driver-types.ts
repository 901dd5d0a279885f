/** Declares the driver of PostgreSQL for the samples of the documentation, which compile without the package. */
export const PG_TYPES = `
declare module 'pg' {
  type Result = Promise<{ rows: any[] }>;
  type OnError = (event: 'error', listener: (error: Error) => void) => unknown;
  type Client = {
    query(text: string, values?: unknown[]): Result;
    release(error?: Error | boolean): void;
    on: OnError;
    removeListener: OnError;
  };
  export class Pool {
    constructor(options: object);
    query(text: string, values?: unknown[]): Result;
    connect(): Promise<Client>;
    on: OnError;
  }
  const pg: { Pool: typeof Pool };
  export default pg;
}
`;
