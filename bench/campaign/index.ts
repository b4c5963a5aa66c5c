import { kill9 } from '../../test/chaos/storm/processes.ts';
import { durableLoop, measureDurableLoop } from '../delivery/loops.ts';
import { judged, percentile, printOpenssl, row, shown, watchPeak } from '../measure.ts';
import { largestMegabytes, residentMegabytes, systemCpuMicros } from '../processes.ts';
import { numberOf, numbersOf } from '../stack.ts';
import { sendCampaign, sendCodes, untilSent, WITHOUT_SAFEGUARDS } from './calls.ts';
import { plantList, printExactness, untilReceived, withCampaignSystem, type CampaignSystem } from './system.ts';

const CONTACTS = 1_000_000;
const WARM_UP = 20_000;
/** Number of messages sent by the loop that the campaign is compared with. */
const LIMIT_MESSAGES = 40_000;
const MAX_DELIVERY_MB = 150;
const MIN_LOOP_SHARE = 0.7;
const MAX_CPU_MICROS = 650;
const MAX_CODE_MS = 1_000;

/**
 * Measures a campaign as a user would send it: a signed, personalized email with eight links and an image to the
 * contacts of a list, delivered to a sink on the same cores. The first run is compared with a loop that uses a queue.
 * During the second run, processes are killed three times and login codes are sent.
 */
export async function benchCampaign(contacts = CONTACTS): Promise<void> {
  console.log(
    `\nCampaign: ${shown(contacts)} contacts, 7 KB, personalized, 8 tracked links and an image, DKIM RSA-2048`,
  );
  printOpenssl();
  const limit = await measureDurableLoop(LIMIT_MESSAGES);
  row(durableLoop.name, `${shown(limit)} emails/s`);
  await withCampaignSystem(contacts, WITHOUT_SAFEGUARDS, async (system) => {
    const few = await plantList(system, Math.min(WARM_UP, contacts));
    const list = await plantList(system, contacts);
    await untilSent(system, await sendCampaign(system, few, 'Warm-up'));
    await measureSending(system, { contacts, list, limit });
    await measureKills(system, contacts, list);
  });
}

async function measureSending(
  system: CampaignSystem,
  { contacts, limit, list }: { readonly contacts: number; readonly limit: number; readonly list: number },
): Promise<void> {
  const { installation, mark, receiver, subject } = system;
  const cpu = (): number => systemCpuMicros(subject.mainPid() ?? 0, mark);
  const size = (): Promise<number> => numberOf(installation.db, 'select pg_database_size(current_database())');
  receiver.forget();
  const [bytesBefore, cpuBefore, memory] = [await size(), cpu(), watchMemory(system)];
  const startedAt = performance.now();
  const id = await sendCampaign(system, list, 'Measured');
  await untilReceived(system, 1);
  const firstMs = performance.now() - startedAt;
  await untilReceived(system, contacts);
  const lastMs = performance.now() - startedAt;
  await untilSent(system, id);
  const recordedMs = performance.now() - startedAt;
  const cpuEach = (cpu() - cpuBefore) / contacts;
  const [delivery, main] = memory.stop();
  const rate = (contacts * 1000) / (lastMs - firstMs);
  row('from send to the first email', `${shown(firstMs)} ms, with ${shown(contacts)} contacts frozen`);
  const share = judged(rate / limit, { least: MIN_LOOP_SHARE });
  row('from the first email to the last', `${shown(rate)} emails/s   ${share} of the loop`);
  row('from send to the last', `${shown(lastMs / 1000)} s   ${shown((contacts * 1000) / lastMs)} emails/s`);
  row('until all outcomes are recorded', `${shown(recordedMs / 1000)} s`);
  row('CPU of all processes, including freezing', `${judged(cpuEach, { most: MAX_CPU_MICROS })} µs per email`);
  row('delivery process, maximum', `${deliveryMegabytes(delivery)}   API and jobs ${shown(main)} MB`);
  const { bytes, received } = receiver.sink;
  const perRecipient = shown(((await size()) - bytesBefore) / contacts);
  row('database', `${perRecipient} bytes per recipient   ${shown(bytes / Math.max(1, received))} bytes per email`);
  await reportExactness(system, contacts, id);
  await installation.db.script('checkpoint');
}

async function measureKills(system: CampaignSystem, contacts: number, list: number): Promise<void> {
  console.log('\n  Repeated with login codes and three kills: a delivery process, PostgreSQL, the main process');
  const { receiver, subject } = system;
  receiver.forget();
  const memory = watchMemory(system);
  const id = await sendCampaign(system, list, 'Killed');
  await untilReceived(system, contacts * 0.1);
  const codes = sendCodes(system);
  await untilReceived(system, contacts * 0.2);
  const times = await codes.stop();
  await kill9(subject.deliveryPids().slice(0, 1));
  await untilReceived(system, contacts * 0.4);
  await kill9(subject.databasePids());
  await untilReceived(system, contacts * 0.6);
  await subject.killMain();
  await untilReceived(system, contacts);
  await untilSent(system, id);
  const [delivery] = memory.stop();
  const p99 = judged(percentile(times, 0.99), { most: MAX_CODE_MS });
  const p50 = shown(percentile(times, 0.5));
  row('login codes, from 202 to the sink', `${times.length} codes   p50 ${p50} ms   p99 ${p99} ms`);
  row('delivery process, maximum', deliveryMegabytes(delivery));
  await reportExactness(system, contacts, id);
}

async function reportExactness(system: CampaignSystem, contacts: number, id: number): Promise<void> {
  const { accountId, installation } = system;
  const text = `select
      (select coalesce(sum(sent), 0) from campaign_count where account_id = $1 and campaign_id = $2)::bigint as sent_count,
      (select count(*) from deliverable where account_id = $1 and campaign_id = $2) as deliverables`;
  printExactness(system, contacts, await numbersOf(installation.db, text, [accountId, id]));
}

function deliveryMegabytes(value: number): string {
  return `${judged(value, { most: MAX_DELIVERY_MB })} MB`;
}

/** Samples the memory of the largest delivery process and of the main process. */
function watchMemory({ subject }: CampaignSystem): { stop(): [delivery: number, main: number] } {
  const delivery = watchPeak(() => largestMegabytes(subject.deliveryPids()));
  const main = watchPeak(() => residentMegabytes(subject.mainPid() ?? 0));
  return { stop: () => [delivery.stop(), main.stop()] };
}
