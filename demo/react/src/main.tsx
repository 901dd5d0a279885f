/** Renders the checkout into the page. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Checkout } from './checkout';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Checkout />
  </StrictMode>,
);
