import { expect } from 'chai';
import { HubPayError } from '../../src/errors.js';
import {
  lacksMethod,
  provenRefusal,
  refusalOf,
  saidBy,
  unclearAnswer,
  walletFailure,
  walletMessage,
} from '../../src/wallets/wallet-errors.js';
import { walletError } from '../support/fake-evm-wallet.js';

describe('wallet errors', () => {
  const certain: [code: number | string, message: string, meaning: string][] = [
    [4001, 'MetaMask Tx Signature: User denied transaction signature.', 'wallet-rejected'],
    [4001, 'User rejected the request.', 'wallet-rejected'],
    [4001, 'Request rejected by user', 'wallet-rejected'],
    [4001, '', 'wallet-rejected'],
    [5000, 'User rejected.', 'wallet-rejected'],
    [5001, 'User rejected chains', 'wallet-rejected'],
    [5002, 'User rejected methods', 'wallet-rejected'],
    [5000, '', 'wallet-rejected'],
    [5000, 'Declined', 'wallet-rejected'],
    [5002, 'User disapproved requested methods', 'wallet-rejected'],
    [5000, 'MetaMask Tx Signature: User denied transaction signature.', 'wallet-rejected'],
    ['4001', 'User rejected', 'wallet-rejected'],
    ['ACTION_REJECTED', 'user rejected action (action="sendTransaction", reason="rejected")', 'wallet-rejected'],
    [
      -32002,
      "Request of type 'wallet_requestPermissions' already pending for origin https://shop.example. Please wait.",
      'wallet-busy',
    ],
    [-32002, 'Already processing eth_requestAccounts. Please wait.', 'wallet-busy'],
    [4100, 'The requested method and/or account has not been authorized by the user.', 'wallet-locked'],
  ];
  for (const [code, message, meaning] of certain) {
    it(`F-57 refusalOf returns \`${meaning}\` when the wallet fails with ${code} "${message.slice(0, 60)}"`, () => {
      expect(refusalOf(walletError(code, message))).to.equal(meaning);
    });
  }

  // Errors of real wallets. After such an error, it is unknown whether the wallet sent the transaction.
  const open: [code: number | string | undefined, message: string][] = [
    [-32000, 'User rejected transaction'],
    [-32000, 'already known'],
    [-32000, 'nonce too low'],
    [-32000, 'replacement transaction underpriced'],
    [-32000, 'insufficient funds for gas * price + value'],
    [-32000, 'tx rejected: nonce rejected'],
    [-32003, 'Transaction rejected'],
    [-32005, 'Request limit exceeded'],
    [-32010, 'Transaction with the same hash was already imported'],
    [-32601, 'The method does not exist / is not available.'],
    [-32602, 'Invalid parameters'],
    [-32603, 'Internal JSON-RPC error.'],
    [-32603, 'User rejected the request'],
    [4200, 'Unsupported method'],
    [4900, 'Disconnected'],
    [4901, 'Chain disconnected'],
    [4902, 'Unrecognized chain ID'],
    [1001, 'User rejected'],
    [5000, 'Smart Transaction does not have a transaction hash, there was a problem'],
    [5000, 'KeystoneError#Tx_canceled'],
    [5000, 'already known'],
    [5000, 'tx rejected: nonce rejected'],
    [5000, 'insufficient funds for gas * price + value'],
    [5000, 'The request timed out'],
    [5001, 'Network with chain id 0x2105 not found'],
    [undefined, 'User rejected the request'],
    [undefined, 'cancelled'],
    [undefined, 'Rejected from user'],
    [-32603, 'Request rejected'],
    [undefined, 'null'],
    [undefined, 'Request expired. Please try again.'],
    [undefined, 'Transaction was rejected'],
    ['UNKNOWN_ERROR', 'rejected'],
  ];
  for (const [code, message] of open) {
    it(`F-58 refusalOf returns null when the wallet fails with ${code} "${message}"`, () => {
      expect(refusalOf(walletError(code, message))).to.equal(null);
    });
  }

  for (const thrown of ['User rejected', 'cancelled', 4001, null, undefined, {}, new Error('rejected')]) {
    it(`F-58 refusalOf returns null when the wallet throws ${JSON.stringify(thrown)}`, () => {
      expect(refusalOf(thrown)).to.equal(null);
    });
  }

  const inside = { code: 4001, message: 'User rejected the request.' };
  for (const [what, error] of Object.entries({
    'data.originalError': walletError(-32603, 'Internal JSON-RPC error.', { originalError: inside }),
    data: walletError(-32603, 'Internal JSON-RPC error.', inside),
    cause: Object.assign(new Error('Transaction failed'), { cause: inside }),
    'cause of cause': Object.assign(new Error('x'), { cause: Object.assign(new Error('y'), { cause: inside }) }),
    error: { error: inside },
    'info.error': { code: 'UNKNOWN_ERROR', info: { error: inside } },
  })) {
    it(`F-57 refusalOf finds a decline in ${what}`, () => {
      expect(refusalOf(error)).to.equal('wallet-rejected');
    });
  }

  it('refusalOf ends when an error contains itself', () => {
    const loop: { code: number; cause?: unknown } = { code: -32603 };
    loop.cause = loop;
    expect(refusalOf(loop)).to.equal(null);
  });

  const words: [message: unknown, said: string | null][] = [
    [walletError(-32000, 'User rejected the request'), 'declined'],
    [walletError(-32000, 'Transaction denied by user'), 'declined'],
    [walletError(-32603, 'Cancelled by the user'), 'declined'],
    [walletError(undefined, 'User canceled'), 'declined'],
    [walletError(undefined, '用户取消了操作'), 'declined'],
    [Object.assign(new Error('no'), { name: 'UserRejectedRequestError' }), 'declined'],
    ['user closed modal', 'declined'],
    [walletError(-32000, 'tx rejected: nonce rejected'), null],
    [walletError(-32003, 'Transaction rejected'), null],
    [walletError(-32000, 'insufficient funds for gas * price + value'), 'no-gas'],
    [
      walletError(-32603, 'x', { message: 'execution reverted: ERC20: transfer amount exceeds balance' }),
      'would-revert',
    ],
    [new Error('Extension context invalidated.'), 'wallet-gone'],
    [new Error('Could not establish connection. Receiving end does not exist.'), 'wallet-gone'],
    [new Error('Attempting to use a disconnected port object'), 'wallet-gone'],
    [new Error('The message port closed before a response was received.'), 'wallet-gone'],
    [walletError(-32603, 'Pop up window failed to open'), 'window-blocked'],
    [new Error('Couldn’t open prompt'.replace('’', "'")), 'window-blocked'],
    [walletError(-32603, 'MetaMask Message Signature: User denied message signature.'), 'declined'],
    [walletError(-32603, 'Request expired. Please try again.'), null],
    [new Error('Popup window was blocked by the browser'), 'window-blocked'],
    [new Error('Popup blocked'), 'window-blocked'],
    [new Error('The pop-up window has been blocked. Please disable your popup blocker.'), 'window-blocked'],
    [new Error('Your browser blocked the popup'), 'window-blocked'],
    [new Error('Failed to open the wallet popup window'), 'window-blocked'],
    [new Error('Unable to open a new window'), 'window-blocked'],
    [new Error('Could not open popup'), 'window-blocked'],
    [new Error('Popup could not be opened'), 'window-blocked'],
    [new Error('Transaction sent, but the window was closed and its result could not be read'), null],
    [new Error('Popup window closed, could not get the transaction hash'), null],
    [new Error('window.ethereum.request failed'), null],
    [new Error('The popup failed'), null],
    [new Error('Popup opened, but the transaction was blocked by the node'), null],
    [new Error('User closed the popup window'), 'declined'],
    [walletError(-32603, 'Please enable Blind signing or Contract data in the Ethereum app Settings'), 'device'],
    [walletError(-32603, 'Ledger device: Locked device (0x5515)'), 'device'],
    [walletError(-32603, 'Ledger device: UNKNOWN_ERROR (0x650f)'), 'device'],
    [new Error('Condition of use not satisfied (denied by the user?) (0x6985)'), 'device'],
    [new Error('KeystoneError#Tx_canceled. Signing canceled, please retry'), 'device'],
    [new Error(`already known: 0x6985${'ab'.repeat(30)}`), null],
    [new Error('Rejected from user'), 'declined'],
    [walletError(-32603, 'Request rejected'), 'declined'],
    [new Error('cancelled'), 'declined'],
    ['Error: Canceled', 'declined'],
    [new Error('Signing canceled, please retry'), 'declined'],
    [walletError(-32000, 'Request rejected: daily limit exceeded'), null],
    [walletError(-32000, 'RPC request rejected'), null],
    [Object.assign(new Error('canceled'), { name: 'CanceledError' }), null],
    [Object.assign(new Error('The transaction timed out'), { cause: new Error('cancelled') }), null],
    [new Error('The order was cancelled'), null],
    [walletError(-32003, 'Transaction simulation failed: insufficient lamports 100, need 200'), 'no-gas'],
    [new Error('Attempt to debit an account but found no record of a prior credit.'), 'no-gas'],
    [walletError(-32000, 'not enough funds for gas'), 'no-gas'],
    [new Error('余额不足'), 'no-gas'],
    [walletError(-32603, 'Internal JSON-RPC error.'), null],
    [null, null],
  ];
  for (const [error, said] of words) {
    it(`saidBy is ${said} for ${error instanceof Error ? error.message : String(error)}`, () => {
      expect(saidBy(error)).to.equal(said);
    });
  }

  describe('on the console', () => {
    const { warn } = console;
    let lines: unknown[];
    beforeEach(() => {
      lines = [];
      console.warn = (...line: unknown[]) => void lines.push(...line);
    });
    afterEach(() => {
      console.warn = warn;
    });

    it('a failure that nobody understood stands without calldata', () => {
      const error = walletError(-32603, `odd 0x${'ab'.repeat(80)}`);
      for (const make of [walletFailure, unclearAnswer]) make(error, 'Odd wallet did not send');
      expect(lines).to.deep.equal(Array(2).fill('<hub-pay> Odd wallet did not send: -32603: odd 0x…'));
    });

    it('an understood one does not stand', () => {
      walletFailure(walletError(4001, 'no'), 'Known did not connect');
      walletFailure(new Error('Extension context invalidated.'), 'Known did not connect');
      unclearAnswer(walletError(-32000, 'User rejected'), 'Known did not send');
      expect(lines).to.deep.equal([]);
    });
  });

  it('walletFailure is a decline only when the payer declined', () => {
    const codeOf = (error: unknown): unknown[] => {
      const { code, reason, money } = walletFailure(error, 'W did not connect');
      return [code, reason, money];
    };
    expect(codeOf(walletError(4001, ''))).to.deep.equal(['wallet-rejected', undefined, 'not-sent']);
    expect(codeOf(walletError(-32000, 'Rejected by user'))).to.deep.equal(['wallet-rejected', undefined, 'not-sent']);
    expect(codeOf(walletError(-32603, 'Internal error'))).to.deep.equal(['wallet-failed', undefined, 'not-sent']);
    expect(codeOf(new Error('Extension context invalidated.'))).to.deep.equal([
      'wallet-failed',
      'wallet-gone',
      'not-sent',
    ]);
    const own = new HubPayError('offline', 'x');
    expect(walletFailure(own, 'x')).to.equal(own);
  });

  it('unclearAnswer keeps the outcome unknown, whatever the words are', () => {
    expect(unclearAnswer(walletError(-32000, 'User rejected'), 'W')).to.include({
      code: 'outcome-unknown',
      reason: 'declined',
      money: 'unknown',
    });
  });

  for (const [error, lacks] of [
    [new Error('"eth_requestAccounts" not implemented'), true],
    [new Error('Unsupported method: eth_requestAccounts'), true],
    [walletError(4200, 'x'), true],
    [new Error('eth_requestAccounts : refusé'), false],
    [new Error('Not supported'), false],
    [walletError(-32603, 'eth_requestAccounts is not supported'), false],
  ] as const)
    it(`lacksMethod is ${lacks} for "${walletMessage(error)}"`, () => {
      expect(lacksMethod(error, 'eth_requestAccounts')).to.equal(lacks);
    });

  it('walletMessage returns the code and the message of the error, or an empty text when there is none', () => {
    expect(walletMessage(walletError(-32603, 'Ledger device: locked'))).to.equal('-32603: Ledger device: locked');
    expect(walletMessage(new Error('no code'))).to.equal('no code');
    expect(walletMessage('just a text')).to.equal('just a text');
    expect(walletMessage(null)).to.equal('');
    expect(walletMessage({ message: { toString: () => 'x' } })).to.equal('');
  });

  it('I23 walletMessage leaves out calldata and signatures and cuts the text to 200 characters', () => {
    const signature = `0x${'ab'.repeat(65)}`;
    const hash = `0x${'cd'.repeat(32)}`;
    expect(walletMessage(new Error(`failed with ${signature} of ${hash}`))).to.equal(`failed with 0x… of ${hash}`);
    expect(walletMessage(new Error('x'.repeat(5_000))).length).to.equal(200);
  });
});

describe('provenRefusal', () => {
  it('is the refusal that the code means, for each code but that of a busy wallet', () => {
    expect(provenRefusal(walletError(4001, 'timeout'))).to.equal('wallet-rejected');
    expect(provenRefusal(walletError(4100, 'timeout'))).to.equal('wallet-locked');
    expect(provenRefusal(walletError(-32000, 'already pending'))).to.equal(null);
  });

  it('is null when only an error inside says that something was cancelled: the request of the wallet to its node', () => {
    const late = walletError(5000, 'The transaction timed out');
    expect(provenRefusal(Object.assign(late, { cause: new Error('canceled') }))).to.equal(null);
  });

  for (const [text, is] of [
    ["Request of type 'eth_sendTransaction' already pending for origin https://shop.network. Please wait.", true],
    ['Already processing eth_requestAccounts. Please wait.', true],
    ['already pending', true],
    ['Resource unavailable: a transaction request is already pending', true],
    ['Another request is waiting in the wallet', true],
    ['There are pending requests', true],
    ['request timed out', false],
    ['request timed out while waiting for the transaction', false],
    ['Request timed out, the transaction is still pending', false],
    ['Request time-out, already processing', false],
    ['Timeout: the request is pending', false],
    ['RPC request failed: server is busy', false],
    ['RPC request is still pending', false],
    ['Request sent, waiting for the receipt', false],
    ['request failed: transaction already pending', false],
    ['Transaction already pending', false],
    ['The request is pending in the mempool', false],
    ['busy', false],
    ['', false],
  ] as const)
    it(`${is ? 'proves' : 'does not prove'} that a busy wallet has sent nothing when it says "${text}"`, () => {
      expect(provenRefusal(walletError(-32002, text))).to.equal(is ? 'wallet-busy' : null);
    });
});
