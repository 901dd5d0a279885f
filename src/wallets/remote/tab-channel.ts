/** Passes what one tab receives from the wallet to the other tabs of the same origin. */
import { isRecord } from '../../shared/text/patterns.js';

/** A note to the other tabs: an envelope with its topic. An empty note means that the stored session has changed. */
export type TabNote = { topic?: string; envelope?: string };

/** The channel between the tabs. */
export interface TabChannel {
  post(note: TabNote): void;
  /** Adds a listener, which stays for the life of the page. */
  listen(listener: (note: TabNote) => void): void;
}

const NAME = 'hub-pay/walletconnect';

/** Opens the channel. In a browser without `BroadcastChannel`, each tab gets only what the relay sends to it. */
export function openTabChannel(
  Channel = (globalThis as { BroadcastChannel?: typeof BroadcastChannel }).BroadcastChannel,
): TabChannel {
  const listeners = new Set<(note: TabNote) => void>();
  const channel = Channel && new Channel(NAME);
  // Node would otherwise not end while the channel is open.
  (channel as { unref?: () => void } | undefined)?.unref?.();
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const { topic, envelope } = isRecord(data) ? data : {};
      const isEnvelope = typeof topic === 'string' && typeof envelope === 'string';
      for (const listener of listeners) listener(isEnvelope ? { topic, envelope } : {});
    };
  return {
    post(note) {
      channel?.postMessage(note);
    },
    listen(listener) {
      listeners.add(listener);
    },
  };
}
