/** Renders the steps of a payment as an ordered list. Screen readers also read the status of each step. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ViewContext } from '../context/view-context.js';
import { icon } from './icon.js';

export type StepLine = { status: 'todo' | 'current' | 'done'; label: TemplateResult | string };

export const stepper = (steps: readonly StepLine[], { t }: ViewContext): TemplateResult =>
  html`<ol part="stepper" class="steps">
    ${steps.map(
      ({ status, label }) =>
        html`<li part="step" data-status=${status} aria-current=${status === 'current' ? 'step' : nothing}>
          <span class="dot">${status === 'done' ? icon('check') : nothing}</span>
          <span>${label}<span class="unseen">, ${t(`step.${status}`)}</span></span>
        </li>`,
    )}
  </ol>`;
