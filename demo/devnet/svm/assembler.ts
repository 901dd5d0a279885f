/** A small assembler for sBPF version 0, the machine code of SVM programs. `elf.ts` writes the file. */

import { INSTRUCTION_BYTES, writeElf, type ConstantUse, type RuntimeCall } from './elf.js';

/**
 * A program under construction. Registers are numbers: 0 is the result, 1 to 5 are arguments, 6 to 9 survive calls, and
 * 10 is the end of the stack frame.
 */
export class Program {
  readonly #instructions: Instruction[] = [];
  readonly #calls: RuntimeCall[] = [];
  readonly #constants: number[] = [];
  readonly #constantUses: ConstantUse[] = [];
  readonly #labels = new Map<string, number>();

  set(to: number, value: number): this {
    return this.#emit({ opcode: 0xb7, to, value });
  }
  copy(to: number, from: number): this {
    return this.#emit({ opcode: 0xbf, to, from });
  }
  add(to: number, value: number): this {
    return this.#emit({ opcode: 0x07, to, value });
  }
  addRegister(to: number, from: number): this {
    return this.#emit({ opcode: 0x0f, to, from });
  }
  and(to: number, value: number): this {
    return this.#emit({ opcode: 0x57, to, value });
  }
  shiftLeft(to: number, value: number): this {
    return this.#emit({ opcode: 0x67, to, value });
  }
  load8(to: number, from: number, offset: number): this {
    return this.#emit({ opcode: 0x71, to, from, offset });
  }
  load64(to: number, from: number, offset: number): this {
    return this.#emit({ opcode: 0x79, to, from, offset });
  }
  store8(to: number, offset: number, from: number): this {
    return this.#emit({ opcode: 0x73, to, from, offset });
  }
  store64(to: number, offset: number, from: number): this {
    return this.#emit({ opcode: 0x7b, to, from, offset });
  }
  put8(to: number, offset: number, value: number): this {
    return this.#emit({ opcode: 0x72, to, offset, value });
  }
  put32(to: number, offset: number, value: number): this {
    return this.#emit({ opcode: 0x62, to, offset, value });
  }
  put64(to: number, offset: number, value: number): this {
    return this.#emit({ opcode: 0x7a, to, offset, value });
  }
  exit(): this {
    return this.#emit({ opcode: 0x95 });
  }

  /** Sets a register to a constant of 64 bits. The program needs two instructions for this. */
  big(to: number, value: bigint): this {
    const wide = BigInt.asUintN(64, value);
    this.#emit({ opcode: 0x18, to, value: Number(BigInt.asIntN(32, wide)) });
    return this.#emit({ opcode: 0, value: Number(BigInt.asIntN(32, wide >> 32n)) });
  }

  /** Sets a register to the address of constant bytes. */
  bytes(to: number, content: Uint8Array): this {
    this.#constantUses.push({ instruction: this.#instructions.length, offset: this.#constants.length });
    const padding = (8 - (content.length % 8)) % 8;
    this.#constants.push(...content, ...new Uint8Array(padding));
    return this.big(to, 0n);
  }

  label(name: string): this {
    if (this.#labels.has(name)) throw new Error(`The program has the label ${name} twice`);
    this.#labels.set(name, this.#instructions.length);
    return this;
  }
  goto(target: string): this {
    return this.#emit({ opcode: 0x05, target });
  }
  ifEqual(register: number, value: number, target: string): this {
    return this.#emit({ opcode: 0x15, to: register, value, target });
  }
  ifNotEqual(register: number, value: number, target: string): this {
    return this.#emit({ opcode: 0x55, to: register, value, target });
  }
  ifAbove(register: number, value: number, target: string): this {
    return this.#emit({ opcode: 0x25, to: register, value, target });
  }
  ifBelow(register: number, value: number, target: string): this {
    return this.#emit({ opcode: 0xa5, to: register, value, target });
  }
  ifSame(register: number, other: number, target: string): this {
    return this.#emit({ opcode: 0x1d, to: register, from: other, target });
  }
  ifDifferent(register: number, other: number, target: string): this {
    return this.#emit({ opcode: 0x5d, to: register, from: other, target });
  }

  /** Calls a function of the runtime. The loader connects the call to the function with this name. */
  call(name: string): this {
    this.#calls.push({ instruction: this.#instructions.length, name });
    return this.#emit({ opcode: 0x85, from: 1, value: -1 });
  }

  /** @throws if a jump names a label that the program does not have */
  toElf(): Uint8Array {
    const code = new Uint8Array(this.#instructions.length * INSTRUCTION_BYTES);
    const view = new DataView(code.buffer);
    this.#instructions.forEach(({ opcode, to = 0, from = 0, offset = 0, value = 0, target }, index) => {
      const at = index * INSTRUCTION_BYTES;
      view.setUint8(at, opcode);
      view.setUint8(at + 1, (from << 4) | to);
      view.setInt16(at + 2, target === undefined ? offset : this.#place(target) - index - 1, true);
      view.setInt32(at + 4, value, true);
    });
    const constants = Uint8Array.from(this.#constants);
    return writeElf({ code, constants, constantUses: this.#constantUses, calls: this.#calls });
  }

  #emit(instruction: Instruction): this {
    this.#instructions.push(instruction);
    return this;
  }

  #place(label: string): number {
    const place = this.#labels.get(label);
    if (place === undefined) throw new Error(`The program has no label ${label}`);
    return place;
  }
}

interface Instruction {
  readonly opcode: number;
  readonly to?: number;
  readonly from?: number;
  readonly offset?: number;
  readonly value?: number;
  /** Label that the instruction jumps to. */
  readonly target?: string;
}
