/** The frame of every page. The pages are `/`, `/client` and `/late`. */
import type { ReactNode } from 'react';

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <title>Acme Coffee</title>
        <link rel="icon" href="data:," />
      </head>
      <body>{children}</body>
    </html>
  );
}
