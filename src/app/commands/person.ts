import { recordCommand } from '../../features/tenants/accounts/index.ts';
import {
  findPerson,
  inviteByOperator,
  listPeople,
  parsePersonEmail,
  ROLES,
  sendReset,
  setRoleByOperator,
} from '../../features/tenants/people/index.ts';
import type { Role } from '../../http/principal.ts';
import { baseUrlOf } from '../base-url.ts';
import { findRunningServer, type Installation } from '../installation.ts';
import { createPersonMailer } from '../people.ts';
import { deletePersonCommand } from './deletion.ts';
import { print, printTable } from './output.ts';
import { CommandFailure, parseArguments, UsageError, word, type Arguments } from './parse.ts';
import { accountOf } from './whose.ts';

export const personUsage = `postrider person list
postrider person invite EMAIL [--role owner|admin|member|read_only] [--account EMAIL]
postrider person role EMAIL owner|admin|member|read_only [--account EMAIL]
postrider person reset EMAIL
postrider person delete EMAIL [--confirm EMAIL]`;

/** Runs `postrider person ...`, which manages the users of the dashboard. */
export async function personCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['account', 'role', 'confirm']);
  switch (parsed.words[0]) {
    case 'list':
      return list(installation);
    case 'invite':
      return invite(installation, parsed);
    case 'role':
      return setRole(installation, parsed);
    case 'reset':
      return reset(installation, parsed);
    case 'delete':
      return deletePersonCommand(installation, parsed);
    default:
      throw new UsageError('expected list, invite, role, reset, or delete');
  }
}

async function list({ db }: Installation): Promise<void> {
  const people = await listPeople(db);
  printTable(
    ['NAME', 'EMAIL', 'ACCOUNT', 'ROLE', 'SECOND FACTOR'],
    people.map((one) => [
      one.name,
      one.email,
      one.account_email ?? '-',
      one.role ?? '-',
      one.two_factor_enabled ? 'on' : 'off',
    ]),
  );
}

async function invite(installation: Installation, parsed: Arguments): Promise<void> {
  const email = emailOf(word(parsed, 1, 'EMAIL'));
  const role = roleOf(parsed.option('role') ?? 'member');
  const account = await accountOf(installation.db, parsed.option('account'));
  const link = await inviteByOperator(mailPartsOf(installation), account.id, { email, role });
  await installation.db.transaction(async (tx) =>
    recordCommand(tx, account.id, { action: 'invitation.create', subject: email, after: { role } }),
  );
  print(`Invited ${email} to ${account.email} as ${role}, by email and with this link (valid for seven days):`);
  print(link);
}

async function setRole({ db }: Installation, parsed: Arguments): Promise<void> {
  const email = emailOf(word(parsed, 1, 'EMAIL'));
  const role = roleOf(word(parsed, 2, 'ROLE'));
  const account = await accountOf(db, parsed.option('account'));
  await db.transaction(async (tx) => {
    const before = await setRoleByOperator(tx, account.id, email, role);
    await recordCommand(tx, account.id, {
      action: 'member.role',
      subject: email,
      before: { role: before },
      after: { role },
    });
  });
  print(`${email} is now ${role} of ${account.email}. Sessions use the new role within a second.`);
}

async function reset(installation: Installation, parsed: Arguments): Promise<void> {
  const email = emailOf(word(parsed, 1, 'EMAIL'));
  const person = await findPerson(installation.db, email);
  if (!person) throw new CommandFailure(`no user has the email address ${email}; see: postrider person list`);
  const link = await sendReset(mailPartsOf(installation), person);
  print(`${email} can set a new password with this link (valid for one hour, also sent by email):`);
  print(link);
}

function mailPartsOf(installation: Installation) {
  const { config, dataDir, db } = installation;
  const baseUrl = findRunningServer(dataDir)?.baseUrl ?? baseUrlOf(config, config.port);
  return { db, sendMail: createPersonMailer(installation), baseUrl: () => config.baseUrl ?? baseUrl };
}

function emailOf(given: string): string {
  const parsed = parsePersonEmail(given);
  if ('fault' in parsed) throw new UsageError(`EMAIL ${parsed.fault}`);
  return parsed.email;
}

function roleOf(given: string): Role {
  const role = ROLES.find((one) => one === given);
  if (!role) throw new UsageError(`the role must be one of ${ROLES.join(', ')}, not "${given}"`);
  return role;
}
