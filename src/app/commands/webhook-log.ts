import { webhookLogOperations } from '../../features/transactional/webhooks/index.ts';
import type { Installation } from '../installation.ts';
import { webhookLogPartsOf } from '../webhook-log.ts';
import { print, printTable } from './output.ts';
import { parseArguments, UsageError, word, type Arguments } from './parse.ts';
import { accountOf } from './whose.ts';

const FILTERS = `[--event EVENT,...] [--state waiting|received|given_up|held,...]
      [--answer 410|5xx|none,...] [--tag TAG] [--message ID] [--recipient ADDRESS] [--until TIME] [--account EMAIL]`;

export const webhookLogUsage = `postrider webhook log [--since TIME] [--after ID] [--limit N] [--replay ID] ${FILTERS}
postrider webhook log ID [--account EMAIL]
postrider webhook resend ID [--account EMAIL]
postrider webhook replay --since TIME [--rate N] [--url URL] [--replay ID] ${FILTERS}
postrider webhook replays [ID] [--account EMAIL]
postrider webhook cancel-replay ID [--account EMAIL]`;

/** Command-line options, and the API fields that they set. */
const FIELDS: Readonly<Record<string, string>> = {
  event: 'event',
  state: 'state',
  answer: 'answer',
  tag: 'tag',
  message: 'message_id',
  recipient: 'recipient',
  replay: 'replay_id',
  since: 'created_after',
  until: 'created_before',
  after: 'after',
  limit: 'limit',
  url: 'url',
};

interface Call {
  readonly log: ReturnType<typeof webhookLogOperations>;
  readonly args: Arguments;
}

type Delivery = Awaited<ReturnType<Call['log']['list']>>['data'][number];
type Replay = Awaited<ReturnType<Call['log']['readReplay']>>;

const VERBS: Readonly<Record<string, (call: Call) => Promise<void>>> = {
  log: ({ args, log }) => (args.words[1] ? showOne(log, args.words[1]) : list(log, args)),
  async resend({ args, log }) {
    const { event_id, id } = await log.resend(word(args, 1, 'ID'));
    print(`Queued ${event_id} again as delivery ${id}.`);
  },
  async replay({ args, log }) {
    const rate = args.option('rate');
    printReplays([await log.replay({ ...fieldsOf(args), ...(rate !== undefined && { per_second: Number(rate) }) })]);
  },
  async replays({ args, log }) {
    const id = args.words[1];
    printReplays(id ? [await log.readReplay(id)] : (await log.listReplays({})).data);
  },
  'cancel-replay': async ({ args, log }) => printReplays([await log.cancelReplay(word(args, 1, 'ID'))]),
};

/** Returns whether a subcommand of `postrider webhook` is one for the log or for replays. */
export function isLogVerb(verb: string | undefined): boolean {
  return verb !== undefined && Object.hasOwn(VERBS, verb);
}

/**
 * Runs `postrider webhook log|resend|replay|replays|cancel-replay`, which shows the requests to an account's webhook
 * and sends them again.
 */
export async function webhookLogCommand(installation: Installation, given: readonly string[]): Promise<void> {
  const args = parseArguments(given, ['account', 'rate', ...Object.keys(FIELDS)]);
  const run = VERBS[word(args, 0, Object.keys(VERBS).join(', '))];
  if (!run) throw new UsageError(`expected one of ${Object.keys(VERBS).join(', ')}`);
  const account = await accountOf(installation.db, args.option('account'));
  return run({ args, log: webhookLogOperations(webhookLogPartsOf(installation), account.id) });
}

function fieldsOf(args: Arguments): Record<string, string> {
  const given = Object.entries(FIELDS).map(([option, field]) => [field, args.option(option)] as const);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

async function list(log: Call['log'], args: Arguments): Promise<void> {
  const page = await log.list(fieldsOf(args));
  printTable(
    ['ID', 'CREATED', 'EVENT', 'RECIPIENT', 'STATE', 'RESPONSE', 'ATTEMPTS'],
    page.data.map((row) => [
      row.id,
      row.created_at,
      row.event,
      row.recipient ?? '-',
      row.state,
      answerOf(row),
      String(row.attempt_count),
    ]),
  );
  if (page.next) print(`\nMore results: --after ${page.next}`);
}

async function showOne(log: Call['log'], id: string): Promise<void> {
  const { attempts, body, ...delivery } = await log.read(id);
  printTable(
    ['FIELD', 'VALUE'],
    Object.entries(delivery).map(([name, value]) => [name, String(value ?? '-')]),
  );
  print();
  printTable(
    ['ATTEMPT', 'STARTED', 'MS', 'URL', 'RESPONSE', 'DETAILS'],
    attempts.map((attempt) => [
      String(attempt.number),
      attempt.started_at,
      String(attempt.duration_ms),
      attempt.url,
      String(attempt.answer ?? '-'),
      attempt.fault ?? attempt.answer_body ?? '',
    ]),
  );
  // Print the body as a table, because this replaces control characters.
  if (body !== null) printTable(['\nBODY'], [[body]]);
}

function answerOf({ answer, attempt_count }: Delivery): string {
  if (answer !== null) return String(answer);
  return attempt_count > 0 ? 'none' : '-';
}

function printReplays(replays: readonly Replay[]): void {
  printTable(
    ['ID', 'STATE', 'STARTED', 'QUEUED', 'PER SECOND', 'SEARCHED UNTIL', 'URL', 'FILTER'],
    replays.map((replay) => [
      replay.id,
      replay.state,
      replay.created_at,
      String(replay.queued),
      String(replay.per_second),
      replay.covered_until,
      replay.url ?? '-',
      Object.entries(replay.filter)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    ]),
  );
}
