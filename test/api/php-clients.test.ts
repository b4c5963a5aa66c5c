import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { newPerson } from '../support/callers.ts';
import { makeCertificate } from '../support/certificate.ts';
import { describeWith } from '../support/loud-skip.ts';
import { vendorAccount } from '../support/mailgun.ts';
import { phpWith } from '../support/php.ts';
import { startSmtpSink, type SmtpSink } from '../support/smtp-sink.ts';

// Runs the mailer of Symfony, which Laravel also uses, with each supported vendor API. Only the host in the DSN is
// changed.

const DEADLINE_MS = 60_000;
const DOMAIN = 'symfony.news.test';

const FILES = [
  'HttpClient',
  ...['', '/Bridge/Mailgun', '/Bridge/Postmark', '/Bridge/Sendgrid', '/Bridge/Amazon'].map((part) => `Mailer${part}`),
].map((part) => `Symfony/Component/${part}/autoload.php`);

const SCHEMES = ['mailgun+api', 'mailgun+https', 'postmark+api', 'sendgrid+api', 'ses+api', 'ses+https'] as const;

/** Status and message of the exceptions for a rejected sender and for a wrong key. */
const REFUSED = {
  'mailgun+api': { sender: reported(403, /elsewhere\.test/), key: reported(401, /Forbidden/) },
  'mailgun+https': { sender: reported(403, /elsewhere\.test/), key: reported(401, /Forbidden/) },
  'postmark+api': { sender: reported(422, /elsewhere\.test.*\(code 400\)/), key: reported(401, /\(code 10\)/) },
  'sendgrid+api': { sender: reported(403, /elsewhere\.test/), key: reported(401, /key/) },
  'ses+api': { sender: reported(400, /not a sender domain/), key: reported(403, /SignatureDoesNotMatch/) },
  'ses+https': { sender: reported(400, /not a sender domain/), key: reported(403, /SignatureDoesNotMatch/) },
} as const;

function reported(status: number, words: RegExp) {
  return { status, message: expect.stringMatching(words) as unknown };
}

/**
 * Program that sends three messages through each transport: a valid one, one from a domain of another account, and one
 * with an invalid key.
 */
const PROGRAM = `
${FILES.map((file) => `require '${file}';`).join('\n')}
use Symfony\\Component\\HttpClient\\HttpClient;
use Symfony\\Component\\Mailer\\Exception\\HttpTransportException;
use Symfony\\Component\\Mailer\\Mailer;
use Symfony\\Component\\Mailer\\Transport;
use Symfony\\Component\\Mime\\Address;
use Symfony\\Component\\Mime\\Email;

[, $host, $certificate, $key, $access, $secret, $domain] = $argv;
$client = HttpClient::create(['cafile' => $certificate]);

function dsn($scheme, $host, $key, $access, $secret, $domain) {
    $credential = ['mailgun' => "$key:$domain", 'ses' => "$access:" . rawurlencode($secret)][explode('+', $scheme)[0]] ?? $key;
    return "$scheme://$credential@$host" . (strpos($scheme, 'ses') === 0 ? '?region=eu-west-1' : '');
}

function message($scheme, $sender) {
    $name = strtr($scheme, '+', '-');
    $mail = (new Email())
        ->from(new Address($sender, 'Shop'))->to(new Address("$name@x.test", 'Zoë'))
        ->cc("copy-$name@x.test")->bcc("blind-$name@x.test")->replyTo('answers@x.test')
        ->subject('Grüße <1>')->text('In words')->html('<p>In HTML</p>');
    $mail->getHeaders()->addTextHeader('X-Order', '17');
    return $mail;
}

function refusal($transport, $mail) {
    try {
        $transport->send($mail);
        return null;
    } catch (HttpTransportException $error) {
        return ['status' => $error->getResponse()->getStatusCode(), 'message' => $error->getMessage()];
    }
}

$given = [];
foreach (explode(' ', '${SCHEMES.join(' ')}') as $scheme) {
    $transport = Transport::fromDsn(dsn($scheme, $host, $key, $access, $secret, $domain), null, $client);
    $stranger = Transport::fromDsn(dsn($scheme, $host, 'pr_wrong', $access, 'wrong', $domain), null, $client);
    $given[$scheme] = [
        'id' => (bool) $transport->send(message($scheme, "shop@$domain"))->getMessageId(),
        'sender' => refusal($transport, message($scheme, 'shop@elsewhere.test')),
        'key' => refusal($stranger, message($scheme, "shop@$domain")),
    ];
}
echo json_encode($given);
`;

const php = phpWith(FILES);

let app: TestApp;
let sink: SmtpSink;
let front: Server;
let folder: string;
let given: Readonly<Record<string, unknown>>;

/**
 * Starts a TLS proxy in front of the server, because these transports require TLS. Returns the file that contains the
 * certificate of the proxy's CA.
 */
async function startFront(): Promise<string> {
  const certificate = makeCertificate(['localhost'], { isAuthority: true });
  const { port } = new URL(app.url);
  front = createServer(certificate, (socket) => {
    const behind = connect(Number(port), '127.0.0.1');
    socket.on('error', () => behind.destroy());
    behind.on('error', () => socket.destroy());
    socket.pipe(behind).pipe(socket);
  });
  await new Promise<void>((resolve) => void front.listen(0, 'localhost', resolve));
  const file = join(folder, 'certificate.pem');
  await writeFile(file, certificate.cert);
  return file;
}

async function callPhp(program: string): Promise<void> {
  const certificate = await startFront();
  const { account, key } = await vendorAccount(app, 'mailgun', {}, DOMAIN);
  const { session } = await newPerson(app, account.id, 'admin');
  for (const vendor of ['postmark', 'sendgrid', 'ses'])
    await session.call('PATCH', `/dashboard/adapters/${vendor}`, { is_on: true });
  const { body } = await session.call('POST', '/dashboard/keys', {
    name: 'Symfony',
    scopes: ['transactional:send'],
    domain: null,
    signing: true,
  });
  const pair = body.signing;
  const script = join(folder, 'send.php');
  await writeFile(script, `<?php${PROGRAM}`);
  // Safe cast: the server listens on a TCP port, so its address is an object.
  const host = `localhost:${(front.address() as AddressInfo).port}`;
  const words = [host, certificate, key, pair.access_key_id, pair.secret_access_key, DOMAIN];
  const { stdout } = await promisify(execFile)(program, [script, ...words], { timeout: DEADLINE_MS });
  given = JSON.parse(stdout) as typeof given;
}

beforeAll(async () => {
  sink = await startSmtpSink({});
  app = await startApp({ POSTRIDER_DELIVERY: 'relay', POSTRIDER_RELAY_URL: `smtp://127.0.0.1:${sink.port}` });
  app.deliver();
  folder = await mkdtemp(join(tmpdir(), 'postrider-php-'));
  if (php !== undefined) await callPhp(php);
}, 2 * DEADLINE_MS);
afterAll(async () => {
  if (php !== undefined) await new Promise((resolve) => void front.close(resolve));
  await app.close();
  await sink.close();
  await rm(folder, { recursive: true });
});

describe.each(SCHEMES)('Symfony Mailer by %s', (scheme) => {
  describeWith(php)('with the host of this server', () => {
    it('sends to all recipients with the custom headers and hides Bcc', async () => {
      const name = scheme.replace('+', '-');
      const all = [`${name}@x.test`, `copy-${name}@x.test`, `blind-${name}@x.test`];
      await sink.until(({ messages }) => all.every((address) => messages.some(({ to }) => to.includes(address))));
      const mail = sink.messages.find(({ to }) => to.includes(`${name}@x.test`))?.data.toString() ?? '';
      expect(mail).toContain(`copy-${name}@x.test`);
      // In this version, the SES client drops custom headers unless it sends a raw message.
      if (scheme !== 'ses+api') expect(mail).toMatch(/^X-Order: 17\r$/m);
      expect(mail).toMatch(/^Reply-To: answers@x\.test\r$/m);
      expect(mail).toContain('In HTML');
      expect(sink.messages.every(({ data }) => !data.toString().includes(`blind-${name}`))).toBe(true);
    });

    it("throws the vendor's exceptions for a refused sender or key with our message", () => {
      expect(given[scheme]).toEqual({ id: true, sender: REFUSED[scheme].sender, key: REFUSED[scheme].key });
    });
  });
});
