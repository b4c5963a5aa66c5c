import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { domainCommand } from '../../src/app/commands/domain.ts';
import { domainPartsOf } from '../../src/app/domain-parts.ts';
import { startHousekeeping } from '../../src/app/housekeeping.ts';
import { systemClock } from '../../src/base/clock.ts';
import { createResolver } from '../../src/base/dns.ts';
import { silentLog } from '../../src/base/log.ts';
import {
  addDomain,
  cancelRotation,
  createSenderDirectory,
  findDomain,
  keySentences,
  listDomains,
  recheckDomains,
  removeDomain,
  rotateDomain,
  verifyDomain,
  type Domain,
} from '../../src/features/sending/domains/index.ts';
import { BATCH, MAX_RUN_MS } from '../../src/features/sending/domains/recheck.ts';
import { isFault, parseMailbox } from '../../src/mail/address.ts';
import { compose } from '../../src/mail/compose.ts';
import { createSigner } from '../../src/mail/dkim.ts';
import type { UserMail } from '../../src/mail/languages/emails.ts';
import { eventually, startApp, type TestApp } from '../support/app.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { shared } from '../support/shared.ts';
import { inEnglish, type SentMail } from '../support/user-emails.ts';

/** Long DNS timeout, so that a slow machine is not mistaken for a failing name server. */
const PATIENT_MS = 30_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOSTNAME = 'mail.postrider.example';

let tenant: Awaited<ReturnType<TestApp['newAccount']>>;
let clock: { time: number; now(): number };
let mails: SentMail[];
let names = 0;
let dnsTimeoutMs = PATIENT_MS;

const dns = shared(async () => startDnsServer({}));
const app = shared(async () => startApp({ POSTRIDER_RESOLVER: dns.address }));

beforeEach(async () => {
  dnsTimeoutMs = PATIENT_MS;
  tenant = await app.newAccount();
  clock = { time: systemClock.now(), now: () => clock.time };
  mails = [];
  // Do not check the domains of earlier tests again.
  await app.installation.db.script(`update domain set next_check_at = 'infinity'`);
});

/** Returns dependencies with a resolver that has no cache. Collects emails to owners in `mails`. */
function parts(changes: { ed25519?: boolean; rotationDays?: number } = {}) {
  const resolver = createResolver({ clock: systemClock, servers: [dns.address], timeoutMs: dnsTimeoutMs });
  return {
    ...domainPartsOf(app.installation),
    hostname: HOSTNAME,
    resolver,
    clock,
    log: silentLog,
    rotationDays: 0,
    random: () => 0.5,
    sendNotice: (_tx: unknown, mail: UserMail) => Promise.resolve(void mails.push(inEnglish(mail))),
    ...changes,
  };
}

function publish(domain: Domain, ...recordNames: string[]): void {
  for (const { host, name, data } of domain.records) if (recordNames.includes(name)) dns.set(host, 'TXT', [data]);
}

function unpublish(domain: Domain, recordName: string): void {
  const record = domain.records.find(({ name }) => name === recordName);
  dns.set(record?.host ?? '', 'TXT', 'NXDOMAIN');
}

async function verified(changes: { ed25519?: boolean } = {}): Promise<Domain> {
  names += 1;
  const added = await addDomain(parts(changes), tenant.account.id, `k${names}.example`);
  publish(added, 'dkim1');
  const domain = await verify(added, changes);
  expect(domain.status).toBe('verified');
  return domain;
}

function verify(domain: Domain, changes: { ed25519?: boolean } = {}): Promise<Domain> {
  return verifyDomain(parts(changes), tenant.account.id, domain.name);
}

function rotate(domain: Domain, changes: { ed25519?: boolean } = {}): Promise<Domain> {
  return rotateDomain(parts(changes), tenant.account.id, domain.name);
}

function rotateNow(domain: Domain, changes: { ed25519?: boolean } = {}): Promise<Domain> {
  return rotateDomain(parts(changes), tenant.account.id, domain.name, { atOnce: true });
}

function cancelled(domain: Domain): Promise<Domain> {
  return cancelRotation(parts(), tenant.account.id, domain.name);
}

async function shown(domain: Domain): Promise<Domain> {
  const found = await findDomain(app.installation.db, tenant.account.id, domain.name);
  if (!found) throw new Error('the domain is expected');
  return found;
}

async function recheck(changes: { ed25519?: boolean; rotationDays?: number } = {}): Promise<void> {
  await recheckDomains(parts(changes));
}

function states({ keys }: Domain): string[] {
  return keys.map(({ selector, state }) => `${selector} ${state}`);
}

/** Returns a directory with an empty cache, as another process would have. */
function directory() {
  const { config, db, vault } = app.installation;
  return createSenderDirectory({ db, vault, clock, sandboxDomain: config.sandboxDomain });
}

/** Signs a message as delivery does, and verifies the message with another implementation and the DNS records. */
async function signaturesOf({ name }: Domain): Promise<string[]> {
  const from = parseMailbox(`post@${name}`);
  if (isFault(from)) throw new Error(from.fault);
  const date = new Date(clock.time);
  const keys = await directory().signingKeys(tenant.account.id, name);
  const mail = { from, to: [from], cc: [], replyTo: [], subject: 'S', html: undefined, text: 'T', headers: [] };
  return verdicts(createSigner().sign(compose({ ...mail, messageId: `m@${name}`, date }), keys, date));
}

async function verdicts(bytes: Buffer): Promise<string[]> {
  const resolver = createResolver({ clock: systemClock, servers: [dns.address] });
  const { results } = await dkimVerify(bytes, {
    resolver: async (host: string) => {
      const answer = await resolver.txt(host);
      return answer.kind === 'found' ? answer.records.map((text) => [text]) : [];
    },
  });
  return results.map((result) => `${String(result.selector)} ${result.status.result}`);
}

describe('key rotation', () => {
  it('goes through all states: published, found, waiting, signing, and the old key required until it expires', async () => {
    const domain = await verified();
    const rotating = await rotate(domain);
    expect(states(rotating)).toEqual(['pr1 active', 'pr2 waiting']);
    expect(rotating.records.map(({ name, required }) => [name, required]).slice(0, 2)).toEqual([
      ['dkim1', true],
      ['dkim2', false],
    ]);
    expect(rotating.records[0]?.valid).toBe(true);
    expect(keySentences(rotating, new Date(clock.time))[0]).toContain(
      'Publish the record of the key pr2 at pr2._domainkey',
    );

    clock.time += 30 * DAY_MS;
    expect(states(await verify(domain))).toEqual(['pr1 active', 'pr2 waiting']);
    expect(await signaturesOf(domain)).toEqual(['pr1 pass']);

    publish(rotating, 'dkim2');
    const found = await verify(domain);
    expect(states(found)).toEqual(['pr1 active', 'pr2 waiting']);
    expect(keySentences(found, new Date(clock.time))[0]).toContain('was found. Emails are signed with this key from');
    clock.time += DAY_MS - 1;
    expect(states(await verify(domain))).toEqual(['pr1 active', 'pr2 waiting']);
    clock.time += 1;
    const switched = await verify(domain);
    expect(states(switched)).toEqual(['pr1 retired', 'pr2 active']);
    expect(await signaturesOf(domain)).toEqual(['pr2 pass']);
    expect(switched.records.map(({ name, required }) => [name, required]).slice(0, 2)).toEqual([
      ['dkim1', false],
      ['dkim2', true],
    ]);
    expect(keySentences(switched, new Date(clock.time))[0]).toContain('Keep its record at pr1._domainkey');

    clock.time += 7 * DAY_MS;
    const emptied = await verify(domain);
    expect(emptied.records.map(({ name }) => name)).not.toContain('dkim1');
    expect(keySentences(emptied, new Date(clock.time))[0]).toContain('no longer needed');
    unpublish(domain, 'dkim1');
    expect((await verify(domain)).status).toBe('verified');
  });

  it('is immediate on request once the record is found', async () => {
    const domain = await verified();
    const rotating = await rotateNow(domain);
    expect(keySentences(rotating, new Date(clock.time))[0]).toContain('as soon as its record is found at pr2.');
    expect(states(await verify(domain))).toEqual(['pr1 active', 'pr2 waiting']);
    clock.time += DAY_MS;
    expect(keySentences(await verify(domain), new Date(clock.time))[0]).toContain('as soon as');
    publish(rotating, 'dkim2');
    expect(states(await verify(domain))).toEqual(['pr1 retired', 'pr2 active']);
    expect(await signaturesOf(domain)).toEqual(['pr2 pass']);
  });

  it('is immediate for a key that is already waiting', async () => {
    const domain = await verified({ ed25519: true });
    const rotating = await rotate(domain, { ed25519: true });
    publish(rotating, 'dkim2');
    expect(states(await verify(domain, { ed25519: true }))).toContain('pr2 waiting');
    await rotateNow(domain, { ed25519: true });
    expect(states(await verify(domain, { ed25519: true }))).toEqual(
      expect.arrayContaining(['pr1 retired', 'pr2 active']),
    );
  });

  it("is immediate if the predecessor's record is still required and the successor is replaced too", async () => {
    const domain = await verified();
    publish(await rotateNow(domain), 'dkim2');
    expect(states(await verify(domain))).toEqual(['pr1 retired', 'pr2 active']);
    await expect(rotate(domain)).rejects.toMatchObject({ code: 'validation_error' });
    const again = await rotateNow(domain);
    expect(states(again).toSorted()).toEqual(['pr1 waiting', 'pr2 active']);
    expect(await signaturesOf(domain)).toEqual(['pr2 pass']);
    publish(again, 'dkim1');
    expect(states(await verify(domain))).toEqual(['pr1 active', 'pr2 retired']);
    expect(await signaturesOf(domain)).toEqual(['pr1 pass']);
  });

  it('can be cancelled before the new key signs, and started again', async () => {
    const domain = await verified();
    await expect(cancelled(domain)).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: { name: [expect.stringContaining('no rotation in progress')] } },
    });
    const rotating = await rotate(domain);
    publish(rotating, 'dkim2');
    await verify(domain);
    const after = await cancelled(domain);
    expect(states(after)).toEqual(['pr1 active']);
    expect(after.records.map(({ name }) => name)).not.toContain('dkim2');
    clock.time += 2 * DAY_MS;
    expect(states(await verify(domain))).toEqual(['pr1 active']);
    expect(await signaturesOf(domain)).toEqual(['pr1 pass']);
    const again = await rotate(domain);
    expect(again.records.find(({ name }) => name === 'dkim2')?.data).not.toBe(
      rotating.records.find(({ name }) => name === 'dkim2')?.data,
    );
    await expect(cancelRotation(parts(), tenant.account.id, 'nowhere.example')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is refused for an unverified domain even if urgent', async () => {
    const added = await addDomain(parts(), tenant.account.id, 'urgent.example');
    await expect(rotateNow(added)).rejects.toMatchObject({ code: 'validation_error' });
    await expect(cancelled(added)).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('keeps earlier signatures valid', async () => {
    const domain = await verified();
    const keys = await directory().signingKeys(tenant.account.id, domain.name);
    const from = parseMailbox(`post@${domain.name}`);
    if (isFault(from)) throw new Error(from.fault);
    const date = new Date(clock.time);
    const mail = { from, to: [from], cc: [], replyTo: [], subject: 'S', html: undefined, text: 'T', headers: [] };
    const before = createSigner().sign(compose({ ...mail, messageId: 'm@x', date }), keys, date);
    publish(await rotate(domain), 'dkim2');
    await verify(domain);
    clock.time += DAY_MS;
    expect(states(await verify(domain))).toEqual(['pr1 retired', 'pr2 active']);
    expect(await verdicts(before)).toEqual(['pr1 pass']);
  });

  it('takes effect in signing processes within a second with one read', async () => {
    const domain = await verified();
    const senders = directory();
    const selectors = async (): Promise<string[]> =>
      (await senders.signingKeys(tenant.account.id, domain.name)).map(({ selector }) => selector);
    expect(await selectors()).toEqual(['pr1']);
    publish(await rotate(domain), 'dkim2');
    await verify(domain);
    clock.time += DAY_MS;
    await verify(domain);
    clock.time += 1_000;
    expect(await selectors()).toEqual(['pr2']);
  });

  it('waits for a record whose TTL is longer than a day', async () => {
    const domain = await verified();
    publish(await rotate(domain), 'dkim2');
    dns.switches.ttlSeconds = 3 * 86_400;
    await verify(domain);
    dns.switches.ttlSeconds = 300;
    clock.time += 3 * DAY_MS - 1;
    expect(states(await verify(domain))).toEqual(['pr1 active', 'pr2 waiting']);
    clock.time += 1;
    expect(states(await verify(domain))).toEqual(['pr1 retired', 'pr2 active']);
  });

  it('waits if the record differs or DNS fails', async () => {
    const domain = await verified();
    const rotating = await rotate(domain);
    const host = rotating.records.find(({ name }) => name === 'dkim2')?.host ?? '';
    for (const answers of [['v=DKIM1; k=rsa; p=AAAA'], 'SERVFAIL', 'NXDOMAIN'] as const) {
      dns.set(host, 'TXT', answers);
      await verify(domain);
      clock.time += 9 * DAY_MS;
      expect(states(await verify(domain))).toEqual(['pr1 active', 'pr2 waiting']);
    }
  });

  it('is immediate if the record of the old key is missing', async () => {
    const domain = await verified();
    publish(await rotate(domain), 'dkim2');
    unpublish(domain, 'dkim1');
    const switched = await verify(domain);
    expect([switched.status, ...states(switched)]).toEqual(['verified', 'pr1 retired', 'pr2 active']);
  });

  it('is refused while a key waits, before verification, and while the old record is required', async () => {
    const refusal = (sentence: string) => ({
      code: 'validation_error',
      details: { errors: { name: [expect.stringContaining(sentence)] } },
    });
    const domain = await verified();
    const rotating = await rotate(domain);
    await expect(rotate(domain)).rejects.toMatchObject(refusal('already has a new key'));
    publish(rotating, 'dkim2');
    await verify(domain);
    clock.time += DAY_MS;
    await verify(domain);
    clock.time += 7 * DAY_MS - 1;
    await expect(rotate(domain)).rejects.toMatchObject(refusal('was rotated recently'));
    clock.time += 1;
    const again = await rotate(domain);
    expect(states(again).toSorted()).toEqual(['pr1 waiting', 'pr2 active']);
    expect(again.keys.find(({ selector }) => selector === 'pr1')?.publicKey).not.toBe(domain.keys[0]?.publicKey);

    const fresh = await addDomain(parts(), tenant.account.id, 'fresh.example');
    await expect(rotate(fresh)).rejects.toMatchObject(refusal('is not verified'));
    await expect(rotateDomain(parts(), tenant.account.id, 'nobody.example')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('creates one key for two concurrent requests', async () => {
    const domain = await verified();
    const results = await Promise.allSettled([rotate(domain), rotate(domain)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(states(await shown(domain))).toEqual(['pr1 active', 'pr2 waiting']);
  });

  it('is not reverted by concurrent checks', async () => {
    const domain = await verified();
    publish(await rotate(domain), 'dkim2');
    const found = await Promise.all(Array.from({ length: 4 }, () => verify(domain)));
    expect(new Set(found.map(({ keys }) => keys[1]?.publishedAt?.getTime())).size).toBe(1);
  });

  it('is automatic when the key is old enough, and the owner gets the record by email', async () => {
    const domain = await verified();
    clock.time += 90 * DAY_MS - 1;
    await recheck({ rotationDays: 90 });
    expect(states(await shown(domain))).toEqual(['pr1 active']);
    clock.time += DAY_MS * 1.2;
    await recheck({ rotationDays: 0 });
    expect(states(await shown(domain))).toEqual(['pr1 active']);
    clock.time += DAY_MS * 1.2;
    await recheck({ rotationDays: 90 });
    const rotating = await shown(domain);
    expect(states(rotating)).toEqual(['pr1 active', 'pr2 waiting']);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: tenant.account.email, subject: expect.stringContaining(domain.name) });
    expect(mails[0]?.text).toContain(rotating.records.find(({ name }) => name === 'dkim2')?.data);
    clock.time += 2 * HOUR_MS;
    await recheck({ rotationDays: 90 });
    expect(mails).toHaveLength(1);
  });
});

describe('Ed25519 signature in addition to RSA', () => {
  const on = { ed25519: true };

  it('starts when its optional record is found and ends when the record is removed', async () => {
    const domain = await verified(on);
    expect(domain.records.map(({ name, required, optional }) => [name, required, optional]).slice(0, 2)).toEqual([
      ['dkim1', true, undefined],
      ['dkim1_ed25519', false, true],
    ]);
    expect(await signaturesOf(domain)).toEqual(['pr1 pass']);
    publish(domain, 'dkim1_ed25519');
    await verify(domain, on);
    expect(await signaturesOf(domain)).toEqual(['pr1 pass', 'pr1e pass']);
    unpublish(domain, 'dkim1_ed25519');
    expect((await verify(domain, on)).status).toBe('verified');
    expect(await signaturesOf(domain)).toEqual(['pr1 pass']);
  });

  it('gets a key for an existing domain at the next check and loses it when the setting is disabled', async () => {
    const domain = await verified();
    expect(states(domain)).toEqual(['pr1 active']);
    const after = await verify(domain, on);
    expect(states(after)).toEqual(['pr1 active', 'pr1e waiting']);
    publish(after, 'dkim1_ed25519');
    expect(states(await verify(domain, on))).toEqual(['pr1 active', 'pr1e active']);
    await recheck();
    expect(states(await shown(domain))).toEqual(['pr1 active', 'pr1e retired']);
    expect(await signaturesOf(domain)).toEqual(['pr1 pass']);
    expect(states(await verify(domain, on))).toEqual(['pr1 active', 'pr1e retired', 'pr2e waiting']);
  });

  it('rotates with the RSA key, each by its own record', async () => {
    const domain = await verified(on);
    publish(domain, 'dkim1_ed25519');
    await verify(domain, on);
    const rotating = await rotate(domain, on);
    expect(states(rotating).toSorted()).toEqual(['pr1 active', 'pr1e active', 'pr2 waiting', 'pr2e waiting']);
    publish(rotating, 'dkim2');
    await verify(domain, on);
    clock.time += DAY_MS;
    await verify(domain, on);
    expect(await signaturesOf(domain)).toEqual(['pr2 pass', 'pr1e pass']);
  });
});

describe('daily check of all domains', () => {
  it('notifies the owner of a missing record, disables the domain after 48 hours and enables it again automatically', async () => {
    const domain = await verified();
    const maySend = async (): Promise<string> =>
      directory()
        .requireSender(tenant.account.id, domain.name)
        .catch((error: { code: string; details: { fix: string } }) => `${error.code} ${error.details.fix}`);
    unpublish(domain, 'dkim1');
    clock.time += 1.1 * DAY_MS;
    await recheck();
    const missing = await shown(domain);
    expect([missing.status, missing.missingSince]).toEqual(['verified', new Date(clock.time)]);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [tenant.account.email, `The DKIM record of ${domain.name} is missing`],
    ]);
    expect(mails[0]?.text).toContain(domain.records[0]?.data);

    clock.time += 48 * HOUR_MS - 1;
    await recheck();
    expect([(await shown(domain)).status, mails.length]).toEqual(['verified', 1]);
    expect(await maySend()).toBe('verified');
    clock.time += 2 * HOUR_MS;
    await recheck();
    expect((await shown(domain)).status).toBe('failed');
    expect(mails[1]?.subject).toBe(`${domain.name} can no longer send: its DKIM record is missing`);
    expect(await maySend()).toContain('domain_not_verified');
    expect(await maySend()).toContain(domain.records[0]?.host);
    // Messages that were accepted earlier are still signed.
    expect(await directory().signingKeys(tenant.account.id, domain.name)).toHaveLength(1);

    publish(domain, 'dkim1');
    clock.time += 2 * HOUR_MS;
    await recheck();
    expect((await shown(domain)).status).toBe('verified');
    expect(mails[2]?.subject).toBe(`${domain.name} can send again`);
    expect(await maySend()).toBe('verified');
    expect(mails).toHaveLength(3);
  });

  it.each(['SERVFAIL', 'REFUSED', 'TIMEOUT'] as const)('changes nothing during %s for days', async (fault) => {
    const domain = await verified();
    dnsTimeoutMs = 1_000;
    dns.set(domain.records[0]?.host ?? '', 'TXT', fault);
    for (let day = 0; day < 4; day += 1) {
      clock.time += 1.1 * DAY_MS;
      await recheck();
    }
    const present = await shown(domain);
    expect([present.status, present.missingSince, mails]).toEqual(['verified', undefined, []]);
  });

  it('verifies a new domain whose record is published', async () => {
    const added = await addDomain(parts(), tenant.account.id, 'meanwhile.example');
    publish(added, 'dkim1');
    clock.time += 2 * HOUR_MS;
    await recheck();
    expect((await shown(added)).status).toBe('verified');
    expect(mails).toEqual([]);
  });

  it('checks each domain once across two processes, and skips removed ones', async () => {
    const domains = [await verified(), await verified(), await verified()];
    await removeDomain(app.installation.db, tenant.account.id, domains[2]?.name ?? '');
    clock.time += 1.1 * DAY_MS;
    const before = dns.queries.length;
    await Promise.all([recheck(), recheck()]);
    const asked = dns.queries.slice(before).filter(({ name }) => name.startsWith('pr1.'));
    expect(asked.map(({ name }) => name).toSorted()).toEqual(
      domains.slice(0, 2).map(({ name }) => `pr1._domainkey.${name}`),
    );
  });

  it.each([
    [MAX_RUN_MS - 1, BATCH + 1],
    [MAX_RUN_MS, BATCH],
  ])('ends a run after its first domains took %i ms, with %i domains checked', async (tookMs, looked) => {
    await app.installation.db.query(
      {
        name: '',
        text: `with added as (
                 insert into domain (account_id, name, next_check_at)
                 select $1, 'run' || n || '.example', now() - interval '1 day' from generate_series(1, $2) as n
                 returning account_id, id
               )
               insert into domain_key (account_id, domain_id, selector, algorithm, public_key, private_key)
               select account_id, id, 'pr1', 'rsa', 'AAAA', '' from added`,
      },
      [tenant.account.id, BATCH + 1],
    );
    const [slow, startedAt] = [parts(), clock.time];
    await recheckDomains({
      ...slow,
      resolver: {
        ...slow.resolver,
        txt: (name) => {
          clock.time = startedAt + tookMs;
          return slow.resolver.txt(name);
        },
      },
    });
    const domains = await listDomains(app.installation.db, tenant.account.id);
    expect(domains.filter(({ checkedAt }) => checkedAt)).toHaveLength(looked);
  });

  it('of a failing domain does not block others', async () => {
    const [broken, sound] = [await verified(), await verified()];
    unpublish(broken, 'dkim1');
    unpublish(sound, 'dkim1');
    clock.time += 1.1 * DAY_MS;
    const failing = parts();
    await recheckDomains({
      ...failing,
      sendNotice: (tx, mail) =>
        inEnglish(mail).subject.includes(broken.name)
          ? Promise.reject(new Error('the mail cannot be accepted'))
          : failing.sendNotice(tx, mail),
    });
    expect(mails).toHaveLength(1);
    expect((await shown(broken)).missingSince).toBeUndefined();
    clock.time += 1.1 * HOUR_MS;
    await recheck();
    expect(mails.map(({ subject }) => subject).filter((subject) => subject.includes(broken.name))).toHaveLength(1);
  });

  it('is a job of the installation, and the account finds its email in the log', async () => {
    const domain = await verified();
    unpublish(domain, 'dkim1');
    await app.installation.db.query(
      { name: '', text: 'update domain set next_check_at = now() where account_id = $1' },
      [tenant.account.id],
    );
    const jobs = startHousekeeping(app.installation);
    try {
      const reported = await eventually('the owner is notified', async () => {
        const { body } = await tenant.get('/transactional/emails?from=onboarding@sandbox.localhost');
        return body.data[0];
      });
      expect(reported.subject).toBe(`The DKIM record of ${domain.name} is missing`);
      expect(reported.to).toEqual([tenant.account.email]);
    } finally {
      await jobs.close();
    }
  });
});

it.each([
  ['rotate a.example --now --cancel', '--now and --cancel cannot be used together'],
  ['show a.example --now', '--now and --cancel can only be used with rotate'],
  ['remove a.example --cancel', '--now and --cancel can only be used with rotate'],
  ['rotate --now', 'NAME is missing'],
  ['rotate nowhere.example --cancel', 'No sender domain has the name nowhere.example.'],
])('refuses the command postrider domain %s', async (line, sentence) => {
  const args = [...line.split(' '), '--account', tenant.account.email];
  await expect(domainCommand(app.installation, args)).rejects.toThrow(sentence);
});
