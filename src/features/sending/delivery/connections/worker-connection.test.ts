import { afterEach, describe, expect, it } from 'vitest';
import { RFC_TIMEOUTS } from '../../../../smtp/timeouts.ts';
import type { SmtpTarget } from '../../../../smtp/connection.ts';
import { claimOf } from '../../../../../test/support/claims.ts';
import { startSmtpSink, type SinkScript } from '../../../../../test/support/smtp-sink.ts';
import { createServerMemory, type ServerMemory } from '../sites/server-memory.ts';
import type { SiteRoute } from '../sites/site.ts';
import { MAX_ATTEMPT_MS, openConnection } from './worker-connection.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const LIMITS = { maxConnections: 1, initialConnections: 1, maxMailsPerConnection: 1, unreachableMs: [1, 1] } as const;

/** Starts servers on separate addresses with the same port. Nothing listens on an address without a script. */
async function serversOf(...scripts: readonly (SinkScript | undefined)[]): Promise<SmtpTarget[]> {
  let port = 0;
  for (const [no, script] of scripts.entries()) {
    if (!script) continue;
    const sink = await startSmtpSink(script, { host: `127.0.3.${no + 1}`, port });
    port = sink.port;
    closers.push(() => sink.close());
  }
  return scripts.map((_script, no) => {
    const address = `127.0.3.${no + 1}`;
    return { host: `mx${no + 1}`, address, port, tls: 'opportunistic', verifyTls: false, login: undefined };
  });
}

/** Runs one attempt. Each time the clock is read, it advances by `stepMs`. */
function attempt(
  targets: readonly SmtpTarget[],
  servers: ServerMemory,
  stepMs = 0,
  name: SiteRoute['name'] = 'direct',
) {
  let nowMs = 0;
  const clock = { now: () => (nowMs += stepMs) };
  const about = { provider: 'x', site: 'x', limits: LIMITS, isOwned: true, routeIndex: 0, hasFallback: false };
  const task = { claim: claimOf(), route: { ...about, kind: 'site' as const, name, targets } };
  const smtp = { ehloName: 'sender.example', timeouts: RFC_TIMEOUTS };
  return openConnection({ clock, smtp, noteTlsFault: () => {} }, task, { servers, startedAtMs: 0 });
}

function memory(): ServerMemory {
  return createServerMemory({ now: () => 0 });
}

describe('an attempt', () => {
  it('ends at its time limit, and the next attempt starts with the remaining servers', async () => {
    const targets = await serversOf(undefined, undefined, undefined, undefined, {});
    const servers = memory();
    const first = await attempt(targets, servers, MAX_ATTEMPT_MS / 4);
    if ('smtp' in first) throw new Error('no server is expected');
    expect(first.conversation).toMatch(/mx1/);
    expect(first.conversation).not.toMatch(/mx4/);
    const tried = first.conversation.match(/^! mx/gm)?.length ?? 0;
    expect(servers.ordered(targets)[0]?.host).toBe(`mx${tried + 1}`);
    let next = await attempt(targets, servers, MAX_ATTEMPT_MS / 4);
    while (!('smtp' in next)) next = await attempt(targets, servers, MAX_ATTEMPT_MS / 4);
    expect(next.target.host).toBe('mx5');
    next.smtp.destroy();
  });

  it('tries at least one server, even after the time limit', async () => {
    const opened = await attempt(await serversOf({}), memory(), 2 * MAX_ATTEMPT_MS);
    if (!('smtp' in opened)) throw new Error('a connection is expected');
    opened.smtp.destroy();
  });

  it('over a relay reports the wrong password instead of the address where nothing listens', async () => {
    const script = { login: { user: 'ann', password: 'right' } };
    const login = { user: 'ann', password: 'wrong' };
    const targets = (await serversOf(script, undefined)).map((target): SmtpTarget => Object.assign(target, { login }));
    const none = await attempt(targets, memory(), 0, 'relay');
    expect(none).toMatchObject({ target: { host: 'mx1' }, outcome: { kind: 'deferred' } });
    expect('outcome' in none && none.outcome.reason).toMatch(/^535 5\.7\.8/);
    expect('outcome' in none && none.conversation).toMatch(/! mx1 [^]*! mx2 /);
  });

  it('over a relay that greets with 521 is not final', async () => {
    const targets = await serversOf({ on: { greeting: { say: '521 no mail here' } } });
    expect(await attempt(targets, memory(), 0, 'relay')).toMatchObject({ outcome: { kind: 'deferred' } });
    expect(await attempt(targets, memory())).toMatchObject({ outcome: { kind: 'bounced' } });
  });
});
