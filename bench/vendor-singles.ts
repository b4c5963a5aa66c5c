import { startApi } from '../src/app/api.ts';
import { domainPartsOf } from '../src/app/domain-parts.ts';
import type { Installation } from '../src/app/installation.ts';
import { switchAdapter, VENDORS } from '../src/features/compatibility/vendors/index.ts';
import { addDomain } from '../src/features/sending/domains/index.ts';
import { newPairOf, signedHeaders } from '../test/support/ses.ts';
import { HTML, offerLoad, postRequest, SEND_PATH } from './load/index.ts';
import { printRatio, row, shown } from './measure.ts';
import { numberOf, withStack } from './stack.ts';

const CALLERS = 64;
const SECONDS = 5;
const WARM_UP_SECONDS = 1;
const DOMAIN = 'shop.example';
const FROM = `mail@${DOMAIN}`;
const TO = 'delivered@sandbox.localhost';
const SUBJECT = 'Receipt';

/**
 * Measures the rate at which the endpoints of other vendors accept single messages, compared with Postrider's own
 * endpoint in the same run. The native endpoint is measured before and after the others.
 */
export async function benchVendorSingles(): Promise<void> {
  await withStack({}, async ({ installation, key }) => {
    const accountId = await numberOf(installation.db, 'select min(account_id) from account');
    await prepare(installation, accountId);
    const api = await startApi(installation);
    console.log(`\nSingle messages: ${CALLERS} callers, one account, one process, response after a durable commit`);
    const native = postRequest(SEND_PATH, key, { from: FROM, to: [TO], subject: SUBJECT, html: HTML });
    const first = await rateOf(api.port, native);
    const rates: [string, number][] = [];
    for (const [vendor, request] of await requestsOf(installation, accountId, key)) {
      rates.push([vendor, await rateOf(api.port, request)]);
    }
    const last = await rateOf(api.port, native);
    await api.close();
    row('native, before and after', `${shown(first)}/s   ${shown(last)}/s`);
    for (const [vendor, rate] of rates) {
      row(vendor, `${shown(rate)}/s`);
      printRatio(`  ${vendor} : native`, rate, (first + last) / 2);
    }
  });
}

/** Verifies a domain of the account, and turns on the adapters of all vendors. */
async function prepare(installation: Installation, accountId: number): Promise<void> {
  await addDomain(domainPartsOf(installation), accountId, DOMAIN);
  await installation.db.script(
    `update domain_key set state = 'active', published_at = now(), active_from = now() where account_id = ${accountId};
     update domain set status = 'verified', verified_at = now() where account_id = ${accountId};`,
  );
  for (const vendor of VENDORS) await switchAdapter(installation.db, accountId, vendor, true);
}

/** Returns a request to send the same message through each vendor's API. */
async function requestsOf(
  installation: Installation,
  accountId: number,
  key: string,
): Promise<readonly (readonly [vendor: string, request: Buffer])[]> {
  const form = new URLSearchParams({ from: FROM, to: TO, subject: SUBJECT, html: HTML }).toString();
  const basic = `Basic ${Buffer.from(`api:${key}`).toString('base64')}`;
  const urlEncoded = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' };
  const json = { 'content-type': 'application/json' };
  const postmark = JSON.stringify({ From: FROM, To: TO, Subject: SUBJECT, HtmlBody: HTML });
  const personalizations = [{ to: [{ email: TO }] }];
  const content = [{ type: 'text/html', value: HTML }];
  const ses = JSON.stringify({
    FromEmailAddress: FROM,
    Destination: { ToAddresses: [TO] },
    Content: { Simple: { Subject: { Data: SUBJECT }, Body: { Html: { Data: HTML } } } },
  });
  const sesPath = '/v2/email/outbound-emails';
  const pair = await newPairOf(installation, accountId);
  const signed = signedHeaders({ method: 'POST', url: `http://localhost${sesPath}`, body: ses }, pair);
  return [
    ['Resend', postRequest('/transactional/compat/emails', key, { from: FROM, to: TO, subject: SUBJECT, html: HTML })],
    ['Mailgun', requestOf(`/v3/${DOMAIN}/messages`, urlEncoded, form)],
    ['Postmark', requestOf('/compat/postmark/email', { ...json, 'x-postmark-server-token': key }, postmark)],
    [
      'SendGrid',
      postRequest('/v3/mail/send', key, { from: { email: FROM }, subject: SUBJECT, personalizations, content }),
    ],
    ['Amazon SES', requestOf(sesPath, { ...json, ...signed }, ses)],
  ];
}

function requestOf(path: string, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const fields = { host: 'localhost', 'content-length': String(Buffer.byteLength(body)), ...headers };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`);
}

/** Returns the number of accepted messages per second. The callers run in a separate process. */
async function rateOf(port: number, request: Buffer): Promise<number> {
  const task = { port, requests: [request], perSecond: 0, concurrency: CALLERS };
  await offerLoad({ ...task, seconds: WARM_UP_SECONDS }, [undefined]);
  const { seconds, statuses } = await offerLoad({ ...task, seconds: SECONDS }, [undefined]);
  const refused = Object.keys(statuses).filter((status) => status !== '200' && status !== '202');
  if (refused.length > 0) throw new Error(`Status ${refused.join(', ')} instead of 200 or 202`);
  const inTime = seconds.slice(0, SECONDS).map((each) => (each.statuses[200] ?? 0) + (each.statuses[202] ?? 0));
  return inTime.reduce((sum, count) => sum + count, 0) / SECONDS;
}
