import { beforeEach, describe, expect, it } from 'vitest';
import { startApp } from '../support/app.ts';
import {
  newSender,
  plantCampaign,
  plantContact,
  plantVariant,
  type PlantedCampaign,
  type Sender,
} from '../support/campaign-contents.ts';
import { rowsOf } from '../support/planted-contacts.ts';
import { shared } from '../support/shared.ts';

const PER_PAGE = 15;

let sender: Sender;

const app = shared(startApp);
beforeEach(async () => {
  sender = await newSender(app);
});

/** Enables the archive and returns its path. */
async function publish(more: Record<string, unknown> = {}, { ann }: Pick<Sender, 'ann'> = sender): Promise<string> {
  const { body } = await ann.call('PATCH', '/campaign-settings', { archives: true, ...more });
  return new URL(body.archive_url).pathname;
}

/** Inserts a campaign with the given status that was sent some minutes ago. */
async function plant(
  given: PlantedCampaign = {},
  state = 'sent',
  { minutesAgo = 1, of = sender }: { readonly minutesAgo?: number; readonly of?: Sender } = {},
): Promise<number> {
  const { id } = await plantCampaign(app, of, given);
  await rowsOf(
    app.installation.db,
    'update campaign set state = $2, sent_at = now() - make_interval(mins => $3) where id = $1',
    [id, state, minutesAgo],
  );
  return id;
}

async function open(path: string) {
  const response = await fetch(`${app.url}${path}`);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const linksIn = (html: string): string[] =>
  [...html.matchAll(/href="(\/archive\/[^"]+)"/g)].map(([, href = '']) => href);

describe('archive of an account', () => {
  it('returns 404 until it is enabled and after it is disabled', async () => {
    const id = await plant();
    expect((await sender.ann.call('GET', '/campaign-settings')).body).toMatchObject({
      archives: false,
      archive_url: null,
    });
    expect(
      await rowsOf(app.installation.db, 'select from campaign_archive where account_id = $1', [sender.accountId]),
    ).toHaveLength(0);
    const path = await publish();
    expect([(await open(path)).status, (await open(`${path}/${id}`)).status]).toEqual([200, 200]);
    expect((await sender.ann.call('PATCH', '/campaign-settings', { archives: false })).body.archive_url).toBeNull();
    const off = [await open(path), await open(`${path}/${id}`)];
    for (const { html, status } of off) expect([status, html.includes('Page not found')]).toEqual([404, true]);
    // The path is the same after the archive is enabled again.
    expect(await publish()).toBe(path);
  });

  it('lists sent campaigns newest first under the heading of the account', async () => {
    const old = await plant({ subject: 'Oldest' }, 'sent', { minutesAgo: 60 });
    const late = await plant({ subject: 'Newest & <best>' });
    const middle = await plant({ subject: 'Between' }, 'sent', { minutesAgo: 30 });
    const path = await publish({ archive_title: ' The tea letter ' });
    const { headers, html } = await open(path);
    expect(linksIn(html)).toEqual([late, middle, old].map((id) => `${path}/${id}`));
    expect(html).toContain('<h1>The tea letter</h1>');
    expect(html).toContain('Newest &amp; &lt;best&gt;');
    expect(html).not.toContain('<best>');
    expect([headers.get('x-robots-tag'), headers.get('referrer-policy'), headers.get('set-cookie')]).toEqual([
      'noindex, nofollow, noarchive',
      'no-referrer',
      null,
    ]);
    expect(html).not.toContain('<script');
    await publish({ archive_title: '' });
    expect((await open(path)).html).toContain('<h1>Tea &amp; Co</h1>');
  });

  it('lists only sent campaigns with their own audience', async () => {
    const sent = await plant();
    const hidden = [
      await plant({}, 'draft'),
      await plant({}, 'scheduled'),
      await plant({}, 'sending'),
      await plant({}, 'paused'),
      await plant({}, 'cancelled'),
      await plant({ kind: 'automation' }),
      await plant({ kind: 'confirmation' }),
      await plant({ subject: 'Deleted' }),
      await plant({ subject: 'Once more' }),
    ];
    await rowsOf(app.installation.db, 'update campaign set deleted_at = now() where id = $1', [hidden[7]]);
    await rowsOf(app.installation.db, 'update campaign set resend_of = $2 where id = $1', [hidden[8], sent]);
    const path = await publish();
    expect(linksIn((await open(path)).html)).toEqual([`${path}/${sent}`]);
    for (const id of hidden) expect([id, (await open(`${path}/${id}`)).status]).toEqual([id, 404]);
  });

  it('omits campaigns that the account excludes', async () => {
    const [shown, hidden] = [await plant(), await plant()];
    const path = await publish();
    const asked = `/campaigns/${hidden}/archive`;
    expect((await sender.ann.call('GET', asked)).body).toEqual({
      campaign_id: hidden,
      is_archived: true,
      url: `${app.api.baseUrl}${path}/${hidden}`,
    });
    for (let times = 0; times < 2; times += 1) {
      expect((await sender.ann.call('PATCH', asked, { is_archived: false })).body).toEqual({
        campaign_id: hidden,
        is_archived: false,
        url: null,
      });
    }
    expect(linksIn((await open(path)).html)).toEqual([`${path}/${shown}`]);
    expect((await open(`${path}/${hidden}`)).status).toBe(404);
    // PUT has the same effect as PATCH. Forms send values in this format.
    expect((await sender.ann.call('PUT', `${asked}?is_archived=true`)).body.is_archived).toBe(true);
    expect((await open(`${path}/${hidden}`)).status).toBe(200);
  });

  it('shows whether a draft will be listed, with a null URL while it is not published', async () => {
    const [sent, draft] = [await plant(), await plant({}, 'draft')];
    const archiveStatus = async (id: number) => (await sender.ann.call('GET', `/campaigns/${id}/archive`)).body;
    expect(await archiveStatus(sent)).toEqual({ campaign_id: sent, is_archived: true, url: null });
    await publish();
    expect(await archiveStatus(draft)).toEqual({ campaign_id: draft, is_archived: true, url: null });
  });

  it('has pages, and the last one has no next link', async () => {
    for (let number = 0; number < PER_PAGE + 2; number += 1) await plant({ subject: `Mail ${number}.` });
    const path = await publish();
    const first = await open(path);
    expect(linksIn(first.html)).toEqual([...Array(PER_PAGE).fill(expect.any(String)), `${path}?page=2`]);
    const last = await open(`${path}?page=2`);
    expect(linksIn(last.html)).toEqual([expect.any(String), expect.any(String), `${path}?page=1`]);
    const beyond = await open(`${path}?page=60`);
    expect([beyond.status, beyond.html.includes('No older newsletters.')]).toEqual([200, true]);
    for (const odd of ['0', '-1', 'x', '1e3', '99999999999', '']) {
      expect([(await open(`${path}?page=${odd}`)).status, odd]).toEqual([200, odd]);
    }
    expect((await open(`${path}?page=1&page=2&x[y]=z`)).status).toBe(200);
  });
});

describe('campaign in the archive', () => {
  it('uses the fallbacks of merge tags and contains no contact data and no recipient links', async () => {
    const fields = { city: ['text', 'Köln'] } as const;
    await plantContact(app, sender.accountId, { email: 'bea@x.example', firstName: 'Bea', fields });
    const html =
      '<p>Hello {{ first_name | default: "you" }} of {{ city | default: "somewhere" }}, {{ email }}!</p>' +
      '<a href="{{ unsubscribe_url }}">u</a><a href="{{ preferences_url }}">p</a><a href="{{ web_url }}">w</a>' +
      '<a href="https://shop.example/tea">tea</a>';
    const id = await plant({ html });
    const path = await publish();
    const copy = await open(`${path}/${id}`);
    expect(copy.html).toContain('Hello you of somewhere, !');
    expect(copy.html).toContain('<title>Tea for you</title>');
    expect(copy.html).toContain('href="https://shop.example/tea"');
    expect(copy.html).not.toMatch(/Bea|bea@|Köln|\/(?:u|t|preferences|view)\//);
    const hrefs = [...copy.html.matchAll(/<a href="([^"]+)">[upw]<\/a>/g)].map(([, href]) => href);
    const list = `${app.api.baseUrl}${path}`;
    expect(hrefs).toEqual([`${list}?copy`, `${list}?copy`, `${list}/${id}`]);
    expect((await open(`${path}?copy`)).html).toContain('a shared copy of an email');
    expect((await open(path)).html).not.toContain('a shared copy of an email');
  });

  it('shows the winning variant, also in the list', async () => {
    const id = await plant({ subject: 'First' });
    const [campaign] = await rowsOf<{ id: number }>(app.installation.db, 'select id from campaign where id = $1', [id]);
    await plantVariant(app, sender, campaign as never, { variant: 1, subject: 'Second', html: '<p>Two</p>' });
    const path = await publish();
    expect((await open(path)).html).toContain('First');
    await rowsOf(app.installation.db, 'update campaign set winner = 1, updated_at = now() where id = $1', [id]);
    expect((await open(path)).html).toContain('Second');
    expect((await open(`${path}/${id}`)).html).toContain('<p>Two</p>');
  });

  it('disables scripts, forms, frames, search indexing and caching', async () => {
    const id = await plant({ html: '<script>document.title="run"</script><form action="https://x.example/"></form>' });
    const { headers } = await open(`${await publish()}/${id}`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain('sandbox allow-popups allow-popups-to-escape-sandbox;');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/allow-scripts|allow-same-origin|allow-forms/);
    expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual([
      'noindex, nofollow, noarchive',
      'no-store',
    ]);
  });

  it('is omitted if it cannot be rendered, without affecting others', async () => {
    const broken = await plant({ html: '{% if nosuch', subject: '{% if nosuch' });
    const lost = await plant({ subject: 'For {{ contact.lost | default: "all" }}' });
    const path = await publish();
    const { html, status } = await open(path);
    expect([status, html.includes('For all'), html.includes('(no subject)')]).toEqual([200, true, true]);
    expect([(await open(`${path}/${broken}`)).status, (await open(`${path}/${lost}`)).status]).toEqual([404, 200]);
  });
});

describe('archive of another account', () => {
  it('neither shows campaigns of our account nor can hide them', async () => {
    const ours = await plant();
    const bea = await newSender(app);
    const theirs = await plant({}, 'sent', { of: bea });
    const [path, other] = [await publish(), await publish({}, bea)];
    expect(path).not.toBe(other);
    expect((await open(`${other}/${ours}`)).status).toBe(404);
    expect(linksIn((await open(other)).html)).toEqual([`${other}/${theirs}`]);
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'GET' ? undefined : { is_archived: false };
      expect((await bea.ann.call(method, `/campaigns/${ours}/archive`, body)).status).toBe(403);
      expect((await bea.ann.call(method, '/campaigns/99999999/archive', body)).status).toBe(404);
    }
    expect((await open(`${path}/${ours}`)).status).toBe(200);
  });

  it('cannot be guessed and is not shown for restricted or closed accounts', async () => {
    const id = await plant();
    const path = await publish();
    for (const odd of [
      '/archive/x',
      `${path}x`,
      path.toUpperCase(),
      `${path}/0${id}`,
      `${path}/x`,
      `${path}/${'9'.repeat(30)}`,
    ]) {
      expect([odd, (await open(odd)).status]).toEqual([odd, 404]);
    }
    for (const column of ['restricted_at', 'closed_at']) {
      const set = async (value: string) =>
        rowsOf(app.installation.db, `update account set ${column} = ${value} where account_id = $1`, [
          sender.accountId,
        ]);
      await set('now()');
      expect([(await open(path)).status, (await open(`${path}/${id}`)).status]).toEqual([404, 404]);
      await set('null');
    }
    expect((await open(path)).status).toBe(200);
  });
});
