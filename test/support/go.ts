import { execFile, execFileSync, type ExecFileException } from 'node:child_process';
import type { SmtpSink } from './smtp-sink.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

const DEADLINE_MS = 90_000;

/** Input for a task, except its vendor and name. Must match `order` in test/clients/go/main.go. */
export interface GoOrder {
  readonly base: string;
  readonly bases?: readonly string[];
  readonly key?: string;
  readonly access?: string;
  readonly secret?: string;
  readonly domain: string;
  readonly id?: string;
  readonly url?: string;
  readonly verify_key?: string;
  readonly posted?: readonly { readonly body: string; readonly headers: object }[];
}

/**
 * Returns the path of the program that runs the vendors' Go clients. If POSTRIDER_TEST_GO does not name a program that
 * runs, prints a message and returns undefined.
 */
export function goClients(): string | undefined {
  const given = process.env['POSTRIDER_TEST_GO'];
  try {
    if (given !== undefined) execFileSync(given, ['-h'], { stdio: 'ignore' });
  } catch {
    process.stdout.write(`POSTRIDER_TEST_GO names ${given}, which does not run.\n`);
    return undefined;
  }
  if (given === undefined) {
    process.stdout.write(
      'No program of clients in Go: what they do is not tried. Build it (go build -C test/clients/go -o /tmp/clients .), and name it ' +
        'in POSTRIDER_TEST_GO.\n',
    );
  }
  return given;
}

/**
 * Runs a task with a vendor's client, and resolves with its result. Rejects with the output of the program if the task
 * fails.
 */
// The type is `any`, because tests read responses of any shape and check them with expectations.
// oxlint-disable-next-line typescript/no-explicit-any
export async function runGo(program: string, vendor: string, task: string, order: GoOrder): Promise<any> {
  return new Promise((resolve, reject) => {
    const done = (error: ExecFileException | null, stdout: string, stderr: string): void => {
      if (error) reject(new Error(`${vendor} ${task}: ${stderr || error.message}`));
      else resolve(JSON.parse(stdout));
    };
    const child = execFile(program, { timeout: DEADLINE_MS, maxBuffer: 16_000_000 }, done);
    child.stdin?.end(JSON.stringify({ vendor, task, ...order }));
  });
}

/** Returns the requests to a webhook receiver in the format that the Go program accepts. */
export function postedTo({ requests }: WebhookReceiver): NonNullable<GoOrder['posted']> {
  return requests.map(({ body, headers }) => ({ body: body.toString(), headers }));
}

/**
 * Returns the base URLs of this server for a vendor's clients: at the root and under the vendor's prefix, with and
 * without a trailing slash.
 */
export function everyBase(url: string, vendor: string, version = ''): string[] {
  return [url, `${url}/compat/${vendor}`].flatMap((base) => [`${base}${version}`, `${base}${version}/`]);
}

/**
 * Waits until a message has arrived for each of these addresses. Resolves with the first message to the first address,
 * without quoted-printable line breaks.
 */
export async function mailTo(sink: SmtpSink, ...addresses: readonly string[]): Promise<string> {
  const [first = ''] = addresses;
  await sink.until(({ messages }) => addresses.every((address) => messages.some(({ to }) => to.includes(address))));
  const text = sink.messages.find(({ to }) => to.includes(first))?.data.toString() ?? '';
  return text.replaceAll('=\r\n', '').replaceAll('=20', ' ');
}
