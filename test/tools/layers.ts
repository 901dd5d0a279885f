/** Defines the layers of `src`, and for each layer the layers that it can import. */

/** The lowest layers. Almost every other layer can import them. */
export const LEAVES: readonly string[] = ['errors', 'types', 'events', 'shared'];
/** What every chain family uses. */
export const VM_BASE: readonly string[] = ['vm/address', 'vm/registry', 'vm/family'];
/** Layers outside `payment` that the layers of `payment` can import. */
export const BELOW_PAYMENT: readonly string[] = [
  'api',
  'api/requests',
  'api/responses',
  ...VM_BASE,
  'vm/loader',
  'wallets',
];

/** A layer is a folder or a group of files. The files of a layer can import each other, and the layers in `imports`. */
export type Layer = readonly [layer: string, files: RegExp, imports: readonly string[]];

/**
 * All layers, the lowest layer first. A layer imports only layers that come before it in this list, so no circle is
 * possible.
 */
export const LAYERS: readonly Layer[] = [
  ['errors', /^src\/errors\.ts$/u, []],
  ['types', /^src\/types\.ts$/u, ['errors']],
  ['events', /^src\/events\.ts$/u, ['errors', 'types']],
  ['shared', /^src\/shared\//u, ['errors', 'types']],
  ['i18n/locales', /^src\/i18n\/locales\//u, []],
  ['i18n', /^src\/i18n\/[a-z-]+\.ts$/u, ['i18n/locales']],
  ['wallets', /^src\/wallets\//u, LEAVES],
  ['api/responses', /^src\/api\/responses\//u, LEAVES],
  ['api/requests', /^src\/api\/requests\//u, LEAVES],
  ['api', /^src\/api\/[a-z-]+\.ts$/u, [...LEAVES, 'api/requests', 'api/responses']],
  ['vm/address', /^src\/vm\/address\//u, LEAVES],
  ['vm/registry', /^src\/vm\/registry\//u, [...LEAVES, 'vm/address']],
  ['vm/family', /^src\/vm\/family\//u, [...LEAVES, 'api/responses', 'wallets']],
  ['vm/evm/abi', /^src\/vm\/evm\/abi\//u, []],
  ['vm/evm/guard', /^src\/vm\/evm\/guard\//u, [...LEAVES, ...VM_BASE, 'api/responses', 'vm/evm/abi']],
  ['vm/evm/chain', /^src\/vm\/evm\/chain\//u, [...LEAVES, ...VM_BASE, 'vm/evm/abi', 'vm/evm/guard']],
  ['vm/evm/wallet', /^src\/vm\/evm\/wallet\//u, [...LEAVES, ...VM_BASE, 'wallets', 'vm/evm/abi', 'vm/evm/chain']],
  [
    'vm/evm',
    /^src\/vm\/evm\/[a-z-]+\.ts$/u,
    [...LEAVES, ...VM_BASE, 'api/responses', 'vm/evm/guard', 'vm/evm/chain', 'vm/evm/wallet'],
  ],
  ['vm/svm/data', /^src\/vm\/svm\/data\//u, LEAVES],
  ['vm/svm/guard', /^src\/vm\/svm\/guard\//u, [...LEAVES, ...VM_BASE, 'api/responses', 'vm/svm/data']],
  ['vm/svm/chain', /^src\/vm\/svm\/chain\//u, [...LEAVES, ...VM_BASE, 'vm/svm/data', 'vm/svm/guard']],
  [
    'vm/svm/wallet',
    /^src\/vm\/svm\/wallet\//u,
    [...LEAVES, ...VM_BASE, 'wallets', 'vm/svm/data', 'vm/svm/guard', 'vm/svm/chain'],
  ],
  [
    'vm/svm',
    /^src\/vm\/svm\/[a-z-]+\.ts$/u,
    [...LEAVES, ...VM_BASE, 'vm/svm/data', 'vm/svm/guard', 'vm/svm/chain', 'vm/svm/wallet'],
  ],
  // A family in one folder, such as the venue.
  [
    'vm/<family>',
    /^src\/vm\/(?!(?:address|registry|family|evm|svm)\/)[a-z]+\//u,
    [...LEAVES, ...VM_BASE, 'wallets', 'api/responses'],
  ],
  [
    'vm/loader',
    /^src\/vm\/(?:families|adapter-for|check-address|takes-deposits)\.ts$/u,
    [...LEAVES, ...VM_BASE, 'vm/evm', 'vm/svm', 'vm/<family>', 'wallets'],
  ],
  ['payment/model', /^src\/payment\/model\//u, [...LEAVES, ...BELOW_PAYMENT]],
  ['payment/journal', /^src\/payment\/journal\//u, [...LEAVES, ...BELOW_PAYMENT, 'payment/model']],
  ['payment/guard', /^src\/payment\/guard\//u, [...LEAVES, ...BELOW_PAYMENT, 'payment/model']],
  ['payment/context', /^src\/payment\/context\//u, [...LEAVES, ...BELOW_PAYMENT, 'payment/model', 'payment/journal']],
  [
    'payment/quote',
    /^src\/payment\/quote\//u,
    [...LEAVES, ...BELOW_PAYMENT, 'payment/model', 'payment/guard', 'payment/context'],
  ],
  [
    'payment/assets',
    /^src\/payment\/assets\//u,
    [...LEAVES, ...BELOW_PAYMENT, 'payment/model', 'payment/context', 'payment/quote'],
  ],
  [
    'payment/track/outcome',
    /^src\/payment\/track\/outcome\//u,
    [...LEAVES, ...BELOW_PAYMENT, 'payment/model', 'payment/journal', 'payment/context'],
  ],
  ['payment/track/status', /^src\/payment\/track\/status\//u, [...LEAVES, ...BELOW_PAYMENT, 'payment/context']],
  [
    'payment/track/earlier',
    /^src\/payment\/track\/earlier\//u,
    [...LEAVES, ...BELOW_PAYMENT, 'payment/journal', 'payment/context', 'payment/track/outcome'],
  ],
  [
    'payment/track/tabs',
    /^src\/payment\/track\/tabs\//u,
    [
      ...LEAVES,
      ...BELOW_PAYMENT,
      'payment/model',
      'payment/journal',
      'payment/context',
      'payment/track/outcome',
      'payment/track/status',
      'payment/track/earlier',
    ],
  ],
  [
    'payment/track/search',
    /^src\/payment\/track\/search\//u,
    [
      ...LEAVES,
      ...BELOW_PAYMENT,
      'payment/journal',
      'payment/context',
      'payment/track/outcome',
      'payment/track/status',
    ],
  ],
  [
    'payment/track',
    /^src\/payment\/track\/[a-z-]+\.ts$/u,
    [
      ...LEAVES,
      ...BELOW_PAYMENT,
      'payment/model',
      'payment/journal',
      'payment/context',
      'payment/track/outcome',
      'payment/track/status',
      'payment/track/earlier',
      'payment/track/tabs',
      'payment/track/search',
    ],
  ],
  [
    'payment/pay',
    /^src\/payment\/pay\//u,
    [
      ...LEAVES,
      ...BELOW_PAYMENT,
      'payment/model',
      'payment/journal',
      'payment/context',
      'payment/quote',
      'payment/track/search',
    ],
  ],
  [
    'payment/history',
    /^src\/payment\/history\//u,
    [
      ...LEAVES,
      ...BELOW_PAYMENT,
      'payment/model',
      'payment/journal',
      'payment/context',
      'payment/track',
      'payment/track/outcome',
      'payment/track/status',
    ],
  ],
  [
    'payment/session',
    /^src\/payment\/session\//u,
    [
      ...LEAVES,
      ...BELOW_PAYMENT,
      'payment/model',
      'payment/journal',
      'payment/guard',
      'payment/context',
      'payment/quote',
      'payment/assets',
      'payment/track',
      'payment/pay',
      'payment/history',
    ],
  ],
  ['server/proxy', /^src\/server\/proxy\//u, [...LEAVES, 'api', 'api/requests', ...VM_BASE]],
  // The code that verifies a payment, which the ledger shares with `verifyPayment`. The files `node-…` connect a
  // handler to Node's http server. They belong to the layer `server`, because they know nothing about payments.
  [
    'server/verify',
    /^src\/server\/(?!index|node-)[a-z-]+\.ts$/u,
    [...LEAVES, 'api', 'api/requests', 'api/responses', ...VM_BASE, 'vm/evm', 'vm/evm/guard'],
  ],
  [
    'server/ledger',
    /^src\/server\/ledger\//u,
    [...LEAVES, 'api', 'api/requests', ...VM_BASE, 'vm/evm/chain', 'vm/svm/chain', 'server/verify'],
  ],
  [
    'server',
    /^src\/server\/(?:index|node-[a-z-]+)\.ts$/u,
    [...LEAVES, 'api/requests', 'server/proxy', 'server/verify', 'server/ledger'],
  ],
  ['ui/styles', /^src\/ui\/styles\//u, []],
  ['ui/context', /^src\/ui\/context\//u, [...LEAVES, 'i18n', 'payment/model', 'payment/assets']],
  ['ui/parts', /^src\/ui\/parts\//u, [...LEAVES, 'i18n', 'payment/model', 'ui/context']],
  ['ui/views', /^src\/ui\/views\//u, [...LEAVES, 'i18n', 'i18n/locales', 'payment/model', 'ui/context', 'ui/parts']],
  [
    'ui/deposit',
    /^src\/ui\/deposit\//u,
    [...LEAVES, 'i18n', 'i18n/locales', 'payment/model', 'ui/context', 'ui/parts'],
  ],
  [
    'ui/phone',
    /^src\/ui\/phone\//u,
    [...LEAVES, 'i18n/locales', 'wallets', 'payment/model', 'ui/context', 'ui/parts', 'ui/deposit'],
  ],
  ['ui/pictures', /^src\/ui\/pictures\//u, ['ui/context']],
  ['ui/choices', /^src\/ui\/choices\//u, [...LEAVES, 'i18n/locales', 'payment/model', 'ui/context', 'ui/parts']],
  ['ui/amount', /^src\/ui\/amount\//u, [...LEAVES, 'i18n', 'i18n/locales', 'payment/model', 'ui/context']],
  [
    'ui/history',
    /^src\/ui\/history\//u,
    [
      ...LEAVES,
      'i18n',
      'i18n/locales',
      'payment/model',
      'payment/history',
      'payment/session',
      'ui/context',
      'ui/parts',
    ],
  ],
  ['ui', /^src\/ui\/[a-z-]+\.ts$/u, [...LEAVES, 'i18n', 'payment/model', 'ui/context', 'ui/parts', 'ui/views']],
  // Test mode. The element loads it only for `base-url="demo:"`.
  [
    'testing',
    /^src\/testing\//u,
    [...LEAVES, 'i18n', 'i18n/locales', ...VM_BASE, 'wallets', 'payment/model', 'payment/session', 'ui'],
  ],
  [
    'element/controllers',
    /^src\/element\/controllers\//u,
    [...LEAVES, 'i18n', 'i18n/locales', 'payment/model', 'payment/session', 'ui/context', 'ui/history', 'testing'],
  ],
  [
    'element/properties',
    /^src\/element\/(?:form-control|label|payer-locale|propert[a-z-]+|repaired-element)\.ts$/u,
    [...LEAVES, 'i18n', 'i18n/locales', 'wallets'],
  ],
  // Prices in another currency. The element loads it only for `currency`.
  [
    'element/currency',
    /^src\/element\/currency\//u,
    [...LEAVES, 'i18n', 'i18n/locales', 'ui', 'ui/context', 'element/properties'],
  ],
  [
    'element/checkout',
    /^src\/element\/checkout\//u,
    [
      ...LEAVES,
      'i18n/locales',
      'vm/loader',
      'payment/model',
      'payment/session',
      'ui',
      'ui/styles',
      'ui/context',
      'ui/amount',
      'ui/deposit',
      'ui/choices',
      'ui/phone',
      'ui/pictures',
      'ui/history',
      'testing',
      'element/properties',
      'element/controllers',
      'element/currency',
    ],
  ],
  // The entry. The entry imports the checkout only when the element needs the checkout.
  [
    'element',
    /^src\/element\/(?!form-control|label|payer-locale|propert|repaired)[a-z-]+\.ts$/u,
    [
      ...LEAVES,
      'i18n',
      'i18n/locales',
      'payment/model',
      'payment/journal',
      'payment/session',
      'ui',
      'ui/styles',
      'element/properties',
      'element/controllers',
      'element/checkout',
    ],
  ],
  [
    'headless',
    /^src\/headless\.ts$/u,
    [
      ...LEAVES,
      ...BELOW_PAYMENT,
      'payment/model',
      'payment/guard',
      'payment/assets',
      'payment/history',
      'payment/session',
    ],
  ],
  // What the page bundles: a language of its own choice.
  ['locales', /^src\/locales\//u, ['i18n', 'i18n/locales']],
  [
    'cli',
    /^src\/cli(?:\.ts$|\/)/u,
    [...LEAVES, 'i18n', 'i18n/locales', 'locales', 'api', ...VM_BASE, 'vm/loader', 'server/ledger'],
  ],
  ['react', /^src\/react\.ts$/u, ['events', 'element', 'element/properties']],
  ['index', /^src\/index\.ts$/u, [...LEAVES, 'element', 'i18n/locales', 'headless']],
];
