/**
 * The words that no text for a payer contains: exclamation marks, blame, praise, and the jargon of the field. A payer
 * reads "pay, send, fee, network, return" instead.
 */

/** Matches whole words. In each word, `…` stands for any ending. */
const words = (...all: string[]): RegExp =>
  new RegExp(
    String.raw`[!！¡]|(?<![\p{L}\p{M}])(?:${all.join('|').replaceAll('…', String.raw`[\p{L}\p{M}]*`)})(?![\p{L}\p{M}])`,
    'iu',
  );

/** Matches a word anywhere, for languages that write no spaces between words. */
const anywhere = (...all: string[]): RegExp => new RegExp(`[!！]|${all.join('|')}`, 'iu');

/** English words of the field that other languages have borrowed. */
const BORROWED = ['bridge…', 'swap…', 'gas', 'slippage', 'intents?', 'solver…', 'revert…', 'calldata', 'oops'];

const HINDI = ['ब्रिज', 'स्वैप', 'गैस', 'स्लिपेज', 'ट्रांज़ैक्शन', 'ट्रांजैक्शन', 'अमान्य', 'सफलतापूर्वक', 'उफ़'];

/** By the tag of the language. A language without a row only avoids the English words. */
const OWN: Readonly<Record<string, RegExp>> = {
  en: words(
    'bridge',
    'swap',
    'gas',
    'slippage',
    'intent',
    'solver',
    'revert(?:ed)?',
    'transactions?',
    'calldata',
    'oops',
    'invalid',
    'successfully',
  ),
  de: words(...BORROWED, 'brücke…', 'transaktion…', 'hoppla', 'ups', 'ungültig…', 'erfolgreich…'),
  es: words(
    ...BORROWED,
    'puente…',
    'deslizamiento',
    'transacci[oó]n(?:es)?',

    'ups',
    'inválid…',
    'éxito',
    'exitosa…',
  ),
  'pt-BR': words(...BORROWED, 'gás', 'transaç(?:ão|ões)', 'derrapagem', 'ops', 'inválid…', 'sucesso', 'ponte…'),
  fr: words(...BORROWED, 'gaz', 'passerelle…', 'glissement', 'transactions?', 'oups', 'invalides?', 'succès', 'pont'),
  it: words(...BORROWED, 'ponte', 'transazion[ei]', 'scivolamento', 'ops', 'non valid[oaie]', 'con successo'),
  tr: words(...BORROWED, 'gaz', 'takas…', 'köprü…', 'kayma', 'işlem…', 'geçersiz…', 'başarıyla', 'hay aksi'),
  id: words(...BORROWED, 'jembatan', 'transaksi…', 'selip', 'ups', 'tidak valid', 'berhasil'),
  vi: words(
    ...BORROWED,
    'cầu nối',
    'hoán đổi',
    'phí gas',
    'trượt giá',
    'giao dịch',
    'không hợp lệ',
    'thành công',
    'rất tiếc',
  ),
  ja: anywhere(
    'ブリッジ',
    'スワップ',
    'ガス',
    'スリッページ',
    'インテント',
    'ソルバー',
    'リバート',
    'トランザクション',
    'コールデータ',
    'おっと',
    '無効',
    '成功',
  ),
  ko: anywhere(
    '브리지',
    '브릿지',
    '스왑',
    '가스',
    '슬리피지',
    '인텐트',
    '솔버',
    '리버트',
    '트랜잭션',
    '콜데이터',

    '유효하지',
    '잘못된',
    '성공',
  ),
  'zh-Hans': anywhere(
    '跨链桥',
    '桥接',
    '兑换路径',
    '燃料费',
    'gas',
    '滑点',
    '意图',
    '求解器',
    '回滚',
    '交易哈希',
    '哎呀',
    '无效',
    '成功',
  ),
  'zh-Hant': anywhere(
    '跨鏈橋',
    '橋接',
    '燃料費',
    'gas',
    '滑點',
    '滑價',
    '意圖',
    '求解器',
    '回滾',
    '交易雜湊',
    '哎呀',
    '無效',
    '成功',
  ),
  ar: anywhere('جسر', 'مبادلة', 'الغاز', 'انزلاق', 'غير صالح', 'غير صحيح', 'بنجاح', 'معاملة', 'المعاملات', 'عفو'),
  hi: words(...BORROWED, ...HINDI),
  ru: words(
    ...BORROWED,
    'мост…',
    'свап…',
    'своп…',
    'газ(?:а|ом|у|е)?',
    'проскальзывани…',
    'транзакци…',
    'недействительн…',
    'неверн…',
    'успешно',
    'упс',
  ),
};

/**
 * Returns a pattern that matches each word that texts of this language must not contain.
 * @param tag the tag of the language
 */
export const forbiddenWords = (tag: string): RegExp => OWN[tag] ?? words(...BORROWED);
