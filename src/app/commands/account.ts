import {
  classInWords,
  createAccount,
  liftRestriction,
  listAccounts,
  pauseAccount,
  pauseMailClass,
  recordCommand,
  restrictAccount,
  resumeAccount,
  resumeMailClass,
  setTransactional,
} from '../../features/tenants/accounts/index.ts';
import { switchAdapter, VENDOR_NAMES, VENDORS } from '../../features/compatibility/vendors/index.ts';
import { listPlans, readUsage, setOverage, setPlan, setReportSuppressed } from '../../features/tenants/usage/index.ts';
import type { Db, Tx } from '../../base/db.ts';
import { isFault, parseAddress } from '../../mail/address.ts';
import { MAILING_CLASSES, type MailingClass } from '../../mail/mail-class.ts';
import type { Installation } from '../installation.ts';
import { deleteAccountCommand, restoreAccountCommand } from './deletion.ts';
import { print, printTable, shownTime } from './output.ts';
import { limitOption, parseArguments, UsageError, word, type Arguments } from './parse.ts';
import { requireAccount } from './whose.ts';

const MAX_CAP_CENTS = 100_000_000;

export const accountUsage = `postrider account list
postrider account add EMAIL [--plan PLAN]
postrider account plan EMAIL PLAN
postrider account overage EMAIL on|off [--cap-cents N]
postrider account usage EMAIL
postrider account suppressed EMAIL refuse|report
postrider account adapter EMAIL ${VENDORS.join('|')} on|off
postrider account pause EMAIL --reason TEXT [--class automation|confirmation|campaign]
postrider account resume EMAIL [--class automation|confirmation|campaign]
postrider account restrict EMAIL --reason TEXT
postrider account unrestrict EMAIL
postrider account enable-transactional EMAIL
postrider account disable-transactional EMAIL
postrider account delete EMAIL [--confirm EMAIL]
postrider account restore EMAIL`;

type Action = (db: Tx, parsed: Arguments, email: string, config: Installation['config']) => Promise<void>;

/** Read-only actions. They are not recorded in the audit log. */
const READING: ReadonlySet<string> = new Set(['usage']);

/** Actions on an account by their names on the command line. */
const ACTIONS: Readonly<Record<string, Action>> = {
  async add(db, parsed, email, { doubleOptIn }) {
    const address = parseAddress(email);
    if (isFault(address)) throw new UsageError(`EMAIL ${address.fault}`);
    const plan = await planOf(db, parsed.option('plan') ?? 'free', '--plan');
    const account = await createAccount(db, { email: address, plan, isOperator: false, doubleOptIn });
    print(`Created account ${account.id} for ${account.email} on plan ${account.plan}.`);
  },
  async plan(db, parsed, email) {
    const plan = await planOf(db, word(parsed, 2, 'PLAN'), 'PLAN');
    await setPlan(db, (await requireAccount(db, email)).id, plan);
    print(`${email} is now on plan ${plan}.`);
  },
  async overage(db, parsed, email) {
    const enabled = choiceOf(word(parsed, 2, 'on or off'), 'on', 'off');
    const capCents = limitOption(parsed, 'cap-cents', undefined, MAX_CAP_CENTS);
    const cap = await setOverage(db, (await requireAccount(db, email)).id, { enabled, capCents });
    print(`Overage for ${email} is ${enabled ? `on, up to ${(cap / 100).toFixed(2)} USD per month` : 'off'}.`);
  },
  async usage(db, _, email) {
    const usage = await readUsage(db, (await requireAccount(db, email)).id);
    const shown = (limit: number | null): string => (limit === null ? 'unlimited' : String(limit));
    print(`Plan ${usage.plan}`);
    print(`Month  ${usage.month.used} of ${shown(usage.month.limit)}, resets at ${usage.month.resets_at}`);
    print(`Day    ${usage.day.used} of ${shown(usage.day.limit)}, resets at ${usage.day.resets_at}`);
    const { overage } = usage;
    const overageText = overage.enabled
      ? `${overage.used} emails, ${overage.cost_usd} of ${overage.cap_usd} USD`
      : 'off';
    print(`Overage  ${overageText}`);
  },
  async suppressed(db, parsed, email) {
    const report = choiceOf(word(parsed, 2, 'refuse or report'), 'report', 'refuse');
    await setReportSuppressed(db, (await requireAccount(db, email)).id, report);
    print(
      `Messages from ${email} to suppressed addresses are ${report ? 'accepted and reported as suppressed' : 'refused'}.`,
    );
  },
  async adapter(db, parsed, email) {
    const given = word(parsed, 2, VENDORS.join(' or '));
    const vendor = VENDORS.find((known) => known === given);
    if (!vendor) throw new UsageError(`the adapter must be one of ${VENDORS.join(', ')}, not "${given}"`);
    const isOn = choiceOf(word(parsed, 3, 'on or off'), 'on', 'off');
    await switchAdapter(db, (await requireAccount(db, email)).id, vendor, isOn);
    print(`${VENDOR_NAMES[vendor]} clients ${isOn ? 'can' : 'cannot'} use the account ${email}.`);
  },
  async pause(db, parsed, email) {
    const { id } = await requireAccount(db, email);
    const [mailClass, reason] = [classOption(parsed), parsed.required('reason')];
    await (mailClass ? pauseMailClass(db, id, mailClass, reason) : pauseAccount(db, id, reason));
    print(mailClass ? `Paused ${classInWords(mailClass)} for ${email}.` : `Sending for ${email} is paused.`);
  },
  async resume(db, parsed, email) {
    const { id } = await requireAccount(db, email);
    const mailClass = classOption(parsed);
    if (mailClass) await resumeMailClass(db, id, mailClass);
    else await resumeAccount(db, id);
    print(mailClass ? `Resumed ${classInWords(mailClass)} for ${email}.` : `Sending for ${email} has resumed.`);
  },
  async restrict(db, parsed, email) {
    const { id, isOperator } = await requireAccount(db, email);
    if (isOperator) throw new UsageError('the operator’s own account cannot be restricted; pause it instead');
    await restrictAccount(db, id, parsed.required('reason'));
    print(`${email} is restricted and cannot use the account API.`);
  },
  async unrestrict(db, _, email) {
    await liftRestriction(db, (await requireAccount(db, email)).id);
    print(`${email} is no longer restricted.`);
  },
  'enable-transactional': (db, _, email) => turnTransactional(db, email, true),
  'disable-transactional': (db, _, email) => turnTransactional(db, email, false),
};

/** Runs `postrider account ...`, which manages the accounts of this installation. */
export async function accountCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const { db } = installation;
  const parsed = parseArguments(args, ['plan', 'reason', 'cap-cents', 'confirm', 'class']);
  const [name = ''] = parsed.words;
  if (name === 'list') return printAccounts(db);
  if (name === 'delete') return deleteAccountCommand(installation, parsed);
  if (name === 'restore') return restoreAccountCommand(installation, parsed);
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action) throw new UsageError(`expected one of list, ${Object.keys(ACTIONS).join(', ')}, delete, restore`);
  const email = word(parsed, 1, 'EMAIL');
  await db.transaction(async (tx) => {
    await action(tx, parsed, email, installation.config);
    if (READING.has(name)) return;
    // Normalize the email address, because accounts are stored under the normalized address.
    const address = parseAddress(email);
    const { id } = await requireAccount(tx, isFault(address) ? email : address);
    await recordCommand(tx, id, { action: `account.${name}`, after: { arguments: args.slice(2) } });
  });
}

async function printAccounts(db: Db): Promise<void> {
  const accounts = await listAccounts(db);
  printTable(
    ['ID', 'EMAIL', 'PLAN', 'TRANSACTIONAL', 'PAUSED', 'RESTRICTED', 'DELETED', 'CREATED', 'REASON'],
    accounts.map((account) => [
      String(account.id),
      account.email + (account.isOperator ? ' (operator)' : ''),
      account.plan,
      account.transactionalEnabled ? 'on' : 'off',
      shownTime(account.pausedAt),
      shownTime(account.restrictedAt),
      shownTime(account.closedAt),
      shownTime(account.createdAt),
      [
        ...(account.restrictedReason ? [account.restrictedReason] : []),
        ...(account.pauseReason ? [account.pauseReason] : []),
        ...account.pausedClasses.map(({ mailClass, reason }) => `${classInWords(mailClass)}: ${reason}`),
      ].join('; '),
    ]),
  );
}

async function turnTransactional(db: Tx, email: string, enabled: boolean): Promise<void> {
  await setTransactional(db, (await requireAccount(db, email)).id, enabled);
  print(`Transactional email for ${email} is ${enabled ? 'on' : 'off'}.`);
}

function classOption(parsed: Arguments): MailingClass | undefined {
  const given = parsed.option('class');
  const found = MAILING_CLASSES.find((known) => known === given);
  if (given !== undefined && !found)
    throw new UsageError(`--class must be ${MAILING_CLASSES.join(', ')}, not "${given}"`);
  return found;
}

async function planOf(db: Db, given: string, what: string): Promise<string> {
  const plans = (await listPlans(db)).map(({ name }) => name);
  if (!plans.includes(given)) throw new UsageError(`${what} must be one of ${plans.join(', ')}`);
  return given;
}

function choiceOf(given: string, yes: string, no: string): boolean {
  if (given !== yes && given !== no) throw new UsageError(`expected ${yes} or ${no}, not "${given}"`);
  return given === yes;
}
