import { setTimeout as sleep } from 'node:timers/promises';
import {
  activateSecret,
  OVERLAP_HOURS,
  readWebhook,
  readWebhookDelivery,
  readWebhookHealth,
  removeWebhook,
  rotateSecret,
  rotationRequest,
  sendWebhookTest,
  setWebhook,
  testRequest,
  webhookRequest,
  type PresentedWebhook,
} from '../../features/transactional/webhooks/index.ts';
import type { Actor } from '../../features/tenants/accounts/index.ts';
import type { Installation } from '../installation.ts';
import { printable } from '../welcome.ts';
import { print } from './output.ts';
import { CommandFailure, parseArguments, UsageError, type Arguments } from './parse.ts';
import { isLogVerb, webhookLogCommand, webhookLogUsage } from './webhook-log.ts';
import { accountOf } from './whose.ts';

/**
 * Maximum time, in milliseconds, to wait for the result of the test. Must exceed the time limit of an attempt (15 s).
 */
const TEST_WAIT_MS = 20_000;
const TEST_POLL_MS = 250;
const SHOWN_ANSWER_CHARACTERS = 200;

export const webhookUsage = `postrider webhook show [--account EMAIL]
postrider webhook set [URL] [--format native|compatible] [--events EVENT,EVENT...] [--single-signature on|off]
                      [--both-signatures on|off] [--secret WHSEC] [--account EMAIL]
postrider webhook enable [--account EMAIL]
postrider webhook disable [--account EMAIL]
postrider webhook rotate [--secret WHSEC] [--account EMAIL]
postrider webhook activate [--account EMAIL]
postrider webhook test [--event EVENT] [--account EMAIL]
postrider webhook remove [--account EMAIL]
${webhookLogUsage}`;

interface Call {
  readonly installation: Installation;
  readonly accountId: number;
  readonly args: Arguments;
}

const VERBS: Readonly<Record<string, (call: Call) => Promise<void>>> = {
  show,
  set: (call) => change(call, settingsOf(call.args)),
  enable: (call) => change(call, { enabled: true }),
  disable: (call) => change(call, { enabled: false }),
  rotate,
  activate,
  test,
  remove,
};

/** Runs `postrider webhook ...`, which manages the webhook of an account. */
export async function webhookCommand(installation: Installation, given: readonly string[]): Promise<void> {
  if (isLogVerb(given[0])) return webhookLogCommand(installation, given);
  const args = parseArguments(given, [
    'account',
    'format',
    'events',
    'single-signature',
    'both-signatures',
    'secret',
    'event',
  ]);
  const [verb = ''] = args.words;
  const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
  if (!run) throw new UsageError(`expected one of ${Object.keys(VERBS).join(', ')}`);
  const account = await accountOf(installation.db, args.option('account'));
  return run({ installation, accountId: account.id, args });
}

async function show({ accountId, installation }: Call): Promise<void> {
  printWebhook(await readWebhook(installation, accountId));
  const health = await readWebhookHealth(installation, accountId);
  print(`  waiting       ${health.waiting}`);
  print(`  last success  ${health.last_success_at ?? '-'}`);
  if (health.last_failure_at)
    print(`  last failure  ${health.last_failure_at} ${printable(health.last_failure ?? '')}`);
  if (health.failing_since) print(`  failing since ${health.failing_since}, ${health.failures} attempts`);
}

async function change({ accountId, installation }: Call, given: Record<string, unknown>): Promise<void> {
  const { config } = installation;
  const request = webhookRequest({ allowLoopback: config.allowLoopbackWebhooks }).parse(given);
  const { isNew, webhook } = await setWebhook(installation, commandIn(accountId), request);
  printWebhook(webhook);
  if (isNew) printSecret(webhook.secret ?? '');
}

async function rotate({ accountId, args, installation }: Call): Promise<void> {
  const { secret } = rotationRequest.parse({ ...optional('secret', args.option('secret')) });
  const webhook = await rotateSecret(installation, commandIn(accountId), secret);
  printWebhook(webhook);
  printSecret(webhook.secret);
  print(
    `Postrider continues to sign with the previous secret for ${OVERLAP_HOURS} hours, or until you run "postrider webhook activate". ` +
      'Configure the new secret in your receiver before you activate it.',
  );
}

async function activate({ accountId, installation }: Call): Promise<void> {
  printWebhook(await activateSecret(installation, commandIn(accountId)));
}

async function remove({ accountId, installation }: Call): Promise<void> {
  await removeWebhook(installation, commandIn(accountId));
  print('The webhook was removed. Events are no longer sent.');
}

/**
 * Queues a test event and waits for the result of its first attempt. Throws CommandFailure unless the receiver returns
 * 2xx.
 */
async function test({ accountId, args, installation }: Call): Promise<void> {
  const { clock } = installation;
  const name = testRequest.parse({ ...optional('event', args.option('event')) });
  const { id, event_id } = await sendWebhookTest(installation, accountId, name);
  print(`Queued a test event "${name}" as ${event_id}, delivery ${id}.`);
  const until = clock.now() + TEST_WAIT_MS;
  while (clock.now() < until) {
    const { attempts, state } = await readWebhookDelivery(installation, accountId, id);
    const [attempt] = attempts;
    if (attempt) {
      const answer = attempt.answer === null ? (attempt.fault ?? 'no response') : `returned ${attempt.answer}`;
      print(`${printable(attempt.url)}: ${printable(answer)} after ${attempt.duration_ms} ms.`);
      if (attempt.answer_body) print(printable(attempt.answer_body.slice(0, SHOWN_ANSWER_CHARACTERS)));
      if (state === 'received') return;
      throw new CommandFailure(
        'the receiver did not return 2xx; the delivery is retried as described in docs/webhooks.md',
      );
    }
    await sleep(TEST_POLL_MS);
  }
  throw new CommandFailure('no attempt has been made yet; check that "postrider start" or a worker is running');
}

/** Returns the operator as the actor. Only the operator runs commands. */
function commandIn(accountId: number): Actor {
  return { accountId, via: 'command' };
}

function settingsOf(args: Arguments): Record<string, unknown> {
  return {
    ...optional('url', args.words[1]),
    ...optional('format', args.option('format')),
    ...optional('events', args.option('events')?.split(',')),
    ...optional('secret', args.option('secret')),
    ...optional('single_signature', switchOf(args, 'single-signature')),
    ...optional('both_signatures', switchOf(args, 'both-signatures')),
  };
}

function switchOf(args: Arguments, name: string): boolean | undefined {
  const given = args.option(name);
  if (given === undefined) return undefined;
  if (given !== 'on' && given !== 'off') throw new UsageError(`--${name} must be on or off, not "${given}"`);
  return given === 'on';
}

/** Returns an object with this field, or an empty object if the value is undefined. */
function optional(name: string, value: unknown): Record<string, unknown> {
  return value === undefined ? {} : { [name]: value };
}

function printWebhook(webhook: PresentedWebhook): void {
  print(`${printable(webhook.url)}: ${webhook.enabled ? 'enabled' : disabledWords(webhook)}`);
  print(`  format        ${webhook.format}`);
  print(`  events        ${webhook.events.join(', ')}`);
  print(`  signatures    ${signatureWords(webhook)}`);
  print(`  secret        ends with ${webhook.secret_ends_with}`);
  const previous = webhook.previous_secret;
  if (previous) print(`  previous      ends with ${previous.ends_with}, signs until ${previous.signs_until}`);
}

function signatureWords({ both_signatures, single_signature }: PresentedWebhook): string {
  if (both_signatures) return 'with both secrets during a rotation';
  return single_signature ? 'one per header' : 'one; with both secrets in the compatible format';
}

function disabledWords({ disabled_at, disabled_by }: PresentedWebhook): string {
  const why = disabled_by === 'gone' ? 'by the receiver, which returned 410,' : 'by its owner';
  return `disabled ${why} since ${disabled_at}`;
}

function printSecret(secret: string): void {
  print(`\nSecret: ${secret}`);
  print('The secret is not shown again.');
}
