import { startApi } from '../src/app/api.ts';
import { createKey, SCOPES } from '../src/features/tenants/access/index.ts';
import { createAccount } from '../src/features/tenants/accounts/index.ts';
import { createSegmenter } from '../src/features/transactional/messages/index.ts';
import { analyzeSegments, DAYS, fillMessages, type Kind } from './listing-rows.ts';
import { shown } from './measure.ts';
import { openStack } from './stack.ts';

const DEFAULT_SIZE = 10_000_000;
/** Sizes of the account that is listed, as shares of the greatest; the first is what the others are compared with. */
const SIZES = (greatest: number): number[] =>
  [10_000, Math.round(greatest / 10), greatest].filter((size, index, all) => size > (all[index - 1] ?? 0));
/** Each of the two other accounts has so many messages for one of the account that is listed. */
const SHARE_OF_OTHERS = 0.05;
const RUNS = 30;
const LIMIT_MS = 6_000;
const DAY_MS = 86_400_000;

type Stack = Awaited<ReturnType<typeof openStack>>;

interface Caller {
  readonly accountId: number;
  readonly key: string;
}

interface Question {
  readonly name: string;
  readonly kind: Kind;
  readonly query: Readonly<Record<string, string>>;
}

/** Pages and filters of the message listing over HTTP, at 10 thousand messages, at a tenth of `greatest` and at it. */
export async function benchListing(greatest = DEFAULT_SIZE): Promise<void> {
  const stack = await openStack({});
  const api = await startApi(stack.installation);
  try {
    const callers = {
      main: await caller(stack, 'main'),
      stuck: await caller(stack, 'stuck'),
      mixed: await caller(stack, 'mixed'),
    };
    const sizes = SIZES(greatest);
    console.log(
      `\nListing over HTTP, one caller, median ms (maximum) of ${RUNS}; : is relative to ${shown(sizes[0] ?? 0)}`,
    );
    const first = new Map<string, number>();
    let before = 0;
    for (const size of sizes) {
      const startedAt = performance.now();
      await fill(stack, callers, before, size);
      before = size;
      const filledAt = performance.now();
      // What was filled now lies between what was there before, which no accepting does.
      await stack.installation.db.script('truncate message_segment');
      const segments = await createSegmenter(stack.installation.db, async () => {}).run();
      await analyzeSegments(stack.installation.databaseUrl);
      const [filled, indexed] = [(filledAt - startedAt) / 1000, (performance.now() - filledAt) / 1000];
      const indexing = `${shown(segments)} segments for the search in ${shown(indexed)} s`;
      console.log(`\n  ${shown(size)} messages (filled in ${shown(filled)} s, ${indexing})`);
      const all = questions(await middle(stack, callers.main.accountId));
      // The first answers after a start wait for the compiler and for each statement's plan.
      if (first.size === 0) for (const question of all) await ask(api.baseUrl, callers[question.kind].key, question);
      for (const question of all) {
        const { medianMs, greatestMs, found } = await ask(api.baseUrl, callers[question.kind].key, question);
        if (!first.has(question.name)) first.set(question.name, medianMs);
        const ratio = medianMs / (first.get(question.name) ?? medianMs);
        const times = `${medianMs.toFixed(1).padStart(9)} (${greatestMs.toFixed(1)})`;
        console.log(`  ${question.name.padEnd(52)}${found.padStart(4)}${times.padEnd(22)}: ${ratio.toFixed(2)}`);
      }
    }
  } finally {
    await api.close();
    await stack.close();
  }
}

async function caller({ installation: { db } }: Stack, kind: Kind): Promise<Caller> {
  const email = `${kind}@bench.example`;
  const account = await createAccount(db, { email, plan: 'unlimited', isOperator: false });
  const { key } = await createKey(db, { accountId: account.id, name: 'bench', scopes: [SCOPES.read] });
  return { accountId: account.id, key };
}

async function fill(stack: Stack, callers: Record<Kind, Caller>, first: number, last: number): Promise<void> {
  const [firstOther, lastOther] = [Math.round(first * SHARE_OF_OTHERS), Math.round(last * SHARE_OF_OTHERS)];
  await fillMessages(stack.installation.databaseUrl, [
    { kind: 'main', accountId: callers.main.accountId, first, last },
    { kind: 'stuck', accountId: callers.stuck.accountId, first: firstOther, last: lastOther },
    { kind: 'mixed', accountId: callers.mixed.accountId, first: firstOther, last: lastOther },
  ]);
}

async function middle({ installation: { db } }: Stack, accountId: number): Promise<string> {
  const text = `select 'tm_' || replace(id::text, '-', '') as id from message
    where account_id = $1 and id >= uuid_at((now() at time zone 'utc')::date - $2::integer) order by id limit 1`;
  const [row] = await db.query<{ id: string }>({ name: '', text }, [accountId, DAYS / 2]);
  return row?.id ?? '';
}

/** Filters that match often, rarely (ten messages of the account) and never; pairs that each match often and never together. */
function questions(middleId: string): Question[] {
  const daysAgo = (days: number): string => new Date(Math.floor(Date.now() / DAY_MS - days) * DAY_MS).toISOString();
  const asked: [string, Question['query'], Kind?][] = [
    ['page 1', {}],
    ['page 1 of 100', { per_page: '100' }],
    ['middle, after', { after: middleId }],
    ['middle, before', { before: middleId }],
    ['tag often', { tag: 'common' }],
    ['tag often, middle, before', { tag: 'common', before: middleId }],
    ['tag rarely', { tag: 'rare' }],
    ['tag never', { tag: 'absent' }],
    ['status often (delivered)', { status: 'delivered' }],
    ['status often (bounced)', { status: 'bounced' }],
    ['status rarely (complained)', { status: 'complained' }],
    ['status never (failed)', { status: 'failed' }],
    ['to often', { to: 'often@y.example' }],
    ['to rarely', { to: 'rare@y.example' }],
    ['to never', { to: 'absent@y.example' }],
    ['from often', { from: 'news@x.example' }],
    ['from rarely', { from: 'rare@x.example' }],
    ['from never', { from: 'absent@x.example' }],
    ['created, a day in the middle', { created_after: daysAgo(15), created_before: daysAgo(14) }],
    ['created, before all', { created_before: daysAgo(DAYS + 5) }],
    ['created, after all', { created_after: daysAgo(-1) }],
    ['tag often + from often, together often', { tag: 'common', from: 'news@x.example' }],
    ['to often + tag often, together often', { to: 'often@y.example', tag: 'common' }],
    ['to rarely + tag often, together never', { to: 'rare@y.example', tag: 'common' }],
    ['tag often + from often, together never', { tag: 'common', from: 'shop@x.example' }],
    ['status often + tag often, together never', { status: 'bounced', tag: 'common' }],
    ['status often + from often, together never', { status: 'bounced', from: 'news@x.example' }],
    ['to often + status often, together never', { to: 'often@y.example', status: 'bounced' }],
    ['to often + from often, together never', { to: 'often@y.example', from: 'shop@x.example' }],
    ['words often (Message)', { search: 'message' }],
    ['words often, middle, before', { search: 'message', before: middleId }],
    ['words rarely (a number in ten subjects)', { subject: 'message 9500' }],
    ['words never', { search: 'receipt overdue' }],
    ['two words, together never', { search: 'rare@y news@x' }],
    ['two short words', { search: 'me 4' }],
    ['part of recipient often', { recipient: 'ten@y' }],
    ['part of recipient rarely', { recipient: 'rare@' }],
    ['part of recipient, one of a million', { recipient: 'r777777@y' }],
    ['part of recipient never', { recipient: 'nobody.at.all' }],
    ['words never + tag often', { search: 'absent', tag: 'common' }],
    ['words often + tag rarely', { search: 'message', tag: 'rare' }],
    ['code often (550)', { smtp_code: '550' }],
    ['code rarely (5.7.1)', { smtp_code: '5.7.1' }],
    ['code never', { smtp_code: '421' }],
    ['provider often', { provider: 'google' }],
    ['provider rarely', { provider: 'yahoo' }],
    ['provider never', { provider: 'apple' }],
    ['code often + provider often, together never', { smtp_code: '550', provider: 'google' }],
    ['words often + code often', { search: 'message', smtp_code: '550' }],
    ['delivered, of an account where nothing is', { status: 'delivered' }, 'stuck'],
    ['bounced, where each has a delivered one too', { status: 'bounced' }, 'mixed'],
  ];
  return asked.map(([name, query, kind = 'main']) => ({ name, kind, query }));
}

/** Asks until it is known how long that takes; a question that takes seconds is asked a few times only. */
async function ask(
  baseUrl: string,
  key: string,
  { query }: Question,
): Promise<{ medianMs: number; greatestMs: number; found: string }> {
  const url = `${baseUrl}/transactional/emails?${new URLSearchParams(query).toString()}`;
  const times: number[] = [];
  const until = performance.now() + LIMIT_MS;
  let found = '';
  while (times.length < RUNS && (times.length === 0 || performance.now() < until)) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    // The listing's own envelope, or a problem without data.
    const body = (await response.json()) as { data?: unknown[] };
    times.push(performance.now() - startedAt);
    found = body.data ? String(body.data.length) : `HTTP ${response.status}`;
  }
  times.sort((a, b) => a - b);
  return { medianMs: times[Math.floor(times.length / 2)] ?? 0, greatestMs: times.at(-1) ?? 0, found };
}
