/**
 * Reads the instructions and the lookup tables of a step. Checks all values, and builds new instructions from them
 * (G01).
 */
import type { Instruction } from '../../../types.js';
import { isRecord } from '../../../shared/text/patterns.js';
import { looksLikeAddress } from '../../address/addresses.js';

/**
 * Reports a violated rule. The path in the quote and the message together form one sentence, such as “`steps[0].keys`
 * is not an account”.
 */
export type ReportProblem = (rule: string, path: string, message: string) => void;

/** The instructions and the addresses of lookup tables that make up a transaction. */
export type Content = { instructions: Instruction[]; lookupTables: string[] };

/**
 * The maximum number of instructions, of lookup tables, and of accounts of one instruction. A payment that fits into
 * 1,232 bytes needs fewer.
 */
const MAX_INSTRUCTIONS = 64;
const MAX_TABLES = 32;
const MAX_KEYS = 255;

/** Matches whole bytes in hex without a prefix, and no more than a transaction can contain. */
const DATA = /^([0-9a-f]{2}){0,1232}$/i;

const isAddress = (value: unknown): value is string => typeof value === 'string' && looksLikeAddress(value, 'svm');

/** Reads the content, and passes each problem to `note`. Returns null if a part cannot be read. */
export function readContent(data: Record<string, unknown>, path: string, note: ReportProblem): Content | null {
  const { instructions, addressLookupTableAddresses: tables = [] } = data;
  const problems: string[] = [];
  const refuse = (place: string, message: string): void => {
    problems.push(place);
    note('G01', `${path}.${place}`, message);
  };
  const list = Array.isArray(instructions) ? (instructions as unknown[]) : [];
  if (list.length === 0 || list.length > MAX_INSTRUCTIONS) refuse('instructions', 'are not 1 to 64 instructions');
  const read = list.slice(0, MAX_INSTRUCTIONS).map((each, at) => readInstruction(each, `instructions[${at}]`, refuse));
  const isTables = Array.isArray(tables) && tables.length <= MAX_TABLES && tables.every(isAddress);
  if (!isTables) refuse('addressLookupTableAddresses', 'are not addresses');
  if (problems.length > 0 || !isTables) return null;
  return { instructions: read, lookupTables: [...new Set(tables)] };
}

function readInstruction(value: unknown, path: string, refuse: (place: string, message: string) => void): Instruction {
  const { programId, keys, data } = isRecord(value) ? value : {};
  const isProgram = isAddress(programId);
  const isHex = typeof data === 'string' && DATA.test(data);
  if (!isProgram) refuse(`${path}.programId`, 'is not an address');
  if (!isHex) refuse(`${path}.data`, 'is not hex of whole bytes');
  const list = Array.isArray(keys) ? (keys as unknown[]) : null;
  if (!list || list.length > MAX_KEYS) refuse(`${path}.keys`, 'are not accounts');
  return {
    programId: isProgram ? programId : '',
    keys: (list ?? []).slice(0, MAX_KEYS).map((each, at) => readKey(each, `${path}.keys[${at}]`, refuse)),
    data: isHex ? data.toLowerCase() : '',
  };
}

function readKey(
  value: unknown,
  path: string,
  refuse: (place: string, message: string) => void,
): Instruction['keys'][number] {
  const { pubkey, isSigner, isWritable } = isRecord(value) ? value : {};
  const isKey = isAddress(pubkey) && typeof isSigner === 'boolean' && typeof isWritable === 'boolean';
  if (!isKey) refuse(path, 'is not an account');
  return isKey ? { pubkey, isSigner, isWritable } : { pubkey: '', isSigner: false, isWritable: false };
}
