import { setTimeout as sleep } from 'node:timers/promises';
import { kill9 } from '../../test/chaos/storm/processes.ts';
import { cookiesOf } from '../../src/app/people.ts';
import { startSession } from '../../src/features/tenants/people/index.ts';
import { startSink, type Sink } from '../delivery/sink.ts';
import { row, shown } from '../measure.ts';
import { sendCampaign, untilRecorded } from './calls.ts';
import { SINK_DOMAIN } from './receiver.ts';
import { plantList, query, setStage, type Stage } from './setup.ts';

const CONTACTS = 100_000;
const WATCH_EVERY_MS = 500;
const LOOK_EVERY_MS = 5;
const IDLE_SECONDS = 20;
const PORT_ANY = 0;

/** Providers with a third of the contacts each. */
const SERVERS = [
  {
    domain: 'outlook.example',
    host: 'outlook-example.olc.protection.outlook.com',
    address: '127.0.2.2',
    lane: 'outlook',
  },
  { domain: 'yahoo.example', host: 'mta5.am0.yahoodns.net', address: '127.0.2.3', lane: 'yahoo' },
  { domain: 'small.example', host: 'mx.small.example', address: '127.0.2.4', lane: 'small.example' },
] as const;
const [PAUSED] = SERVERS;

/** A server of a provider, and who got how many mails there. */
interface Server {
  readonly sink: Sink;
  readonly got: Map<string, number>;
  /** When the last mail came. */
  lastAt: number;
}

/**
 * A campaign that is watched while it goes out, of which one lane is paused in the middle: what a look costs, how soon the lane
 * stands still, how fast the others go on, what waiting costs, and whether each contact has the mail once, over a kill.
 */
export async function benchLanes(contacts = CONTACTS): Promise<void> {
  console.log(
    `\nLanes: ${shown(contacts)} contacts at three providers, one provider lane paused during sending and resumed`,
  );
  const servers = await startServers();
  const stage = await setStage(servers[0]?.sink.port ?? PORT_ANY, {
    POSTRIDER_CAMPAIGN_WARM_UP_CONTACTS: '0',
    POSTRIDER_CAMPAIGN_CANARY_AUDIENCE: '0',
    POSTRIDER_DELIVERY: 'direct',
    POSTRIDER_SMTP_PORT: String(servers[0]?.sink.port),
    POSTRIDER_ALLOW_PRIVATE_MX: '1',
    POSTRIDER_WARM_UP: '0',
  });
  try {
    for (const { address, domain, host } of SERVERS) {
      stage.names.put(domain, 'MX', host);
      stage.names.put(host, 'A', address);
    }
    const list = await plantList(stage, contacts);
    for (const [at, { domain }] of SERVERS.entries()) {
      await query(
        stage.installation,
        `update contact set email = replace(email, $2, $3) where account_id = $1 and id % 3 = $4`,
        [stage.accountId, SINK_DOMAIN, domain, at],
      );
    }
    await measure(stage, servers, { contacts, list });
  } finally {
    await stage.close();
    for (const { sink } of servers) await sink.close();
  }
}

async function startServers(): Promise<Server[]> {
  const servers: Server[] = [];
  for (const { address } of SERVERS) {
    const got = new Map<string, number>();
    const port = servers[0]?.sink.port ?? PORT_ANY;
    const server = { got, lastAt: 0 } as { got: Map<string, number>; lastAt: number; sink?: Sink };
    const taken = (to: string): void => {
      got.set(to, (got.get(to) ?? 0) + 1);
      server.lastAt = performance.now();
    };
    servers.push(Object.assign(server, { sink: await startSink(taken, { host: address, port }) }));
  }
  return servers;
}

async function measure(
  stage: Stage,
  servers: readonly Server[],
  { contacts, list }: { readonly contacts: number; readonly list: number },
): Promise<void> {
  const call = await caller(stage);
  const taken = (): number => servers.reduce((sum, { sink }) => sum + sink.received, 0);
  const id = await sendCampaign(stage, list, 'Watched');
  const path = `/dashboard/campaigns/${id}/lanes`;
  while (taken() === 0) await sleep(LOOK_EVERY_MS);
  const watch = watchLanes(call, path);
  const before = await rate(taken, contacts * 0.3);
  const [paused, ...others] = servers;
  if (!paused) return;
  await call('POST', `${path}/${PAUSED.lane}/pause`);
  const pausedAt = performance.now();
  const othersWanted = contacts - Math.ceil(contacts / 3) - 2;
  const after = await rate(() => others.reduce((sum, { sink }) => sum + sink.received, 0), othersWanted);
  row('emails/s, three lanes', shown(before));
  row('emails/s, one lane paused', shown(after));
  row('last email after the pause', `${shown(Math.max(0, paused.lastAt - pausedAt))} ms`);
  await untilHeld(stage, contacts - taken());
  row('held', `${shown(contacts - taken())} emails`);
  const looks = await watch.stop();
  row('progress requests', `${looks.length}   p50 ${shown(at(looks, 0.5))} ms   p99 ${shown(at(looks, 0.99))} ms`);
  await sleep(5_000);
  const idle = await statements(stage, async () => sleep(IDLE_SECONDS * 1_000));
  row('statements/s, all held', shown(idle / IDLE_SECONDS));
  const received = paused.sink.received;
  await kill9(stage.subject.deliveryPids());
  await sleep(3_000);
  row('emails received during a kill of delivery', shown(paused.sink.received - received));
  const resumedAt = performance.now();
  await call('DELETE', `${path}/${PAUSED.lane}/pause`);
  row('response to the resume request', `${shown(performance.now() - resumedAt)} ms`);
  while (taken() < contacts) await sleep(LOOK_EVERY_MS);
  row('from resume to the last email', `${((performance.now() - resumedAt) / 1000).toFixed(1)} s`);
  await untilRecorded(stage, id);
  const again = servers.flatMap(({ got }) => [...got.values()]).reduce((sum, count) => sum + count - 1, 0);
  const missed = contacts - servers.reduce((sum, { got }) => sum + got.size, 0);
  row(missed === 0 && again === 0 ? 'exactly once' : 'exactly once MISSED', `${missed} missing   ${again} duplicates`);
}

/** Mails a second until so many have come. */
async function rate(taken: () => number, wanted: number): Promise<number> {
  const [from, startedAt] = [taken(), performance.now()];
  while (taken() < wanted) await sleep(LOOK_EVERY_MS);
  return ((taken() - from) * 1000) / (performance.now() - startedAt);
}

async function untilHeld({ accountId, installation }: Stage, wanted: number): Promise<void> {
  for (;;) {
    const text = 'select coalesce(sum(held), 0)::integer as held from mailing_provider where account_id = $1';
    const [found] = await query<{ held: number }>(installation, text, [accountId]);
    if ((found?.held ?? 0) >= wanted) return;
    await sleep(WATCH_EVERY_MS);
  }
}

/** Looks at the lanes as their page does; gives what each look took. */
function watchLanes(call: Call, path: string): { stop(): Promise<number[]> } {
  const times: number[] = [];
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const startedAt = performance.now();
      await call('GET', path);
      times.push(performance.now() - startedAt);
      await sleep(WATCH_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await watching;
      return times.toSorted((a, b) => a - b);
    },
  };
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** Transactions of the database while something is done. */
async function statements({ installation }: Stage, work: () => Promise<void>): Promise<number> {
  const read = async (): Promise<number> => {
    const text = `select xact_commit as commits from pg_stat_database where datname = current_database()`;
    return (await query<{ commits: number }>(installation, text))[0]?.commits ?? 0;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

type Call = (method: string, path: string) => Promise<void>;

/** Calls as somebody who is signed in. */
async function caller({ accountId, installation, personId, subject }: Stage): Promise<Call> {
  const { cookie } = await startSession(installation.db, cookiesOf(installation), personId, { accountId });
  return async (method, path) => {
    const answer = await fetch(`${subject.baseUrl}${path}`, {
      method,
      headers: { cookie: cookie.replace(/;.*$/s, ''), 'sec-fetch-site': 'same-origin' },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  };
}
