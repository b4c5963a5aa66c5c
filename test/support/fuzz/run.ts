import { Agent, request as httpRequest } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Installation } from '../../../src/app/installation.ts';
import type { Route } from '../../../src/http/route.ts';
import { pick, randomFrom } from '../random.ts';
import { callOf, type Call } from './calls.ts';
import { fillWorld } from './objects.ts';
import { createJudge, type Answer } from './judge.ts';
import type { Random } from './values.ts';
import { collectIds, createWorld, operatorCookie, type Ids, type World } from './world.ts';

/** Server to test. */
export interface Target {
  readonly installation: Installation;
  readonly port: number;
  readonly routes: readonly Route[];
}

/** Result of a fuzz run. */
export interface Fuzzed {
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** Routes with at least one successful response. */
  readonly succeeded: ReadonlySet<string>;
  /** The first problems, each with its request. */
  readonly faults: readonly string[];
  /** The routes whose requests took longest in total, with this duration in seconds, longest first. */
  readonly slowest: readonly (readonly [route: string, seconds: number])[];
  /** Heap size in megabytes after a garbage collection, measured before each tenth of the requests and at the end. */
  readonly heapMb: readonly number[];
}

const AT_ONCE = 8;
/**
 * Number of requests after which a worker uses a new account, because requests may have deleted the old account or made
 * it large.
 */
const REQUESTS_A_WORLD = 400;
const MAX_FAULTS = 30;
const SLOWEST = 8;
const MAX_ANSWER_CHARACTERS = 2_000_000;
const MAX_SHOWN_CHARACTERS = 1_500;
/** Routes whose response waits for an event. */
const WAITING = new Set(['GET /dashboard/live', 'GET /inbox/wait']);
/** Routes of the dashboard's files, which may not have been built. */
const FILES = new Set(['GET /app', 'GET /app/*']);
/**
 * Routes that hash passwords or create keys. This takes a tenth of a second by design, so only a small share of the
 * requests goes to these routes.
 */
const COSTLY = /sign-in|me\/email$|password|two-factor|first-start|accept$|oauth\/|rotate-key|^POST \/domains$|passkey/;
const COSTLY_SHARE = 0.02;
/** Maximum number of attempts to create the accounts and objects that the requests refer to. */
const MAX_TRIES = 5;

/**
 * Sends the given number of requests, several at the same time. With the same seed, the requests are the same except
 * for values that depend on the time.
 */
export async function fuzz(
  target: Target,
  wanted: { readonly requests: number; readonly seed: number },
): Promise<Fuzzed> {
  const { installation, port } = target;
  const routes = target.routes.filter((route) => !WAITING.has(nameOf(route)) && !FILES.has(nameOf(route)));
  const judge = createJudge(target.routes);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const statuses = new Map<number, number>();
  const succeeded = new Set<string>();
  const taken = new Map<string, number>();
  const faults: string[] = [];
  const heapMb: number[] = [];
  const operator = await operatorCookie(installation);
  let begun = 0;

  // Each worker sends a fixed share of the requests and creates its own accounts (`World`), so that its requests do not
  // depend on the speed of the other workers.
  const worker = async (random: Random, share: number): Promise<void> => {
    const foreign: Ids = new Map();
    let world: World | undefined;
    for (let own = 0; own < share; own += 1) {
      if (begun % Math.ceil(wanted.requests / 10) === 0) heapMb.push(heapInUseMb());
      begun += 1;
      if (!world || own % REQUESTS_A_WORLD === 0) {
        for (const [kind, ids] of world?.ids ?? []) foreign.set(kind, ids.slice(-20));
        world = await newWorld(target);
      }
      const call = await callOf(pickRoute(routes, random), { world, foreign, operator, port }, random);
      const sentAt = performance.now();
      const answer = await perform(port, agent, call);
      const name = nameOf(call.route);
      taken.set(name, (taken.get(name) ?? 0) + (performance.now() - sentAt) / 1_000);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status < 300) {
        succeeded.add(name);
        collectIds(world.ids, call.route.path, answer.text);
      }
      const fault = call.method === call.route.method ? judge(call.route, call.method, answer) : unrouted(answer);
      if (fault !== undefined && faults.length < MAX_FAULTS) faults.push(`${name} ${fault}\n  by ${shown(call)}`);
    }
  };
  const shares = Array.from({ length: AT_ONCE }, (_, at) => Math.floor((wanted.requests + at) / AT_ONCE));
  await Promise.all(shares.map(async (share, at) => worker(randomFrom(wanted.seed * AT_ONCE + at), share)));
  agent.destroy();
  heapMb.push(heapInUseMb());
  const slowest = [...taken].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST);
  return { requests: begun, statuses, succeeded, faults, slowest, heapMb };
}

/** Creates a `World` and fills it with objects. Throws if this fails in `MAX_TRIES` accounts. */
async function newWorld({ installation, port }: Target): Promise<World> {
  for (let tries = 1; ; tries += 1) {
    const world = await createWorld(installation);
    const refused = await fillWorld(installation, port, world);
    if (refused.length === 0) return world;
    // Creating objects fails if another worker, acting as the operator, pauses the account or changes its plan.
    if (tries === MAX_TRIES) throw new Error(`No world could be filled: ${refused.join('\n')}`);
  }
}

/** Returns the name of a route, such as `GET /things`. */
export function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function pickRoute(routes: readonly Route[], random: Random): Route {
  for (;;) {
    const route = pick(routes, random);
    if (!COSTLY.test(nameOf(route)) || random() < COSTLY_SHARE) return route;
  }
}

/**
 * Checks the response to a request whose method was changed. Such a request may match no route or a different one, so
 * only a 5xx status is a problem.
 */
function unrouted({ status, text }: Answer): string | undefined {
  return status >= 500 ? `answered ${status}: ${text.slice(0, MAX_SHOWN_CHARACTERS)}` : undefined;
}

function perform(port: number, agent: Agent, call: Call): Promise<Answer> {
  const { body, headers, method, path } = call;
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ port, method, path, headers, agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        if (text.length < MAX_ANSWER_CHARACTERS) text += chunk;
      });
      const type = (response.headers['content-type'] ?? '').split(';')[0] ?? '';
      response.on('end', () => resolve({ status: response.statusCode ?? 0, type, text }));
      response.on('error', reject);
    });
    // A keep-alive connection may close just as it is being reused. In this case, there is no response, and the request
    // is sent again.
    asked.on('error', (error) => {
      if (asked.reusedSocket) perform(port, agent, call).then(resolve, reject);
      else reject(new Error(`${error.message} at ${shown(call)}`));
    });
    asked.end(body);
  });
}

function shown({ body, headers, method, path }: Call): string {
  const { authorization: _, cookie: __, ...others } = headers;
  return `${method} ${path} ${JSON.stringify(others)} ${body?.toString() ?? ''}`.slice(0, MAX_SHOWN_CHARACTERS);
}

function heapInUseMb(): number {
  setFlagsFromString('--expose-gc');
  // After `--expose-gc` was set, new contexts have the function `gc`.
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}
