import type { SmtpSink } from '../support/smtp-sink.ts';
import { kill9, type Server } from './server.ts';

/** What a storm of kills under load came to. */
export interface StormReport {
  readonly accepted: number;
  readonly kills: number;
  /** Subjects that were answered 202 and that the server knows nothing of, or that never arrived. */
  readonly lost: readonly string[];
  /** Deliveries beyond the first of each mail. */
  readonly duplicates: number;
  readonly unexpectedStatuses: readonly number[];
}

const CALLERS = 8;
/** What is leased by a killed process comes back within 30 s; past that and a little nothing more will come. */
const SILENCE_MS = 35_000;
/** After the last mail arrived, duplicates may still follow. */
const STILL_MS = 4_000;

/** One kill: what to end, and whether the server must be started again by hand. */
export type Kill = 'delivery' | 'database' | 'main';

/** Sends mails without a pause while processes are killed in the given order, then counts what arrived. */
export async function storm(server: Server, sink: SmtpSink, kills: readonly Kill[]): Promise<StormReport> {
  const accepted = new Map<string, string>();
  const unexpected: number[] = [];
  let sending = true;
  let number = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (sending) {
      number += 1;
      const subject = `n${number}`;
      const { status, id } = await send(server, subject);
      if (status === 202 && id) accepted.set(subject, id);
      else if (status !== undefined && status !== 503) unexpected.push(status);
      if (status !== 202) await pause(50);
    }
  });
  for (const kill of kills) {
    await pause(700);
    await run(server, kill);
  }
  await pause(500);
  sending = false;
  await Promise.all(callers);

  const forgotten = await unknownToServer(server, accepted);
  const received = forgotten.length > 0 ? new Map<string, number>() : await drained(sink, accepted);
  const lost = forgotten.length > 0 ? forgotten : [...accepted.keys()].filter((subject) => !received.has(subject));
  const duplicates = [...received.values()].reduce((sum, count) => sum + count - 1, 0);
  return { accepted: accepted.size, kills: kills.length, lost, duplicates, unexpectedStatuses: unexpected };
}

async function run(server: Server, kill: Kill): Promise<void> {
  switch (kill) {
    case 'delivery': {
      const [pid] = server.deliveryPids();
      if (pid !== undefined) await kill9(pid);
      return;
    }
    case 'database':
      return kill9(server.databasePid());
    case 'main':
      await kill9(server.mainPid());
      return server.start();
  }
}

/** The answer; no status when nobody answered: then the mail may or may not have been taken. */
async function send(server: Server, subject: string): Promise<{ status?: number; id?: string }> {
  try {
    const response = await fetch(`${server.baseUrl}/transactional/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ from: 'onboarding@sandbox.localhost', to: [server.ownerEmail], subject, text: 'Hi' }),
      signal: AbortSignal.timeout(10_000),
    });
    const body = (await response.json()) as { id?: string };
    return { status: response.status, ...(body.id && { id: body.id }) };
  } catch {
    return {};
  }
}

/** Accepted subjects whose id the server answers with 404. */
async function unknownToServer(server: Server, accepted: ReadonlyMap<string, string>): Promise<string[]> {
  const waiting = [...accepted];
  const unknown: string[] = [];
  const look = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const response = await fetch(`${server.baseUrl}/transactional/emails/${next[1]}`, {
        headers: { authorization: `Bearer ${server.key}` },
      });
      await response.arrayBuffer();
      if (response.status === 404) unknown.push(next[0]);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, look));
  return unknown;
}

/** Waits until everything accepted has arrived, or nothing comes any more although leases must have run out. */
async function drained(sink: SmtpSink, accepted: ReadonlyMap<string, string>): Promise<Map<string, number>> {
  let arrived = sink.messages.length;
  let lastArrival = Date.now();
  for (;;) {
    await pause(200);
    if (sink.messages.length > arrived) {
      arrived = sink.messages.length;
      lastArrival = Date.now();
    }
    const received = countSubjects(sink);
    const isComplete = [...accepted.keys()].every((subject) => received.has(subject));
    if (Date.now() - lastArrival > (isComplete ? STILL_MS : SILENCE_MS)) return received;
  }
}

function countSubjects(sink: SmtpSink): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { data } of sink.messages) {
    const subject = /^Subject: (\S+)/m.exec(data.toString('latin1'))?.[1];
    if (subject) counts.set(subject, (counts.get(subject) ?? 0) + 1);
  }
  return counts;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
