/** Writes an SVM program as an ELF file that the loader accepts. */

export const INSTRUCTION_BYTES = 8;

/** A call of a runtime function by the instruction with this index. */
export interface RuntimeCall {
  readonly instruction: number;
  readonly name: string;
}

/** The instruction with this index needs the address of the constant at this offset. */
export interface ConstantUse {
  readonly instruction: number;
  readonly offset: number;
}

export interface ProgramParts {
  readonly code: Uint8Array;
  readonly constants: Uint8Array;
  readonly constantUses: readonly ConstantUse[];
  readonly calls: readonly RuntimeCall[];
}

/** The loader puts the program at this address. In this file, the address of a section is also its offset. */
const PROGRAM_REGION = 0x1_0000_0000n;
const HEADER = 64;
const SEGMENT = 56;
const SECTION = 64;
const SYMBOL = 24;
const RELOCATION = 16;
const TAG = 16;
const SECTIONS = ['', '.text', '.rodata', '.dynsym', '.dynstr', '.rel.dyn', '.dynamic', '.shstrtab'];
/** The type of a relocation that connects a call to a runtime function. */
const R_BPF_64_32 = 10n;

export function writeElf({ code, constants, constantUses, calls }: ProgramParts): Uint8Array {
  const names = [...new Set(calls.map(({ name }) => name))];
  const strings = stringTable(['', ...names, ENTRY]);
  const sectionNames = stringTable(SECTIONS);
  const sizes = [
    code.length,
    constants.length,
    SYMBOL * (names.length + 2),
    strings.bytes.length,
    RELOCATION * calls.length,
    TAG * 7,
    sectionNames.bytes.length,
  ];
  const offsets: number[] = [];
  let end = HEADER + 3 * SEGMENT;
  for (const size of sizes) {
    offsets.push(end);
    end = (end + size + 7) & ~7;
  }
  const [text = 0, rodata = 0, dynsym = 0, dynstr = 0, rel = 0, dynamic = 0, shstrtab = 0] = offsets;
  const file = new Uint8Array(end + SECTIONS.length * SECTION);
  const view = new DataView(file.buffer);
  const put16 = (at: number, value: number): void => view.setUint16(at, value, true);
  const put32 = (at: number, value: number): void => view.setUint32(at, value, true);
  const put64 = (at: number, value: number): void => view.setBigUint64(at, BigInt(value), true);

  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  put16(16, 3);
  put16(18, 247);
  put32(20, 1);
  for (const [at, value] of [[24, text] as const, [32, HEADER] as const, [40, end] as const]) put64(at, value);
  [HEADER, SEGMENT, 3, SECTION, SECTIONS.length, SECTIONS.length - 1].forEach((value, index) =>
    put16(52 + 2 * index, value),
  );

  const segments = [
    { type: 1, flags: 5, from: text, to: dynsym },
    { type: 1, flags: 4, from: dynsym, to: shstrtab },
    { type: 2, flags: 4, from: dynamic, to: dynamic + TAG * 7 },
  ];
  segments.forEach(({ type, flags, from, to }, index) => {
    const at = HEADER + index * SEGMENT;
    put32(at, type);
    put32(at + 4, flags);
    [from, from, from, to - from, to - from, 8].forEach((value, field) => put64(at + 8 + 8 * field, value));
  });

  file.set(code, text);
  file.set(constants, rodata);
  file.set(strings.bytes, dynstr);
  file.set(sectionNames.bytes, shstrtab);
  for (const { instruction, offset } of constantUses) {
    const address = PROGRAM_REGION + BigInt(rodata + offset);
    const at = text + instruction * INSTRUCTION_BYTES;
    put32(at + 4, Number(address & 0xffff_ffffn));
    put32(at + INSTRUCTION_BYTES + 4, Number(address >> 32n));
  }

  names.forEach((name, index) => {
    const at = dynsym + SYMBOL * (index + 1);
    put32(at, strings.placeOf(name));
    view.setUint8(at + 4, 0x10);
  });
  const entry = dynsym + SYMBOL * (names.length + 1);
  put32(entry, strings.placeOf(ENTRY));
  view.setUint8(entry + 4, 0x12);
  put16(entry + 6, 1);
  put64(entry + 8, text);
  put64(entry + 16, code.length);
  calls.forEach(({ instruction, name }, index) => {
    const symbol = BigInt(names.indexOf(name) + 1);
    put64(rel + RELOCATION * index, text + instruction * INSTRUCTION_BYTES);
    view.setBigUint64(rel + RELOCATION * index + 8, (symbol << 32n) | R_BPF_64_32, true);
  });
  const relocations = RELOCATION * calls.length;
  [17, rel, 18, relocations, 19, RELOCATION, 6, dynsym, 11, SYMBOL, 5, dynstr, 0, 0].forEach((value, index) =>
    put64(dynamic + 8 * index, value),
  );

  /** The type, flags, link, information and entry size of each section. */
  const sections = [
    [1, 6, 0, 0, 0],
    [1, 2, 0, 0, 0],
    [11, 2, 4, 1, SYMBOL],
    [3, 2, 0, 0, 0],
    [9, 2, 3, 0, RELOCATION],
    [6, 3, 4, 0, TAG],
    [3, 0, 0, 0, 0],
  ];
  sections.forEach(([type = 0, flags = 0, link = 0, information = 0, entrySize = 0], index) => {
    const at = end + (index + 1) * SECTION;
    const isLast = index === sections.length - 1;
    put32(at, sectionNames.placeOf(SECTIONS[index + 1]!));
    put32(at + 4, type);
    [flags, isLast ? 0 : offsets[index]!, offsets[index]!, sizes[index]!].forEach((value, field) =>
      put64(at + 8 + 8 * field, value),
    );
    put32(at + 40, link);
    put32(at + 44, information);
    put64(at + 48, 8);
    put64(at + 56, entrySize);
  });
  return file;
}

const ENTRY = 'entrypoint';

/** Writes the words one after the other. Each word has a zero byte at its end. */
function stringTable(words: readonly string[]): { bytes: Uint8Array; placeOf(word: string): number } {
  const places = new Map<string, number>();
  let text = '';
  for (const word of words) {
    places.set(word, text.length);
    text += `${word}\0`;
  }
  return { bytes: new TextEncoder().encode(text), placeOf: (word) => places.get(word)! };
}
