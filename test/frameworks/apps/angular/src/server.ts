/** Renders the page during the build. */
import { bootstrapApplication, provideClientHydration, type BootstrapContext } from '@angular/platform-browser';
import { provideServerRendering, RenderMode, withRoutes } from '@angular/ssr';
import { Checkout } from './checkout';

const providers = [
  provideClientHydration(),
  provideServerRendering(withRoutes([{ path: '**', renderMode: RenderMode.Prerender }])),
];

export default (context: BootstrapContext) => bootstrapApplication(Checkout, { providers }, context);
