import { switchAdapter } from '../src/features/compatibility/vendors/index.ts';
import { PREHEADER_BEGIN, preheaderEnd } from '../src/mail/preheader.ts';
import { CONTENT, sendCampaign, untilSent, WITHOUT_SAFEGUARDS } from './campaign/calls.ts';
import {
  plantList,
  printExactness,
  SINK_DOMAIN,
  untilReceived,
  withCampaignSystem,
  type CampaignSystem,
} from './campaign/system.ts';
import { printRatio, row, shown } from './measure.ts';
import { SIGNING } from './messages.ts';
import { cpuMicrosOf } from './processes.ts';
import { BENCH_KEY, numberOf, until } from './stack.ts';

const MESSAGES = 100_000;
const WARM_UP = 5_000;
/** Maximum number of recipients per API call. */
const BATCH = 1_000;
/** Number of concurrent calls, the same as in Ghost. */
const CALLERS = 2;
/** Number of rounds. The candidates run alternately, so that their caches are equally warm. */
const ROUNDS = 2;

type Fields = Readonly<Record<string, string>>;
type Variables = Readonly<Record<string, object>>;

/**
 * Measures the same newsletter to the same recipients, alternately as batches through Mailgun's API and as a campaign,
 * with a sink on the same cores. The time is measured from the first call to the last message.
 */
export async function benchVendors(count = MESSAGES): Promise<void> {
  console.log(
    `\nMailgun's API: ${shown(count)} emails in batches of ${shown(BATCH)}, compared with a campaign to as many contacts`,
  );
  await withCampaignSystem(count, WITHOUT_SAFEGUARDS, async (system) => {
    const { accountId, installation } = system;
    await switchAdapter(installation.db, accountId, 'mailgun', true);
    const warmUp = Math.min(WARM_UP, count);
    const [few, all] = [await plantList(system, warmUp), await plantList(system, count)];
    await sendAsCampaign(system, warmUp, few);
    await sendAsBatches(system, warmUp);
    for (let round = 0; round < ROUNDS; round += 1) {
      const campaign = await measure(system, 'a campaign', count, () => sendAsCampaign(system, count, all));
      const batches = await measure(system, 'batches', count, () => sendAsBatches(system, count));
      row('  all batches accepted after', `${shown(batches.acceptedMs / 1000)} s`);
      printRatio('  batches : campaign, emails/s', campaign.sentMs, batches.sentMs);
    }
  });
}

/**
 * Milliseconds from the first call to the arrival of the last message, and from the first call to the last response.
 */
type Sent = Readonly<Record<'sentMs' | 'acceptedMs', number>>;

async function measure(system: CampaignSystem, name: string, count: number, send: () => Promise<Sent>): Promise<Sent> {
  const { installation, receiver, subject } = system;
  const read = () => ({
    delivery: cpuMicrosOf(subject.deliveryPids()),
    database: cpuMicrosOf(subject.databasePids()),
    api: cpuMicrosOf([subject.mainPid() ?? 0]),
    bytes: receiver.sink.bytes,
  });
  await installation.db.script('checkpoint');
  const before = read();
  receiver.forget();
  const sent = await send();
  const after = read();
  const each = (part: keyof typeof before): string => shown((after[part] - before[part]) / count);
  row(name, `${shown((count * 1000) / sent.sentMs)} emails/s   ${shown(sent.sentMs / 1000)} s`);
  printExactness(system, count, {}, 0);
  row(
    '  µs CPU per email',
    `delivery ${each('delivery')}   database ${each('database')}   API and jobs ${each('api')}`,
  );
  row('  bytes per email', each('bytes'));
  return sent;
}

async function sendAsCampaign(system: CampaignSystem, count: number, list: number): Promise<Sent> {
  system.receiver.forget();
  const startedAt = performance.now();
  const id = await sendCampaign(system, list, 'Measured');
  const acceptedMs = performance.now() - startedAt;
  await untilReceived(system, count);
  const sentMs = performance.now() - startedAt;
  await untilSent(system, id);
  return { sentMs, acceptedMs };
}

async function sendAsBatches(system: CampaignSystem, count: number): Promise<Sent> {
  const { accountId, installation, receiver, subject } = system;
  const delivered = `select count(*) from vendor_event where account_id = $1 and event = 'delivered'`;
  const deliveredBefore = await numberOf(installation.db, delivered, [accountId]);
  const url = `${subject.baseUrl}/v3/${SIGNING.domain}/messages`;
  const fields = batchFields();
  receiver.forget();
  const startedAt = performance.now();
  let next = 1;
  const call = async (): Promise<void> => {
    for (let first = next; first <= count; first = next) {
      next += BATCH;
      const variables: Record<string, object> = {};
      for (let no = first; no < Math.min(count + 1, first + BATCH); no += 1) {
        const leave = `https://shop.example/leave/${no}`;
        variables[`reader${no}@${SINK_DOMAIN}`] = { first_name: 'Ann', last_name: 'Reader', leave };
      }
      await post(url, fields, variables);
    }
  };
  const elapsed = (): number => performance.now() - startedAt;
  const [acceptedMs, sentMs] = await Promise.all([
    Promise.all(Array.from({ length: CALLERS }, call)).then(elapsed),
    untilReceived(system, count).then(elapsed),
  ]);
  await until(async () => (await numberOf(installation.db, delivered, [accountId])) - deliveredBefore >= count);
  return { sentMs, acceptedMs };
}

/**
 * Returns the content of the campaign as fields for Mailgun's API. Merge tags become recipient variables. The content
 * includes the elements that a campaign adds automatically.
 */
function batchFields(): Fields {
  const { from_email: from, html, preview_text: preview, subject } = CONTENT;
  const marked = (text: string): string => text.replaceAll(/\{\{ contact\.(\w+) .*?\}\}/g, '%recipient.$1%');
  const footer = '<p>Tea Street 1, Ghent</p><p><a href="%recipient.leave%">Unsubscribe</a></p>';
  return {
    from: `Tea shop <${from}>`,
    subject: marked(subject),
    html: marked(html)
      .replace('<body>', `<body>${PREHEADER_BEGIN}${preview}${preheaderEnd(preview.length)}`)
      .replace('</body>', `${footer}</body>`),
    'h:List-Unsubscribe': '<%recipient.leave%>',
    'o:tracking-opens': 'yes',
    'o:tracking-clicks': 'yes',
  };
}

/** Posts a batch to the addresses in its recipient variables. */
async function post(url: string, fields: Fields, variables: Variables): Promise<void> {
  const form = new FormData();
  for (const address of Object.keys(variables)) form.append('to', address);
  const all = { ...fields, 'o:tag': 'bulk-email', 'recipient-variables': JSON.stringify(variables) };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  const headers = { authorization: `Basic ${Buffer.from(`api:${BENCH_KEY}`).toString('base64')}` };
  const response = await fetch(url, { method: 'POST', headers, body: form });
  const answer = await response.text();
  if (response.status !== 200) throw new Error(`A batch returned ${response.status}: ${answer}`);
}
