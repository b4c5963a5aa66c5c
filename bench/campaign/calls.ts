import { setTimeout as sleep } from 'node:timers/promises';
import { BENCH_KEY } from '../delivery/postrider.ts';
import { CODES, SINK_DOMAIN, type Receiver } from './receiver.ts';
import { contentOfCampaign, FROM } from './content.ts';
import { query, type Stage } from './setup.ts';

const LOOK_EVERY_MS = 250;
const CODE_EVERY_MS = 200;
const CODE_LOST_MS = 60_000;

/** Makes a campaign to a list and sends it, by the API; gives its id. */
export async function sendCampaign({ subject, token }: Stage, list: number, title: string): Promise<number> {
  const call = async (path: string, body: unknown): Promise<{ readonly id: number }> => {
    const response = await fetch(`${subject.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    // Both answer with the campaign.
    return JSON.parse(text) as { readonly id: number };
  };
  const { id } = await call('/campaigns', { ...contentOfCampaign(title), lists: [list] });
  await call(`/campaigns/${id}/send`, {});
  return id;
}

/** Waits until a campaign is sent and all of its outcomes are recorded; its database may be away meanwhile. */
export async function untilRecorded({ accountId, installation }: Stage, id: number): Promise<void> {
  for (;;) {
    const found = await query<{ state: string; fault: string | null; open: number }>(
      installation,
      `select state, fault, (
         select coalesce(sum(m.recipients - m.delivered - m.bounced - m.complained - m.failed - m.suppressed), 0)
         from campaign_wave w join mailing m on m.account_id = $1 and m.id = w.mailing_id
         where w.account_id = $1 and w.campaign_id = $2
       )::bigint as open
       from campaign where account_id = $1 and id = $2`,
      [accountId, id],
    ).catch(() => []);
    const [row] = found;
    if (row?.state === 'sent' && row.open === 0) return;
    if (row && ['draft', 'cancelled', 'paused'].includes(row.state))
      throw new Error(`It is ${row.state}: ${row.fault}`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Sends login codes, five a second, until it is stopped; then says how long each took from its 202 to the sink. */
export function sendCodes({ subject }: Stage, receiver: Receiver): { stop(): Promise<number[]> } {
  const accepted = new Map<number, number>();
  let isStopped = false;
  let number = 0;
  const sending = (async () => {
    while (!isStopped) {
      number += 1;
      await sendCode(subject.baseUrl, number).then(
        (isTaken) => void (isTaken && accepted.set(number, performance.now())),
        // It was killed: nobody promised anything.
        () => {},
      );
      await sleep(CODE_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await sending;
      const until = performance.now() + CODE_LOST_MS;
      const isMissing = (): boolean => [...accepted.keys()].some((code) => receiver.codeAt(code) === undefined);
      while (isMissing() && performance.now() < until) await sleep(LOOK_EVERY_MS);
      return [...accepted].map(([code, at]) => (receiver.codeAt(code) ?? Number.POSITIVE_INFINITY) - at);
    },
  };
}

async function sendCode(baseUrl: string, number: number): Promise<boolean> {
  const response = await fetch(`${baseUrl}/transactional/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${BENCH_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      from: FROM,
      to: [`${CODES}${number}@${SINK_DOMAIN}`],
      subject: `Your code is ${number}`,
      text: `Your code is ${number}`,
    }),
  });
  await response.text();
  return response.status === 202;
}
