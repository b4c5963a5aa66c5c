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

/**
 * Runs `postrider account delete EMAIL`, which prints what will be deleted. Throws CommandFailure unless `--confirm`
 * repeats the address.
 */
export async function deleteAccountCommand(installation: Installation, parsed: Arguments): Promise<void> {
  const parts = deletionOf(installation);
  const account = await requireAccount(parts.db, word(parsed, 1, 'EMAIL'));
  const { domains, keys, members, messages, waiting } = await readContents(parts.db, account.id);
  const counted = messages >= MAX_COUNTED ? `${MAX_COUNTED} or more` : String(messages);
  print(`The account ${account.name} (${account.email}) contains:`);
  print(`  Messages: ${counted} (queued emails, which are sent first: ${waiting})`);
  print(`  API keys and tokens: ${keys} (rejected immediately)`);
  print(`  Domains: ${domains} (their DKIM keys are deleted with the data)`);
  print(`  Members: ${members} (they lose access, but keep their other accounts)`);
  print(
    `Grace period: ${parts.graceDays} days. After the grace period, the account’s data is deleted. To restore the account before then, run: postrider account restore EMAIL`,
  );
  requireConfirmed(parsed, account.email);
  const dueAt = await closeAccount(parts, undefined, account.id);
  print(
    `${account.email} was deleted. The account’s data will be deleted at ${shownTime(dueAt)}. The owners are notified by email.`,
  );
}

/** Runs `postrider account restore EMAIL`, which cancels a deletion. */
export async function restoreAccountCommand(installation: Installation, parsed: Arguments): Promise<void> {
  const account = await requireAccount(installation.db, word(parsed, 1, 'EMAIL'));
  await restoreAccount(deletionOf(installation), undefined, account.id);
  print(`${account.email} was restored. Members and API keys have access again within a second.`);
}

/**
 * Runs `postrider person delete EMAIL`, which prints what will be deleted. Throws CommandFailure unless `--confirm`
 * repeats the address.
 */
export async function deletePersonCommand(installation: Installation, parsed: Arguments): Promise<void> {
  const parts = deletionOf(installation);
  const email = word(parsed, 1, 'EMAIL');
  const person = await findPerson(parts.db, email);
  if (!person) throw new CommandFailure(`no user has the email address ${email}; see: postrider person list`);
  print(`${person.name} (${person.email}) belongs to:`);
  for (const { hinders, name, role } of await readBelongings(parts.db, person.id)) {
    print(`  ${name}, as ${role}${hinders ? ': the only owner; add another owner or delete the account first' : ''}`);
  }
  print('The password, passkeys, sessions, access tokens, and memberships are deleted immediately and permanently.');
  print('API keys created by this user remain valid. The other owners are notified of these keys.');
  requireConfirmed(parsed, person.email);
  await deletePerson(parts, person.id, 'operator');
  print(`${person.email} was deleted.`);
}

function requireConfirmed(parsed: Arguments, email: string): void {
  if (parsed.option('confirm')?.toLowerCase() === email.toLowerCase()) return;
  throw new CommandFailure(`nothing has been deleted yet; to confirm, run the command again with: --confirm ${email}`);
}
