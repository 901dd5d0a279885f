/** Runs in each measured page before the page's own scripts. It measures what the page does. */

type PayElement = HTMLElement & { readonly state?: { readonly name: string } };

/** The times of a press, in milliseconds since the press. */
export type Press = { frameMs: number; contentMs: number; bytesMs: number };

/** The files that load at a press, if they have not loaded before. */
const CHECKOUT = /\/chunks\/(?:element-checkout|payment-session)/u;

class InPage {
  /** The time at which the label of the last element is painted. Undefined until then. */
  labelMs: number | undefined;
  /** The times of the press for which the page waits. */
  press: Promise<Press> | undefined;
  /** The objects that were started and not yet ended. */
  readonly live = { observers: 0, timers: 0, idles: 0 };
  #blockedMs = 0;

  constructor() {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) this.#blockedMs += Math.max(0, duration - 50);
    }).observe({ type: 'longtask', buffered: true });
    this.#look();
    this.#countObservers();
    this.#countTimers();
  }

  /** The sum of what each long task takes beyond 50 ms. */
  get blockedMs(): number {
    return this.#blockedMs;
  }

  /** Resolves with the time right after the current frame, or the next one, is painted. */
  frame(): Promise<number> {
    return new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
  }

  /** Listens to the next click. `press` resolves when the loaded screens are painted. */
  awaitPress(): void {
    this.press = this.#followPress();
  }

  /** Scrolls a part for this number of frames. Returns the duration of each frame. */
  async scroll(part: Element, frames: number): Promise<number[]> {
    const step = Math.max(1, (part.scrollHeight - part.clientHeight) / frames);
    const durations: number[] = [];
    let last = await this.#nextFrame();
    for (let frame = 0; frame < frames; frame += 1) {
      part.scrollTop += step;
      const now = await this.#nextFrame();
      durations.push(now - last);
      last = now;
    }
    return durations;
  }

  async #followPress(): Promise<Press> {
    const element = document.querySelector<PayElement>('hub-pay');
    const pressed = await new Promise<number>((resolve) => {
      addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true });
    });
    const until = async (reached: () => unknown): Promise<number> => {
      for (;;) {
        const isReached = Boolean(reached());
        const painted = await this.frame();
        if (isReached) return painted - pressed;
      }
    };
    const frameMs = await until(() => element?.shadowRoot?.querySelector('dialog[open]'));
    const contentMs = await until(() => element?.state?.name !== 'idle');
    const chunks = performance.getEntriesByType('resource').filter(({ name }) => CHECKOUT.test(name));
    const ends = chunks.map((entry) => (entry as PerformanceResourceTiming).responseEnd);
    return { frameMs, contentMs, bytesMs: Math.max(...ends) - pressed };
  }

  #nextFrame(): Promise<number> {
    return new Promise(requestAnimationFrame);
  }

  #look(): void {
    requestAnimationFrame(() => {
      const last = [...document.querySelectorAll('[data-measured]')].at(-1);
      const label = last?.shadowRoot?.querySelector('button')?.textContent.trim();
      if (!label) {
        this.#look();
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (this.labelMs = performance.now());
      port2.postMessage(null);
    });
  }

  #countObservers(): void {
    const { live } = this;
    for (const name of ['IntersectionObserver', 'ResizeObserver', 'MutationObserver'] as const) {
      const { prototype } = globalThis[name] as { prototype: { observe: unknown; disconnect: unknown } };
      const { observe, disconnect } = prototype as Record<string, (...input: unknown[]) => unknown>;
      const observing = new WeakSet();
      prototype.observe = function (this: object, ...input: unknown[]) {
        if (!observing.has(this)) live.observers += 1;
        observing.add(this);
        return observe?.apply(this, input);
      };
      prototype.disconnect = function (this: object) {
        if (observing.delete(this)) live.observers -= 1;
        return disconnect?.apply(this);
      };
    }
  }

  #countTimers(): void {
    const { live } = this;
    const pairs = [
      ['setTimeout', 'clearTimeout', 'timers'],
      ['requestIdleCallback', 'cancelIdleCallback', 'idles'],
    ] as const;
    const page = globalThis as unknown as Record<string, (...input: unknown[]) => unknown>;
    for (const [start, end, kind] of pairs) {
      const [begin, cancel] = [page[start], page[end]];
      const pending = new Set<unknown>();
      const finish = (id: unknown): void => {
        if (pending.delete(id)) live[kind] -= 1;
      };
      page[start] = (run, ...rest) => {
        const id: unknown = begin?.(
          (...input: unknown[]) => {
            finish(id);
            return (run as (...input: unknown[]) => unknown)(...input);
          },
          ...rest,
        );
        pending.add(id);
        live[kind] += 1;
        return id;
      };
      page[end] = (id) => {
        finish(id);
        return cancel?.(id);
      };
    }
  }
}

declare global {
  interface Window {
    measured: InPage;
  }
}

window.measured = new InPage();
