import { setTimeout as sleep } from 'node:timers/promises';
import { PREHEADER_BEGIN, preheaderEnd } from '../src/mail/preheader.ts';
import { switchSurface } from '../src/features/compatibility/vendors/index.ts';
import { sendCampaign, untilRecorded } from './campaign/calls.ts';
import { contentOfCampaign, FROM } from './campaign/content.ts';
import { SINK_DOMAIN, startReceiver, type Receiver } from './campaign/receiver.ts';
import { plantList, query, setStage, type Stage } from './campaign/setup.ts';
import { cpuMicrosOf } from './delivery/cpu.ts';
import { SIGNING } from './delivery/mails.ts';
import { BENCH_KEY } from './delivery/postrider.ts';
import { row, shown } from './measure.ts';

const MAILS = 100_000;
const WARM_UP = 5_000;
/** What a call takes at most. */
const BATCH = 1_000;
/** As many as Ghost has under way. */
const CALLERS = 2;
/** By turns, so that neither has the colder cache. */
const ROUNDS = 2;
const LOOK_EVERY_MS = 20;
/** No gate in the way: what is measured is how it is sent. */
const ENVIRONMENT = { POSTRIDER_CAMPAIGN_WARM_UP_CONTACTS: '0', POSTRIDER_CAMPAIGN_CANARY_AUDIENCE: '0' };

/**
 * The same newsletter to the same members as batches by Mailgun's API and as a campaign, by turns, into a sink on the same cores:
 * from the first call to the last mail.
 */
export async function benchVendorMail(mails = MAILS): Promise<void> {
  console.log(
    `\nMailgun's API: ${shown(mails)} emails in batches of ${shown(BATCH)}, compared with a campaign to as many contacts`,
  );
  const receiver = await startReceiver(mails);
  const stage = await setStage(receiver.sink.port, ENVIRONMENT);
  try {
    await switchSurface(stage.installation.db, stage.accountId, 'mailgun', true);
    const warmUp = Math.min(WARM_UP, mails);
    const [few, all] = [await plantList(stage, warmUp), await plantList(stage, mails)];
    await byCampaign(stage, receiver, { mails: warmUp, list: few });
    await byBatches(stage, receiver, warmUp);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = spentBy(stage, receiver);
      const campaign = await byCampaign(stage, receiver, { mails, list: all });
      tell('a campaign', receiver, mails, campaign);
      tellSpent(before, spentBy(stage, receiver), mails);
      await query(stage.installation, 'checkpoint');
      const between = spentBy(stage, receiver);
      const batches = await byBatches(stage, receiver, mails);
      tell('batches', receiver, mails, batches.sent);
      tellSpent(between, spentBy(stage, receiver), mails);
      row('  all batches accepted after', `${shown(batches.accepted / 1000)} s`);
      row('  batches : campaign, emails/s', (campaign / batches.sent).toFixed(2));
      await query(stage.installation, 'checkpoint');
    }
  } finally {
    await stage.close();
    await receiver.sink.close();
  }
}

function tell(name: string, receiver: Receiver, mails: number, ms: number): void {
  const { again, missed } = receiver.exactness(mails);
  const exactness = missed === 0 && again === 0 ? 'each once' : `${missed} missing, ${again} duplicates: MISSED`;
  row(name, `${shown((mails * 1000) / ms)} emails/s   ${shown(ms / 1000)} s   ${exactness}`);
}

/** CPU so far, in µs, and the bytes that the sink took. */
function spentBy({ subject }: Stage, { sink }: Receiver) {
  return {
    delivery: cpuMicrosOf(subject.deliveryPids()),
    api: cpuMicrosOf([subject.mainPid() ?? 0]),
    database: cpuMicrosOf(subject.databasePids()),
    bytes: sink.bytes,
  };
}

/** What that grew by, a mail, until all was recorded. */
function tellSpent(before: ReturnType<typeof spentBy>, after: ReturnType<typeof spentBy>, mails: number): void {
  const each = (name: keyof typeof before): string => shown((after[name] - before[name]) / mails);
  row(
    '  µs CPU per email',
    `delivery ${each('delivery')}   database ${each('database')}   API and jobs ${each('api')}`,
  );
  row('  bytes per email', each('bytes'));
}

/** Milliseconds from the calls that make and send it to its last mail. */
async function byCampaign(
  stage: Stage,
  receiver: Receiver,
  { list, mails }: { readonly list: number; readonly mails: number },
): Promise<number> {
  receiver.forget();
  const startedAt = performance.now();
  const id = await sendCampaign(stage, list, 'Measured');
  const ms = await lastMail(receiver, mails, startedAt);
  await untilRecorded(stage, id);
  return ms;
}

/** The same from the first call; and when the last was answered. */
async function byBatches(
  stage: Stage,
  receiver: Receiver,
  mails: number,
): Promise<{ readonly sent: number; readonly accepted: number }> {
  receiver.forget();
  const before = await delivered(stage);
  const startedAt = performance.now();
  let next = 1;
  const caller = async (): Promise<void> => {
    for (let first = next; first <= mails; first = next) {
      next += BATCH;
      await post(stage, first, Math.min(mails, first + BATCH - 1));
    }
  };
  const posting = Promise.all(Array.from({ length: CALLERS }, caller)).then(() => performance.now() - startedAt);
  const [accepted, sent] = await Promise.all([posting, lastMail(receiver, mails, startedAt)]);
  while ((await delivered(stage)) - before < mails) await sleep(LOOK_EVERY_MS);
  return { sent, accepted };
}

async function lastMail(receiver: Receiver, mails: number, startedAt: number): Promise<number> {
  while (receiver.toReaders < mails) await sleep(LOOK_EVERY_MS);
  return performance.now() - startedAt;
}

/** The content of the campaign with the marks of this API for what is another for each, and what a campaign adds by itself. */
function contentOfBatch() {
  const { html, preview_text: preview, subject } = contentOfCampaign('Measured');
  const marked = (text: string): string => text.replaceAll(/\{\{ contact\.(\w+) .*?\}\}/g, '%recipient.$1%');
  const footer = '<p>Tea Street 1, Ghent</p><p><a href="%recipient.leave%">Unsubscribe</a></p>';
  return {
    subject: marked(subject),
    html: marked(html)
      .replace('<body>', `<body>${PREHEADER_BEGIN}${preview}${preheaderEnd(preview.length)}`)
      .replace('</body>', `${footer}</body>`),
  };
}

async function post({ subject }: Stage, first: number, last: number): Promise<void> {
  const form = new FormData();
  const variables: Record<string, object> = {};
  for (let no = first; no <= last; no += 1) {
    const address = `reader${no}@${SINK_DOMAIN}`;
    form.append('to', address);
    variables[address] = { first_name: 'Ann', last_name: 'Reader', leave: `https://shop.example/leave/${no}` };
  }
  const fields = {
    from: `Tea shop <${FROM}>`,
    ...contentOfBatch(),
    'h:List-Unsubscribe': '<%recipient.leave%>',
    'o:tag': 'bulk-email',
    'o:tracking-opens': 'yes',
    'o:tracking-clicks': 'yes',
    'recipient-variables': JSON.stringify(variables),
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = await fetch(`${subject.baseUrl}/v3/${SIGNING.domain}/messages`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`api:${BENCH_KEY}`).toString('base64')}` },
    body: form,
  });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`A batch returned ${response.status}: ${answer}`);
}

/** Mails of batches whose delivery is noted for the sender to ask for. */
async function delivered({ accountId, installation }: Stage): Promise<number> {
  const text = `select count(*)::integer as mails from vendor_event where account_id = $1 and event = 'delivered'`;
  return (await query<{ mails: number }>(installation, text, [accountId]))[0]?.mails ?? 0;
}
