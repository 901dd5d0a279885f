import { expect } from 'chai';
import { openTabChannel, type TabNote } from '../../../src/wallets/remote/tab-channel.js';

const NOTE = { topic: 'aa', envelope: 'bb' };

/** Opens two tabs, and resolves with the notes that the second one hears after this value was posted. */
async function heardAfter(value: unknown): Promise<TabNote[]> {
  const [one, two] = [new BroadcastChannel('hub-pay/walletconnect'), openTabChannel()];
  const notes: TabNote[] = [];
  const heard = new Promise<void>((resolve) => {
    two.listen((note) => {
      notes.push(note);
      resolve();
    });
  });
  one.postMessage(value);
  await heard;
  one.close();
  return notes;
}

describe('openTabChannel', () => {
  it('passes envelopes to the other tabs', async () => {
    expect(await heardAfter(NOTE)).to.deep.equal([NOTE]);
  });

  it('L-27 takes a note of another form for a change of the session, and no more', async () => {
    for (const value of [null, 7, {}, { topic: 7, envelope: 'bb' }, { topic: 'aa' }, []])
      expect(await heardAfter(value)).to.deep.equal([{}]);
  });

  it('does nothing in a browser without the channel', () => {
    const channel = openTabChannel(null as never);
    channel.listen(() => expect.fail());
    channel.post(NOTE);
  });
});
