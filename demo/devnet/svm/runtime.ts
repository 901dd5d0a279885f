/** Loads LiteSVM, the runtime that executes SVM transactions. Translates LiteSVM's errors to the names of JSON-RPC. */

import { createRequire } from 'node:module';
import type * as LiteSvmModule from 'litesvm/dist/internal.js';

export type Runtime = typeof LiteSvmModule;

/**
 * Loads the native module directly, because the package's main entry would load many more modules. The native module
 * accepts and returns bytes.
 * @throws if the module for this platform is not installed; the message names the missing package
 */
export function loadRuntime(): Runtime {
  const own = createRequire(import.meta.url);
  try {
    return own('litesvm/dist/internal.js') as Runtime;
  } catch (cause) {
    const { version } = own('litesvm/package.json') as { version: string };
    throw new Error(`No litesvm for this machine. Run: npm install --no-save ${packageName()}@${version}`, { cause });
  }
}

function packageName(): string {
  const { platform, arch } = process;
  if (platform !== 'linux') return `litesvm-${platform}-${arch}`;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return `litesvm-linux-${arch}-${header.glibcVersionRuntime === undefined ? 'musl' : 'gnu'}`;
}

/** An error of a transaction in the format of JSON-RPC, such as `{ InstructionError: [0, { Custom: 262 }] }`. */
export type SvmError = string | Readonly<Record<string, unknown>>;

type Failure = ReturnType<InstanceType<Runtime['FailedTransactionMetadata']>['err']>;

export function errorOf(failure: Failure): SvmError {
  if (typeof failure === 'number') return TRANSACTION_ERRORS[failure] ?? `TransactionError${String(failure)}`;
  if ('err' in failure && 'index' in failure) {
    return { InstructionError: [failure.index, instructionErrorOf(failure.err())] };
  }
  if ('accountIndex' in failure) return { InsufficientFundsForRent: { account_index: failure.accountIndex } };
  return String(failure);
}

type InstructionFailure = number | { code: number } | { toString(): string };

function instructionErrorOf(failure: InstructionFailure): unknown {
  if (typeof failure === 'number') return INSTRUCTION_ERRORS[failure] ?? `InstructionError${failure}`;
  return 'code' in failure ? { Custom: failure.code } : String(failure);
}

const list = (text: string): string[] => text.trim().split(/\s+/u);

const TRANSACTION_ERRORS = list(`
  AccountInUse AccountLoadedTwice AccountNotFound ProgramAccountNotFound InsufficientFundsForFee InvalidAccountForFee
  AlreadyProcessed BlockhashNotFound CallChainTooDeep MissingSignatureForFee InvalidAccountIndex SignatureFailure
  InvalidProgramForExecution SanitizeFailure ClusterMaintenance AccountBorrowOutstanding WouldExceedMaxBlockCostLimit
  UnsupportedVersion InvalidWritableAccount WouldExceedMaxAccountCostLimit WouldExceedAccountDataBlockLimit
  TooManyAccountLocks AddressLookupTableNotFound InvalidAddressLookupTableOwner InvalidAddressLookupTableData
  InvalidAddressLookupTableIndex InvalidRentPayingAccount`);

const INSTRUCTION_ERRORS = list(`
  GenericError InvalidArgument InvalidInstructionData InvalidAccountData AccountDataTooSmall InsufficientFunds
  IncorrectProgramId MissingRequiredSignature AccountAlreadyInitialized UninitializedAccount UnbalancedInstruction
  ModifiedProgramId ExternalAccountLamportSpend ExternalAccountDataModified ReadonlyLamportChange ReadonlyDataModified
  DuplicateAccountIndex ExecutableModified RentEpochModified NotEnoughAccountKeys AccountDataSizeChanged
  AccountNotExecutable AccountBorrowFailed AccountBorrowOutstanding DuplicateAccountOutOfSync InvalidError
  ExecutableDataModified ExecutableLamportChange ExecutableAccountNotRentExempt UnsupportedProgramId CallDepth
  MissingAccount ReentrancyNotAllowed MaxSeedLengthExceeded InvalidSeeds InvalidRealloc ComputationalBudgetExceeded
  PrivilegeEscalation ProgramEnvironmentSetupFailure ProgramFailedToComplete`);
