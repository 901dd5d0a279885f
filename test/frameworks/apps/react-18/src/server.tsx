/** Renders the page on the server. */
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { Checkout } from './checkout';

export const render = async (): Promise<string> =>
  renderToString(
    <StrictMode>
      <Checkout />
    </StrictMode>,
  );
