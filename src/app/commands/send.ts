import { setTimeout as sleep } from 'node:timers/promises';
import { invalid } from '../../base/refusal.ts';
import type { Principal, Quota } from '../../http/principal.ts';
import { createSenderDirectory } from '../../features/sending/domains/index.ts';
import { listAttempts } from '../../features/sending/delivery/index.ts';
import { createTrackingSettings } from '../../features/outcomes/transactional-tags/index.ts';
import { readQuota } from '../../features/tenants/usage/index.ts';
import { lookUpMessage, parseMessageId, parseSend, sendMessage } from '../../features/transactional/messages/index.ts';
import type { Account } from '../../features/tenants/accounts/index.ts';
import { createInstallationAcceptor } from '../api.ts';
import { suppressedByHashOf } from '../contact-privacy.ts';
import type { Installation } from '../installation.ts';
import { printable } from '../welcome.ts';
import { print } from './output.ts';
import { parseArguments, UsageError, wholeNumber } from './parse.ts';
import { accountOf } from './whose.ts';

export const sendUsage = `postrider send --to ADDRESS [--from ADDRESS] [--subject TEXT] [--text TEXT] [--account EMAIL] [--timeout SECONDS]`;

const POLL_MS = 100;
const FOLLOW_SECONDS = 60;
const MAX_FOLLOW_SECONDS = 86_400;
const PENDING = new Set(['queued', 'sent']);

/**
 * Runs `postrider send`, which sends a test email with the checks of the API and follows its delivery until it ends or
 * the time limit is reached.
 */
export async function sendCommand(installation: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['to', 'from', 'subject', 'text', 'account', 'timeout']);
  if (parsed.words.length > 0) throw new UsageError(`unexpected "${parsed.words[0]}"`);
  const { clock, config, db, vault } = installation;
  const account = await accountOf(db, parsed.option('account'));
  const send = parseSend({
    from: parsed.option('from') ?? `onboarding@${config.sandboxDomain}`,
    to: [parsed.option('to') ?? account.email],
    subject: parsed.option('subject') ?? 'Test email from Postrider',
    text: parsed.option('text') ?? 'This email was sent with "postrider send".',
  });
  const timeoutMs = wholeNumber(parsed, 'timeout', FOLLOW_SECONDS, [1, MAX_FOLLOW_SECONDS]) * 1000;
  const senders = createSenderDirectory({ db, vault, clock, sandboxDomain: config.sandboxDomain });
  const acceptor = createInstallationAcceptor(installation);
  const tracking = createTrackingSettings({ db, clock });
  const suppressedByHash = suppressedByHashOf(installation);
  const parts = { db, acceptor, senders, tracking, suppressedByHash, sandboxDomain: config.sandboxDomain };
  const principal = principalOf(account, await readQuota(db, account.id));
  const { id } = (await sendMessage(parts, principal, send)).answer;
  print(`${id}  accepted`);
  await follow(installation, account.id, id, timeoutMs);
}

async function follow(installation: Installation, accountId: number, id: string, timeoutMs: number): Promise<void> {
  const { clock, db } = installation;
  const uuid = parseMessageId(id, clock.now());
  if (!uuid) throw invalid({ id: ['is not a message ID.'] });
  const deadline = clock.now() + timeoutMs;
  let shown = 0;
  for (;;) {
    // Read the status before the attempts, so that the attempts are complete if the status is final.
    const { status } = await lookUpMessage({ db, clock }, { accountId }, id);
    const attempts = await listAttempts(db, accountId, uuid);
    for (const attempt of attempts.slice(shown)) {
      const server = attempt.host ? `${attempt.host} [${attempt.address}]` : 'no server';
      print(
        `\nAttempt ${attempt.attempt} for ${attempt.recipient}: ${attempt.route}, ${server}, ${attempt.tls ?? 'no TLS'}`,
      );
      for (const line of attempt.conversation.split('\n')) if (line) print(`  ${printable(line)}`);
      print(`  ${attempt.outcome}${attempt.reason ? `: ${printable(attempt.reason)}` : ''}`);
    }
    shown = attempts.length;
    if (!PENDING.has(status)) return print(`\n${id}  ${status}`);
    if (clock.now() >= deadline)
      return print(`\n${id}  ${status}; delivery is still in progress. Is "postrider start" running?`);
    await sleep(POLL_MS);
  }
}

function principalOf(account: Account, quota: Quota): Principal {
  return {
    accountId: account.id,
    // Rate bucket 0 does not belong to any API key.
    via: 'key',
    rateBucket: 0,
    scopes: new Set(),
    domain: undefined,
    rate: { perSecond: undefined, perMinute: undefined },
    account: { ...account, quota },
  };
}
