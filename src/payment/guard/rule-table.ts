/** Lists the guard's rules for the documentation and the tests. */

/** Every rule of the guard, with its id. The error `quote-unsafe` names the rules that blocked a payment. */
export const ruleTable: readonly { name: string; description: string }[] = [
  {
    name: 'G01',
    description:
      'Each value has the right form and stays within its limits: amounts, addresses, ids, whole bytes, size, depth.',
  },
  {
    name: 'G02',
    description: 'Payer, recipient and currencies are those of this payment, and all steps have one request id.',
  },
  {
    name: 'G03',
    description:
      'The payer pays at most the shown amount, and the recipient gets at least the shown amount. If both ' +
      'currencies have the same id, the payment costs at most 5 %, plus app fees and a top-up that the ' +
      'page requests. The minimum keeps the slippage tolerance that the page requests. If an amount is ' +
      'only unusual, the payer sees a warning.',
  },
  {
    name: 'G04',
    description:
      'The steps are at most two approvals, or the nonce mapping of the venue, and then one payment. No step is ' +
      'unknown or already done. After a paying signature, only a signature with the same nonce is allowed, and ' +
      'the payer confirms it.',
  },
  {
    name: 'G05',
    description:
      'Every step is for the origin chain, which is pinned, is not disabled and takes deposits, and to ' +
      'which the wallet is connected.',
  },
  { name: 'G06', description: 'Every step is sent from the payer’s account, and the wallet still uses that account.' },
  {
    name: 'G07',
    description: 'The wallet never gets the service’s gas prices and gas limits, but makes its own estimate.',
  },
  {
    name: 'G10',
    description:
      'An approval is for the exact amount of the paying token, and only for the pinned contract. A first ' +
      'approval of 0 is allowed.',
  },
  {
    name: 'G11',
    description:
      'A deposit of the native currency goes to the pinned depository, with the exact amount, for this payer and ' +
      'order.',
  },
  { name: 'G12', description: 'A token deposit follows the rules of G11, and its token is the paying token.' },
  {
    name: 'G13',
    description:
      'A native transfer to a solver, instead of a deposit, has the exact amount, and is allowed only with ' +
      '`explicitDeposit: false`.',
  },
  {
    name: 'G14',
    description:
      'A token transfer to a solver or the depository follows the rules of G13, and its calldata ends with the id of ' +
      'the order or of the request.',
  },
  {
    name: 'G15',
    description:
      'Proxy and router take at most the price, and send it to the order or to the recipient. If an ' +
      'exchange is included, the payer sees the maximum amount that can leave the wallet. If nothing needs ' +
      'to be exchanged, the whole way must be verified. The payer sees each share of a solver.',
  },
  {
    name: 'G16',
    description:
      'A plain transfer has the exact amount, goes to the recipient, and is allowed only if nothing is ' + 'exchanged.',
  },
  { name: 'G17', description: 'Any other call is blocked, and the message names a known harmful one.' },
  {
    name: 'G18',
    description:
      'Each call of a batch is checked like a single call. The wallet must execute all calls or none, and gets no ' +
      'other request.',
  },
  {
    name: 'G19',
    description: 'A request contains only sender, target, calldata, value and chain, and never creates a contract.',
  },
  { name: 'G20', description: 'No request sets code for the payer’s account (EIP-7702).' },
  {
    name: 'G21',
    description:
      'All parts of the quote name the same deposit address, and the amount and the refund address are ' +
      'those that the payer saw. The registry cannot contain a deposit address, so the payer sees a warning.',
  },
  { name: 'G30', description: 'Only typed data is signed (EIP-712).' },
  {
    name: 'G31',
    description:
      'Typed data is of a known kind with fixed types, and its domain belongs to the paying token or to ' +
      'Permit2, on the origin chain.',
  },
  {
    name: 'G32',
    description:
      'An EIP-3009 authorization has the exact amount, is from this payer to a pinned solver or proxy, ' +
      'ends soon, and is posted only for this request.',
  },
  {
    name: 'G33',
    description:
      'A Permit2 transfer takes at most the price, through a pinned proxy, and its witness fixes the calls ' +
      'that the router makes. A Permit2 allowance is never signed.',
  },
  { name: 'G34', description: 'An EIP-2612 permit has the exact amount and is for a pinned approval proxy.' },
  {
    name: 'G35',
    description:
      'The nonce mapping has one of two known shapes, and ties the payer and the order to the nonce of the ' +
      'transfer.',
  },
  {
    name: 'G36',
    description:
      'A transfer at the venue moves exactly the paid token and amount to a pinned address, with the mapped nonce.',
  },
  {
    name: 'G40',
    description:
      'An SVM transaction is signed only by the payer and the page’s fee payer, and becomes invalid after ' +
      'its last block.',
  },
  {
    name: 'G41',
    description:
      'An SVM transaction calls only the programs that every chain has, the pinned depository and pinned programs. ' +
      'If a pinned program exchanges the money, the payer sees the maximum amount that can leave the wallet.',
  },
  {
    name: 'G42',
    description:
      'No SVM instruction gives an account or its tokens away, burns tokens, or creates an account that nothing ' +
      'needs. The message names the instruction.',
  },
  {
    name: 'G43',
    description:
      'An SVM transaction takes at most the price, rent and a limited fee. A token that takes a fee or runs a ' +
      'program with each transfer is blocked.',
  },
  {
    name: 'G44',
    description:
      'A deposit on an SVM chain goes to the vault of the pinned depository, with the exact amount, for this payer ' +
      'and order.',
  },
  {
    name: 'G45',
    description:
      'Lookup tables are read from the chain, and the compiled transaction contains the quoted ' +
      'instructions and no others.',
  },
  {
    name: 'G46',
    description:
      'In an SVM transaction, a wallet may change the blockhash and, up to a limit, the fee. Before and after the ' +
      'payment, it may add assertions of the program Lighthouse and, except to a direct transfer, one memo. A ' +
      'transaction with any other change is not sent.',
  },
  {
    name: 'G50',
    description: 'An endpoint that the service names is a plain path, so the request goes only to the base URL.',
  },
  {
    name: 'G51',
    description:
      'Requests to the service and to the venue’s exchange have limits in time and size. Like requests to chains, ' +
      'they follow no redirect, and send no cookies and no referrer.',
  },
  { name: 'G52', description: 'A message never contains a value that may include a signature.' },
  {
    name: 'G60',
    description: 'If the attestation is checked, it is the pinned solver’s signature and is for this payment.',
  },
  {
    name: 'G61',
    description:
      'If the quote contains the order, the order takes at most the price, pays only this recipient, refunds to this ' +
      'address on the origin chain, and runs no other calls. An order of an unknown form is blocked. Only the ' +
      'service can confirm that the id in the deposit belongs to this order.',
  },
  {
    name: 'G70',
    description:
      'A digest shows that the request to the wallet equals the confirmed request. The quote is at most 30 seconds ' +
      'old or, during the two signatures of a payment from the venue, at most 5 minutes.',
  },
];
