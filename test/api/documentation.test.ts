// Place in a run: slow.
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderMarkdown } from '../../scripts/docs-site/markdown.ts';
import { readPages, TOPICS } from '../../scripts/docs-site/pages.ts';
import { problemTable } from '../../src/http/problem-table.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { buildPages } from '../support/built-pages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Maximum size of a page with its styles, in bytes. */
const PAGE_BYTES = 30_000;
/** Maximum size of the changelog in bytes. The changelog grows with every change. */
const CHANGELOG_BYTES = 60_000;

const pages = readPages(root);

let app: TestApp;
beforeAll(async () => {
  await buildPages('docs');
  app = await startApp();
}, 120_000);
afterAll(() => app.close());

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

describe('navigation', () => {
  it('contains every page of docs/ exactly once, and no other pages', () => {
    const named = Object.values(TOPICS).flatMap((slugs) => slugs.split(' '));
    const slugs = pages.map(({ slug }) => slug).filter((slug) => !slug.startsWith('decisions/'));
    expect(named.toSorted(), 'give each page of docs/ its place in scripts/docs-site/pages.ts').toEqual(
      ['api', ...slugs].toSorted(),
    );
  });
});

describe('links in documents', () => {
  it('lead to existing pages, headings, pictures, and source files', () => {
    const targetsOf = (markdown: string): string[] => {
      const { markup } = renderMarkdown({ slug: 'x', path: 'docs/x.md', title: 'X', markdown }, pages, root);
      return [...markup.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target = '']) => target);
    };
    expect(targetsOf('[a](dns.md#x), [b](#y), [c](../src/), ![d](pictures/message-flow.svg), [e](http://a.b)')).toEqual(
      ['/docs/dns#x', '#y', '/docs/pictures/message-flow.svg', 'http://a.b'],
    );
    expect(() => targetsOf('[a](gone.md)')).toThrow('/docs/x links to gone.md, which does not exist.');
  });
});

describe('/docs', () => {
  it('serves each page with one heading, no scripts and working links', { timeout: 120_000 }, async () => {
    const home = await open('/docs');
    const queue = ['/docs'];
    const ids = new Map<string, Set<string>>();
    const wanted: { from: string; to: string }[] = [];
    for (const path of queue) {
      const { headers, html, status } = path === '/docs' ? home : await open(path);
      expect([path, status]).toEqual([path, 200]);
      if (!headers.get('content-type')?.startsWith('text/html')) continue;
      if (!html.includes('<header class="top">')) continue;
      expect([path, html.match(/<h1/g)?.length]).toEqual([path, 1]);
      expect([path, /<script|\son\w+=|javascript:/i.test(html.replaceAll(/<code>[\s\S]*?<\/code>/g, ''))]).toEqual([
        path,
        false,
      ]);
      ids.set(path, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)));
      for (const [, href = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
        const url = new URL(href, `http://x${path}`);
        if (url.host !== 'x' || url.pathname === '/app') continue;
        wanted.push({ from: path, to: url.pathname + url.hash });
        if (!queue.includes(url.pathname)) queue.push(url.pathname);
      }
    }
    expect(queue.length).toBeGreaterThan(pages.length);
    const broken = wanted.filter(({ to }) => {
      const [path = '', anchor] = to.split('#');
      return anchor !== undefined && ids.get(path)?.has(anchor) === false;
    });
    expect(broken).toEqual([]);
  });

  it('keeps each page small', async () => {
    const large: string[] = [];
    const index = await open('/docs/api');
    const groups = [...index.html.matchAll(/href="(\/docs\/api\/[^"]+)"/g)].map(([, href = '']) => href);
    expect(groups.length).toBeGreaterThan(30);
    for (const path of [...groups, ...pages.map(({ slug }) => `/docs/${slug}`)]) {
      const { headers } = await open(path, { 'accept-encoding': 'br' });
      const bytes = Number(headers.get('content-length'));
      if (!(bytes < (path === '/docs/changelog' ? CHANGELOG_BYTES : PAGE_BYTES))) large.push(`${path}: ${bytes}`);
    }
    expect(large).toEqual([]);
  });

  it('is cached, revalidated by its ETag, and compressed', async () => {
    const first = await open('/docs/delivery', { 'accept-encoding': 'br' });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('content-encoding')).toBe('br');
    expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+/);
    expect(etag).toMatch(/^"[\w-]+-br"$/);
    const again = await open('/docs/delivery', { 'accept-encoding': 'br', 'if-none-match': etag });
    expect([again.status, again.html]).toEqual([304, '']);
    const plain = await open('/docs/delivery', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(plain.headers.get('etag')).not.toBe(etag);
    expect(plain.html).toContain('<h1 id="delivery">');
  });

  it('allows no external content', async () => {
    const { headers } = await open('/docs/api/emails');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; form-action 'self'/,
    );
    expect([headers.get('set-cookie'), headers.get('x-content-type-options')]).toEqual([null, 'nosniff']);
  });

  it('suggests pages for an unknown path', async () => {
    const { headers, html, status } = await open('/docs/webhook-rotation');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(html).toContain('Page not found');
    expect(html).toContain('href="/docs/webhooks#rotation"');
    const odd = await open(`/docs/${encodeURIComponent('<script>alert(1)</script>')}`);
    expect([odd.status, odd.html.includes('<script')]).toEqual([404, false]);
    expect((await open('/docs/..%2f..%2fpackage.json')).status).toBe(404);
    expect((await open('/docs/api/nothing')).status).toBe(404);
  });

  it('searches sections and operations without scripts', async () => {
    const { html } = await open('/docs/search?q=rotate+domain');
    expect(html).toContain('href="/docs/dns#rotate-a-dkim-key"');
    const [, best] = /<ol>[\s\S]*?href="([^"]+)"/.exec((await open('/docs/search?q=webhook')).html) ?? [];
    expect(best).toBe('/docs/webhooks');
    expect((await open('/docs/search?q=idempotency')).html).toMatch(/href="\/docs\/api\/emails#\w+"/);
    const hostile = await open(`/docs/search?q=${encodeURIComponent('"><img src=x onerror=alert(1)>'.repeat(20))}`);
    expect([hostile.status, hostile.html.includes('<img src=x')]).toEqual([200, false]);
    for (const query of ['', '?q=', '?q=zzzzqqq', '?q[a]=b', '?q=a&q=b']) {
      expect([query, (await open(`/docs/search${query}`)).status]).toEqual([query, 200]);
    }
  });

  it('has the page that errors link to', async () => {
    const { html } = await open('/docs/errors');
    for (const name of Object.keys(problemTable)) expect(html).toContain(`id="${name}"`);
    expect(html).toContain('Postrider documentation');
  });

  it('serves pages as Markdown, images and code snippets', async () => {
    const source = await open('/docs/quick-start.md');
    expect([source.headers.get('content-type'), source.html.startsWith('# Quick start')]).toEqual([
      'text/markdown; charset=utf-8',
      true,
    ]);
    expect((await open('/docs/pictures/overview-light.png')).headers.get('content-type')).toBe('image/png');
    expect((await open('/docs/snippets/webhook-verify.py')).headers.get('content-type')).toBe(
      'text/plain; charset=utf-8',
    );
    expect((await open('/docs/quick-start/')).status).toBe(200);
  });
});
