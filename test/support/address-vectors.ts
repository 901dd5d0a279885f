/**
 * Right and wrong addresses of all chain types. The comment above each list names the publication of its addresses. If
 * a comment begins with "Made", the test's author changed a published address in the way that the comment describes.
 */
import type { AddressProblem, VmType } from '../../src/types.js';

export type WrongAddress = readonly [text: string, fault: AddressProblem['fault']];

/** One right address of each family. A test gives this address to another family. */
const OF = {
  evm: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  svm: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  bvm: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  segwit: 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
  tvm: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  tonvm: 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
  suivm: '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7',
};

const fromOthers = (...names: (keyof typeof OF)[]): WrongAddress[] => names.map((name) => [OF[name], 'family']);
const lines = (text: string): string[] => text.trim().split(/\s+/u);
const wrong = (fault: WrongAddress[1], texts: readonly string[]): WrongAddress[] => texts.map((text) => [text, fault]);

const evmRight = [
  // EIP-55, "Test cases", and ERC-1191, "Test cases" for Ethereum.
  ...lines(`
    0x52908400098527886E0F7030069857D2E4169EE7 0x8617E340B3D01FA5F11F306F4090FD50E238070D
    0xde709f2102306220921060314715629080e2fb77 0x27b1fdb04752bbc536007a920d24acb045561c26
    0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed 0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359
    0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB 0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb
    0x3599689E6292b81B2d85451025146515070129Bb 0x6549f4939460DE12611948b3f82b88C3C8975323
    0x66f9664f97F2b50F62D13eA064982f936dE76657 0x88021160C5C792225E4E5452585947470010289D
  `),
  // Contracts of USDC, USDT, WETH and DAI on Ethereum, and of USDC on Base and Arbitrum, as their issuers publish them.
  ...lines(`
    0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 0xdAC17F958D2ee523a2206206994597C13D831ec7
    0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2 0x6B175474E89094C44Da98b954EedeAC495271d0F
    0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 0xaf88d065e77c8cC2239327C5EDb3A432268e5831
  `),
  // Made: an address in lower case, and an address in upper case. Such addresses have no checksum.
  '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED',
];

const evmWrong: WrongAddress[] = [
  // ERC-1191, "Test cases" for another network. Their checksums differ from the checksums of EIP-55.
  ...wrong(
    'case',
    lines(`
      0x27b1FdB04752BBc536007A920D24ACB045561c26 0x3599689E6292B81B2D85451025146515070129Bb
      0x52908400098527886E0F7030069857D2E4169ee7 0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD
      0x88021160c5C792225E4E5452585947470010289d 0x66F9664f97f2B50F62d13EA064982F936de76657
      0xD1220A0Cf47c7B9BE7a2e6ba89F429762E7B9adB 0xFb6916095cA1Df60bb79ce92cE3EA74c37c5d359
    `),
  ),
  // Made: the case of one letter of ERC-1191's addresses is changed.
  ['0x52908400098527886E0F7030069857D2e4169ee7', 'checksum'],
  ['0x88021160C5C792225E4E5452585947470010289d', 'checksum'],
  // Made: the case of one letter is changed, and then one digit is changed.
  ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'checksum'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee', 'checksum'],
  // Made: one digit fewer, one digit more, no prefix, another prefix, a space, and a letter that is not a hex digit.
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'form'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0', 'form'],
  ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'form'],
  ['0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'form'],
  [' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'form'],
  ['0xgaAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'form'],
  ['vitalik.eth', 'form'],
  ['', 'form'],
  ...fromOthers('svm', 'bvm', 'segwit', 'tvm', 'tonvm', 'suivm'),
];

export const rightAddresses: Readonly<Record<VmType, readonly string[]>> = {
  evm: evmRight,
  hypevm: evmRight,
  // Made, because no list is published: an account index is any whole number above zero.
  lvm: [...evmRight, '1', '281474976710655', '509564'],
  svm: [
    // Solana cookbook, "How to validate a public key" and "How to restore a keypair".
    ...lines(`
      24PNhTaNtomHhoy3fTRaMhAFCRj4uHqhZEEoWrKDbR5p 5oNDL3swdJJF1g9DzJiZ4ynHXgszjAEpUkxVYejchzrY
      4BJXYkfvg37zEmBbsacZjeQDpTNx91KppxFJxRqrz48e G1wZ113tiUHdSpQEBcid8n1x8BAvcWZoZgxPKxgE5B7o
    `),
    // Mints and programs, as their issuers publish them: USDC, USDT, JUP, BONK, mSOL, jitoSOL, wrapped ETH and SOL.
    ...lines(`
      EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB
      JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263
      mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn
      7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs So11111111111111111111111111111111111111112
      JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4 whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc
      675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8 metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s
      MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb
      TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL
      11111111111111111111111111111111 SysvarC1ock11111111111111111111111111111111
    `),
  ],
  bvm: [
    // BIP-173, "Examples", and BIP-350, "Test vectors for v0-v16 native segregated witness addresses".
    ...lines(`
      BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 BC1SW50QGDZ25J bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs
      bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3
      bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y
      bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0
    `),
    // BIP-341, wallet test vectors, then BIP-86 and BIP-84, test vectors.
    ...lines(`
      bc1p2wsldez5mud2yam29q22wgfh9439spgduvct83k3pm50fcxa5dps59h4z5
      bc1pz37fc4cn9ah8anwm4xqqhvxygjf9rjf2resrw8h8w4tmvcs0863sa2e586
      bc1punvppl2stp38f7kwv2u2spltjuvuaayuqsthe34hd2dyy5w4g58qqfuag5
      bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr
      bc1p4qhjn9zdvkux4e44uhx8tc55attvtyu358kutcqkudyccelu0was9fqzwh
      bc1p3qkhfews2uk44qtvauqyr2ttdsw7svhkl9nkm9s9c3x4ax5h60wqwruhk7
      bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g
      bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el
    `),
    // Bitcoin Core, base58_keys_valid.json, then the first block, then Bitcoin wiki, "Invoice address" and "Prefixes".
    ...lines(`
      1AGNa15ZQXAZUgFiqJ2i7Z2DPU2J6hW62i 3CMNFxN1oHBc4R1EpboAL5yzHGgE611Xou
      1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2
      3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy 17VZNX1SN5NtKa8UQFxwQbFeFc3iqRYhem 3EktnHQD7RiAE6uzMj2ZifT9YgRrkSgzQX
    `),
  ],
  // Tokens on Tron as their issuers publish them, accounts of exchanges, and the examples of the TRON documentation.
  tvm: lines(`
    TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8 TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR
    TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4 TAFjULxiVgT4qWk6UZwjqwZXTSaGaqnVp4
    TCFLL5dx5ZJdKnWuesXxi1VPwjLVmWZZy9 TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7 TSSMHYeV2uE9qYH95DqyoCuNCzEL1NvU3S
    TXpw8XeWYeTUd4quDskoUqeQPowRh4jY65 THb4CqiFdwNHsWsQCs4JhzwjMWys4aqCbF TMwFHYXLJaRUPeW6421aqXL4ZEzPRFGkGT
    TWd4WrZ9wn84f5x1hZhL4DHvk738ns5jwb TMuA6YqfCeX8EhbfYEg5y7S4DqzSJireY9 TV6MuMXfmLbBqPZvBHdwFsDnQeVfnmiuSi
    TVjsyZ7fYF3qLF6BQgPmTEZy1xrNNyVAAA TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g TPL66VK2gCXNCD7EJg9pgJRfqcRazjhUZY
    TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL TJRabPrwbZy45sbavfcjinPJC18kjpRTv8 TGehVcNhud84JDCGrNHKVz9jEAVKUpbuiv
  `),
  tonvm: [
    // TON documentation, "Address formats" and "TON cookbook", then TEP-2, then contracts of the network itself.
    ...lines(`
      EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPuwA
      0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e
      -1:fcb91a3a3816d0f7b8c2c76108b8a9bc5a6b7a55bd79f8ab101c52db29232260
      EQBvI0aFLnw2QbZgjMPCLRdtRHxhUyinQudg6sdiohIwg5jL UQBvI0aFLnw2QbZgjMPCLRdtRHxhUyinQudg6sdiohIwg8UO
      Ef8zMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzMzM0vF Ef9VVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVVbxn
      Ef80UXx731GHxVr0-LYf3DIViMerdo3uJLAG3ykQZFjXz2kW Ef_lZ1T4NCb2mwkme9h2rJfESCE0W34ma9lWp7-_uY3zXDvq
      EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c Ef8AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAU
    `),
    // Jetton masters and wallets, as their issuers publish them.
    ...lines(`
      EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs EQAvlWFDxGF2lXm67y4yzC17wYKD9A0guwPkMs1gOsM__NOT
      EQB3ncyBUTjZUA5EnFKR5_EnOMI9V1tTEAAPaiU71gc4TiUt EQCM3B12QK1e4yZSf8GtBRT0aLMNyEsBc_DhVfRRtOEffLez
      EQBynBO23ywHy_CgarY9NK9FTz0yDsG82PtcbSTQgGoXwiuA EQA2kCVNwVsil2EM2mB0SkXytxCqQjS4mttjDpnXmwG9T6bO
      EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N EQB-MPwrd1G6WKNkLz_VnV6WqBDd142KMQv-g1O-8QUA3728
    `),
    // Made: the first address in plain base64.
    'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff+W72r5gqPrHF',
  ],
  suivm: [
    // Sui TypeScript SDK, key pair tests. Only the length of a Sui address can be checked.
    ...lines(`
      0xa2d14fad60c56049ecf75246a481934691214ce413e6a8ae2fe6834c173a6133
      0x1ada6e6f3f3e4055096f606c746690f1108fcc2ca479055cc434a3e1d3f758aa
      0xe69e896ca10f5a77732769803cc2b5707f0ab9d4407afb5e4b4464b89769af14
      0x9e8f732575cc5386f8df3c784cd3ed1b53ce538da79926b2ad54dcc1197d2532
      0x9fd5a804ed6b46d36949ff7434247f0fd594673973ece24aede6b86a7b5dae01
      0x60287d7c38dee783c2ab1077216124011774be6b0764d62bd05f32c88979d5c5
    `),
    // Sui documentation: the packages and objects of the system, in full length.
    ...['1', '2', '3', '5', '6', '7', '8', '403', 'dee9'].map((id) => `0x${id.padStart(64, '0')}`),
    // Coin packages, as their issuers publish them: USDC, its bridged forms, bridged USDT and ETH, and DEEP.
    ...lines(`
      0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7
      0x5d4b302506645c37ff133b98c4b50a5ae14841659738d6d733d59d0d217a93bf
      0xc060006111016b8a020ad5b33834984a437aaa7d3c74c18e09a95d48aceab08c
      0xaf8cd5edc19c4512f4259f0bee101a40d41ebed738ade5874359610ef8eeced5
      0xdeeb7a4662eec9f2f3def03fb937a663dddaa2e215b8078a284d026b7946c270
      0xDEEB7A4662EEC9F2F3DEF03FB937A663DDDAA2E215B8078A284D026B7946C270
    `),
  ],
};

export const wrongAddresses: Readonly<Record<VmType, readonly WrongAddress[]>> = {
  evm: evmWrong,
  hypevm: evmWrong,
  lvm: [...evmWrong, ...wrong('form', ['0', '-1', '1.5', '01', '0x1', '1e3', '1'.repeat(19)])],
  svm: [
    // Made of the USDC mint: shorter, longer, with a letter that base58 does not have, with spaces, with two letters
    // more, and with a digit in front.
    ...wrong('form', [
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1vv',
      '0PjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'OPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'IPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'lPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      ' EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v ',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDtzv1z',
      '1EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      '1'.repeat(31),
      '1'.repeat(33),
      // The first key of RFC 8032 in base64, a name, and an empty text.
      '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
      'acme.sol',
      '',
    ]),
    ...fromOthers('evm', 'bvm', 'segwit', 'tvm', 'tonvm', 'suivm'),
  ],
  bvm: [
    // BIP-173 and BIP-350, invalid addresses: another human-readable part, version, length and padding.
    ...wrong(
      'form',
      lines(`
        tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty BC13W508D6QEJXTDG4Y5R3ZARVARY0C5XW7KN40WF2 bc1rw5uspcuh
        BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du bc1gmk9yu bc1pw5dgrnzv
        BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R
        bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4
        bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav
        bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf
      `),
    ),
    // The same lists: letters of both cases, a wrong checksum, and the checksum of the other version.
    ...wrong(
      'checksum',
      lines(`
        tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7
        bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5 bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh
        bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd
        BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL
      `),
    ),
    // The valid addresses of a test network in the same lists, and in base58_keys_valid.json of Bitcoin Core.
    ...wrong(
      'test-network',
      lines(`
        tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7
        tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c
        mo9ncXisMeAoXwqcV5EWuyncbmCcQN4rVs 2N2JD6wb56AfK4tfmM6PwdVmoYk2dCKf4Br
      `),
    ),
    // Made of the address of the first block: one character is changed, the case of one letter is changed, or some
    // characters are removed.
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum'],
    ['1A1zp1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'checksum'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfN', 'checksum'],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7Div', 'form'],
    ...fromOthers('evm', 'svm', 'tvm', 'tonvm', 'suivm'),
  ],
  tvm: [
    // Made of the USDT contract: one character is changed at several places, and then the case of one letter is
    // changed.
    ...wrong(
      'checksum',
      lines(`
        TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj5t TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjMj6t
        TR8NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t TR7NHqjeKQxGTCi8q8zY4pL8otSzgjLj6t TR7nHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t
        TR7NHqjeKQxGTCi8q8ZY4pL8oTSzgjLj6t
      `),
    ),
    // Made: shorter, longer, with letters that base58 does not have, with letters of one case, and with a space. Then
    // the form in hex, and an empty text.
    ...wrong('form', [
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tt',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLjIt',
      'Tr7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      'tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t',
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ',
      '41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
      '',
    ]),
    ...fromOthers('evm', 'svm', 'bvm', 'segwit', 'tonvm', 'suivm'),
  ],
  tonvm: [
    // The test-only forms in the TON documentation, and in TEP-2 in both alphabets.
    ...wrong(
      'test-network',
      lines(`
        kQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPgpP 0QDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPleK
        kf_8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15-KsQHFLbKSMiYIny kf/8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15+KsQHFLbKSMiYIny
      `),
    ),
    // Made of the documentation's address: one character is changed, the case of a letter is changed, and the flag of
    // another form is set.
    ...wrong(
      'checksum',
      lines(`
        EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHG EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPsHF
        EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W73r5gqPrHF EQDKBjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF
        UQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF Ef_KbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF
      `),
    ),
    // Made: shorter, longer, without a flag, in both alphabets at once, with another chain number, and wrong raw forms.
    ...wrong('form', [
      'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrH',
      'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHFA',
      'AQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
      'kf/8uRo6OBbQ97jCx2EIuKm8Wmt6Vb15-KsQHFLbKSMiYIny',
      'EQHKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF',
      '0:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3',
      '2:ca6e321c7cce9ecedf0a8ca2492ec8592494aa5fb5ce0387dff96ef6af982a3e',
      'acme.ton',
    ]),
    ...fromOthers('evm', 'svm', 'bvm', 'tvm', 'suivm'),
  ],
  suivm: [
    // Made of the USDC package: shorter, longer, without a prefix, with another prefix, with another letter and with
    // spaces. Then a coin type and a name.
    ...wrong('form', [
      '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e',
      '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e77',
      'dba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7',
      '0Xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7',
      '0xgba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7',
      '0xOba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7',
      ' 0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7',
      '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7 ',
      '0xdba34672e30cb065b1f93e3ab55318768fd6fef66c15942c9f7cb846e2f900e7::usdc::USDC',
      '0xdba3…00e7',
      '0x2',
      '0x02',
      '0x',
      '',
      'acme.sui',
      '@acme',
    ]),
    ...fromOthers('evm', 'svm', 'bvm', 'segwit', 'tvm', 'tonvm'),
  ],
};
