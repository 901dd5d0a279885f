/** Every guard rule with its id and one line of what it checks, for the documentation and the tests. */

/** The guard's rules. Their ids stand in the guard's notes, in the `details` of `quote-unsafe` and in comments. */
export const ruleTable: readonly { name: string; description: string }[] = [
  {
    name: 'G01',
    description: 'Everything has its form and its bounds: amounts, addresses, ids, whole bytes, size, depth.',
  },
  { name: 'G02', description: 'Payer, recipient and currencies are those of this payment, under one request id.' },
  {
    name: 'G03',
    description:
      'No more is taken and no less given than agreed, in the numbers that are shown; what is only odd is a warning.',
  },
  {
    name: 'G04',
    description: 'The steps are two approvals at most, then one payment; none is unknown or done already.',
  },
  {
    name: 'G05',
    description: 'Every step is for the origin chain, which is pinned and open, and which the wallet is on.',
  },
  { name: 'G06', description: 'Every step is sent from the payer’s account, which the wallet still has in use.' },
  { name: 'G07', description: 'No gas price or limit of the service’s is passed on: the wallet estimates.' },
  {
    name: 'G10',
    description:
      'An approval is of the token that pays, of exactly the amount, or of 0 before it, to a pinned contract.',
  },
  {
    name: 'G11',
    description: 'A deposit of the native currency goes to the pinned depository, exact, for this payer and order.',
  },
  { name: 'G12', description: 'A deposit of a token likewise, and of the token that pays.' },
  {
    name: 'G13',
    description:
      'A native transfer to a solver, not a deposit, is exact, and only where `explicitDeposit: false` was asked for.',
  },
  { name: 'G14', description: 'A token transfer to a solver or the depository likewise, with the order at its end.' },
  {
    name: 'G15',
    description:
      'Proxy and router take no more than the price and bring it to the order or the recipient; where an exchange ' +
      'lies between, the payer reads how much can leave the wallet at most.',
  },
  {
    name: 'G16',
    description: 'A plain transfer is exact and goes to the recipient. It is allowed only if nothing is exchanged.',
  },
  { name: 'G17', description: 'Any other call is blocked; the well-known harmful ones by their names.' },
  {
    name: 'G18',
    description:
      'Calls that are sent together are each judged like a single call. They are all or none, and nothing else ' +
      'is asked of the wallet.',
  },
  {
    name: 'G19',
    description: 'A request has sender, target, calldata, value and chain, nothing else, and creates no contract.',
  },
  { name: 'G20', description: 'Nothing sets code for the payer’s account (EIP-7702).' },
  {
    name: 'G21',
    description:
      'A deposit address is the same in every place, and what is sent to it and where it returns are what is shown. ' +
      'Nothing pins the address: the screen says so.',
  },
  { name: 'G30', description: 'A signature is of typed data (EIP-712); nothing else is signed.' },
  {
    name: 'G31',
    description:
      'What is signed is of a few known kinds, its types are ours, its domain is that of the token that pays, or of ' +
      'Permit2, on the origin chain.',
  },
  {
    name: 'G32',
    description:
      'An EIP-3009 authorization is exact, of this payer, for a pinned solver or proxy, and ends soon; it is posted ' +
      'for this request alone.',
  },
  {
    name: 'G33',
    description:
      'A Permit2 transfer takes at most the price through a pinned proxy, and names what its solver may do with it; ' +
      'an allowance there is never signed.',
  },
  { name: 'G34', description: 'An EIP-2612 permit is exact and for a pinned approval proxy.' },
  {
    name: 'G50',
    description: 'What is asked at the service stays there: its endpoints are plain paths below the base address.',
  },
  {
    name: 'G51',
    description: 'Requests are bounded in time and size, follow no redirect, and carry neither cookies nor referrer.',
  },
  { name: 'G52', description: 'What may hold a signature is kept out of messages.' },
  {
    name: 'G60',
    description:
      'The solver’s signature over the request, where it is checked, is the pinned solver’s and for this payment.',
  },
  {
    name: 'G61',
    description:
      'The order, where the quote shows it, takes no more, pays this recipient and refunds to this address, and runs ' +
      'no other calls. That the id in the deposit is this order’s is the service’s word.',
  },
  {
    name: 'G70',
    description: 'What is sent is what was confirmed, compared by a digest, and not older than 30 seconds.',
  },
];
