import {
  closeAccount,
  deletePerson,
  MAX_COUNTED,
  readBelongings,
  readContents,
  restoreAccount,
} from '../../features/tenants/deletion/index.ts';
import { findPerson } from '../../features/tenants/people/index.ts';
import { deletionOf } from '../deletion.ts';
import type { Installation } from '../installation.ts';
import { print, shownTime } from './output.ts';
import { CommandFailure, word, type Arguments } from './parse.ts';
import { requireAccount } from './whose.ts';

/** `postrider account delete EMAIL`: says what goes, and deletes the account when its address is confirmed. */
export async function deleteAccountCommand(installation: Installation, parsed: Arguments): Promise<void> {
  const parts = deletionOf(installation);
  const account = await requireAccount(parts.db, word(parsed, 1, 'EMAIL'));
  const { domains, keys, members, messages, waiting } = await readContents(parts.db, account.id);
  const counted = messages >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(messages);
  print(`The account ${account.name} (${account.email}) has:`);
  print(`  ${counted} messages, of which ${waiting} mails are on their way and go out first`);
  print(`  ${keys} API keys and tokens, which are refused at once`);
  print(`  ${domains} domains, whose DKIM keys are destroyed with the data`);
  print(`  ${members} members, who get into it no more and stay in their other accounts`);
  print(`Its data goes ${parts.graceDays} days after the deletion; until then: postrider account restore EMAIL`);
  requireConfirmed(parsed, account.email);
  const dueAt = await closeAccount(parts, undefined, account.id);
  print(`${account.email} is deleted. Its data goes at ${shownTime(dueAt)}; its owners are told by mail.`);
}

/** `postrider account restore EMAIL`: takes a deletion back. */
export async function restoreAccountCommand(installation: Installation, parsed: Arguments): Promise<void> {
  const account = await requireAccount(installation.db, word(parsed, 1, 'EMAIL'));
  await restoreAccount(deletionOf(installation), undefined, account.id);
  print(`${account.email} is restored; its keys and people are let in within a second.`);
}

/** `postrider person delete EMAIL`: says what goes, and deletes the person when their address is confirmed. */
export async function deletePersonCommand(installation: Installation, parsed: Arguments): Promise<void> {
  const parts = deletionOf(installation);
  const email = word(parsed, 1, 'EMAIL');
  const person = await findPerson(parts.db, email);
  if (!person) throw new CommandFailure(`nobody signs in with ${email}; see: postrider person list`);
  print(`${person.name} (${person.email}) belongs to:`);
  for (const { hinders, name, role } of await readBelongings(parts.db, person.id)) {
    print(`  ${name}, as ${role}${hinders ? ': its only owner; make another one, or delete it, first' : ''}`);
  }
  print('Password, passkeys, sessions, access tokens and memberships go at once, and for good.');
  print('API keys that they made stay; the other owners are told which.');
  requireConfirmed(parsed, person.email);
  await deletePerson(parts, person.id, 'operator');
  print(`${person.email} is deleted.`);
}

function requireConfirmed(parsed: Arguments, email: string): void {
  if (parsed.option('confirm')?.toLowerCase() === email.toLowerCase()) return;
  throw new CommandFailure(`nothing is deleted yet; to do it, say it again with: --confirm ${email}`);
}
