import { setTimeout as sleep } from 'node:timers/promises';
import { rowsOf } from '../../test/support/planted-contacts.ts';
import { SIGNING } from '../messages.ts';
import { postJson } from '../program.ts';
import { BENCH_KEY, until } from '../stack.ts';
import { CODES, SINK_DOMAIN, type CampaignSystem } from './system.ts';

const POLL_MS = 250;
const CODE_EVERY_MS = 200;
const CODE_LOST_MS = 60_000;
const SENTENCE = 'Grüße aus der Werkstatt: drei neue Sorten Tee, zwei Geschichten und ein Gewinn für alle. ';
/** Paragraphs for an email of 7 KB, the same size as in `bench -- delivery`. */
const PARAGRAPHS = Array.from(
  { length: 8 },
  (_none, index) =>
    `<h2>Story ${index + 1} for {{ contact.first_name | default: "you" }}</h2><p>${SENTENCE}</p>` +
    `<p><a href="https://shop.example/stories/${index + 1}?utm_source=news">Read on</a></p>`,
);

/** Settings that disable safeguards. The benchmark measures sending speed, and safeguards would delay the campaign. */
export const WITHOUT_SAFEGUARDS = {
  POSTRIDER_CAMPAIGN_WARM_UP_CONTACTS: '0',
  POSTRIDER_CAMPAIGN_CANARY_AUDIENCE: '0',
} as const;

/** A newsletter with eight links, an image, and merge tags for the contact's name, as API fields. */
export const CONTENT = {
  subject: 'News for {{ contact.first_name | default: "you" }}',
  preview_text: 'Three teas and two stories',
  from_name: 'Tea shop',
  from_email: `news@${SIGNING.domain}`,
  html:
    `<html><body><h1>Hello {{ contact.first_name | default: "there" }} {{ contact.last_name | default: "" }}</h1>` +
    `${PARAGRAPHS.join('')}<p><img src="https://shop.example/tea.png" alt="A cup of tea"></p></body></html>`,
} as const;

/** Creates a campaign for a list and sends the campaign through the API. Returns the campaign's ID. */
export async function sendCampaign({ subject, token }: CampaignSystem, list: number, title: string): Promise<number> {
  const url = `${subject.baseUrl}/campaigns`;
  const { id } = await postJson<{ id: number }>(url, token, { ...CONTENT, title, lists: [list] });
  await postJson(`${url}/${id}/send`, token, {});
  return id;
}

/** Sends a request with a JSON body to the API, with the token of the account. Throws if the request is refused. */
export async function requestOf<T>(
  { subject, token }: CampaignSystem,
  method: string,
  path: string,
  body: object,
): Promise<T> {
  const response = await fetch(`${subject.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${await response.text()}`);
  // The cast is safe because the API document describes the responses.
  return (await response.json()) as T;
}

/** Waits until a campaign is sent and all outcomes are recorded, even if the database restarts during this time. */
export async function untilSent({ accountId, installation }: CampaignSystem, id: number): Promise<void> {
  const text = `select state, fault, (
      select coalesce(sum(m.recipients - m.delivered - m.bounced - m.complained - m.failed - m.suppressed), 0)
      from campaign_wave w join mailing m on m.account_id = $1 and m.id = w.mailing_id
      where w.account_id = $1 and w.campaign_id = $2
    )::bigint as open
    from campaign where account_id = $1 and id = $2`;
  type Progress = { readonly state: string; readonly fault: string | null; readonly open: number };
  await until(async () => {
    const [found] = await rowsOf<Progress>(installation.db, text, [accountId, id]).catch(() => []);
    if (found && ['draft', 'cancelled', 'paused'].includes(found.state)) {
      throw new Error(`The campaign is ${found.state}: ${found.fault}`);
    }
    return found?.state === 'sent' && found.open === 0;
  }, POLL_MS);
}

/**
 * Sends up to five login codes per second until `stop` is called. `stop` resolves with the delivery time of each
 * accepted code in milliseconds, from the 202 response to the arrival at the sink, or Infinity for a code that does not
 * arrive within a minute.
 */
export function sendCodes({ receiver, subject }: CampaignSystem): { stop(): Promise<number[]> } {
  const accepted = new Map<number, number>();
  let isStopped = false;
  const sending = (async () => {
    for (let number = 1; !isStopped; number += 1) {
      const [to, subjectLine] = [`${CODES}${number}@${SINK_DOMAIN}`, `Your code is ${number}`];
      const email = { from: CONTENT.from_email, to: [to], subject: subjectLine, text: subjectLine };
      await postJson(`${subject.baseUrl}/transactional/emails`, BENCH_KEY, email).then(
        () => accepted.set(number, performance.now()),
        // Ignore the error, because the API process was killed and did not accept the code.
        () => {},
      );
      await sleep(CODE_EVERY_MS);
    }
  })();
  return {
    async stop() {
      isStopped = true;
      await sending;
      const endsAt = performance.now() + CODE_LOST_MS;
      const isMissing = (): boolean => [...accepted.keys()].some((code) => receiver.codeAt(code) === undefined);
      await until(() => !isMissing() || performance.now() >= endsAt, POLL_MS);
      return [...accepted].map(([code, at]) => (receiver.codeAt(code) ?? Infinity) - at);
    },
  };
}
