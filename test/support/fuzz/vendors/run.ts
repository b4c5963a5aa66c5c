import { Agent, request as httpRequest } from 'node:http';
import { domainPartsOf } from '../../../../src/app/domain-parts.ts';
import type { Installation } from '../../../../src/app/installation.ts';
import { addDomain } from '../../../../src/features/sending/domains/index.ts';
import { pick, randomFrom } from '../../random.ts';
import type { Random } from '../values.ts';
import { createWorld, type World } from '../world.ts';
import { vendorCall, type VendorCall } from './calls.ts';
import { judged, type VendorAnswer } from './judge.ts';
import { recordClients, type Recorded } from './record.ts';
import { storageFaults } from './stored.ts';

/** Result of a fuzz run. */
export interface VendorsFuzzed {
  /** Number of responses by vendor and status, such as `mailgun 200`. */
  readonly answers: ReadonlyMap<string, number>;
  readonly accepted: number;
  /** The first problems that were found, each with its request. */
  readonly faults: readonly string[];
}

const VENDORS = ['mailgun', 'postmark', 'sendgrid', 'ses'] as const;
const SENDS = /\/(?:messages(?:\.mime)?|email(?:\/batch)?|mail\/send|outbound-(?:bulk-)?emails)?$/;
/** Share of requests that send messages. It is high, because these requests can fail in the most ways. */
const SENDS_SHARE = 0.7;
const AT_ONCE = 8;
const MAX_FAULTS = 30;
const MAX_SHOWN_CHARACTERS = 1_500;

/**
 * Sends the given number of requests, several of them in parallel. The requests are based on those that the official
 * clients send. Checks that all accepted messages are stored. The same seed always produces the same requests, except
 * for signatures, which depend on the time.
 */
export async function fuzzVendors(
  { installation, port }: { readonly installation: Installation; readonly port: number },
  { requests, seed }: { readonly requests: number; readonly seed: number },
): Promise<VendorsFuzzed> {
  // Each run uses a different domain, because a domain can only belong to one account.
  const domain = `fuzz-${seed}.news.test`;
  const recorded = await recordClients(domain);
  const world = await vendorsWorld(installation, domain);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const answers = new Map<string, number>();
  const accepted = new Map<string, string>();
  const faults: string[] = [];

  const worker = async (random: Random, share: number): Promise<void> => {
    for (let own = 0; own < share; own += 1) {
      const call = vendorCall(oneOf(recorded, random), world, port, random);
      const answer = await perform(port, agent, call);
      const name = `${call.recorded.vendor} ${answer.status}`;
      answers.set(name, (answers.get(name) ?? 0) + 1);
      const verdict = judged(call, answer);
      if ('accepted' in verdict) for (const id of verdict.accepted) accepted.set(id, shown(call));
      else if (faults.length < MAX_FAULTS)
        faults.push(`${verdict.fault}: ${answer.status} ${answer.text.slice(0, 500)}\n  by ${shown(call)}`);
    }
  };
  const shares = Array.from({ length: AT_ONCE }, (_, at) => Math.floor((requests + at) / AT_ONCE));
  await Promise.all(shares.map(async (share, at) => worker(randomFrom(seed * AT_ONCE + at), share)));
  agent.destroy();
  faults.push(...(await storageFaults(installation.db, world.accountId, accepted)).slice(0, MAX_FAULTS));
  return { answers, accepted: accepted.size, faults };
}

/** Returns one of the recorded requests. Each vendor has the same probability. */
function oneOf(recorded: readonly Recorded[], random: Random): Recorded {
  const vendor = pick(VENDORS, random);
  const isSend = random() < SENDS_SHARE;
  const fitting = recorded.filter(
    (each) => each.vendor === vendor && isSend === (each.method === 'POST' && SENDS.test(each.path)),
  );
  return pick(fitting, random);
}

/** Creates an account with a verified domain and enables the adapters of all vendors. */
async function vendorsWorld(installation: Installation, domain: string): Promise<World> {
  const world = await createWorld(installation);
  await addDomain(domainPartsOf(installation), world.accountId, domain);
  await installation.db.script(
    `update domain_key set state = 'active', published_at = now(), active_from = now() where account_id = ${world.accountId};
     update domain set status = 'verified', verified_at = now() where account_id = ${world.accountId};`,
  );
  return world;
}

function perform(port: number, agent: Agent, call: VendorCall): Promise<VendorAnswer> {
  const { body, headers, method, path } = call;
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ host: 'localhost', port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    // A keep-alive connection may close at the moment when it is reused. In this case, there is no response, and the
    // request is sent again.
    asked.on('error', (error) => {
      if (asked.reusedSocket) perform(port, agent, call).then(resolve, reject);
      else reject(new Error(`${error.message} at ${shown(call)}`));
    });
    asked.end(body);
  });
}

function shown({ body, headers, method, path }: VendorCall): string {
  const { authorization: _, 'x-postmark-server-token': __, ...others } = headers;
  return `${method} ${path} ${JSON.stringify(others)} ${body?.toString() ?? ''}`.slice(0, MAX_SHOWN_CHARACTERS);
}
