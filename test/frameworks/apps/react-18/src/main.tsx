/** Hydrates the page that the server rendered. */
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Checkout } from './checkout';

hydrateRoot(
  document.getElementById('app')!,
  <StrictMode>
    <Checkout />
  </StrictMode>,
);
