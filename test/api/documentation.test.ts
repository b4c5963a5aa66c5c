import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocuments } from '../../src/features/administration/documentation/documents.ts';
import { renderMarkdown } from '../../src/features/administration/documentation/markdown.ts';
import { TOPICS, withoutTopic } from '../../src/features/administration/documentation/topics.ts';
import { startApp, type TestApp } from '../support/app.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Maximum size of a page with its styles. */
const PAGE_BYTES = 30_000;
/** Maximum size of the changelog, which grows with every change. */
const CHANGELOG_BYTES = 60_000;

const documents = readDocuments();
const rendered = new Map([...documents.pages].map(([slug, page]) => [slug, renderMarkdown(documents, page)]));

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${app.url}${path}`, { headers, redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

describe('navigation', () => {
  it('contains every page of docs/', () => {
    const missing = withoutTopic([...documents.pages.keys()]);
    expect(missing, 'pages of docs/ that no topic of documentation/topics.ts names: give each its place').toEqual([]);
  });

  it('contains only existing pages, each once', () => {
    const named = TOPICS.flatMap(({ pages }) => pages);
    expect(named.filter((slug) => slug !== 'api' && !documents.pages.has(slug))).toEqual([]);
    expect(new Set(named).size).toBe(named.length);
  });

  it('appends unknown pages', () => {
    expect(withoutTopic(['quick-start', 'brand-new', 'decisions/0001-x'])).toEqual(['brand-new']);
  });
});

describe('links in documents', () => {
  it('lead to existing pages, files and headings', () => {
    const broken = [...rendered].flatMap(([slug, { targets }]) =>
      targets
        .filter(({ href, target }) => {
          if (target.kind === 'page') {
            const ids = rendered.get(target.slug ?? '')?.headings.map(({ id }) => id) ?? [];
            return target.anchor !== undefined && !ids.includes(target.anchor);
          }
          const [file = ''] = href.split('#');
          const folder = documents.pages.get(slug)?.path.replace(/[^/]*$/, '') ?? '';
          return (
            target.kind === 'source' &&
            (file.endsWith('.md') || !existsSync(`${root}/${folder}${file}`)) &&
            !/dashboard\/README/.test(file)
          );
        })
        .map(({ href }) => `${slug} links to ${href}`),
    );
    expect(broken).toEqual([]);
  });

  it('are reported with their location if broken', () => {
    const page = { slug: 'x', path: 'docs/x.md', title: 'X', text: '# X\n\n[a](gone.md), [b](dns.md#of-the-server)\n' };
    const { targets } = renderMarkdown(documents, page);
    expect(targets.map(({ target }) => target)).toEqual([
      { kind: 'source' },
      { kind: 'page', href: '/docs/dns#of-the-server', slug: 'dns', anchor: 'of-the-server' },
    ]);
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
    expect(queue.length).toBeGreaterThan(documents.pages.size);
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
    for (const path of [...groups, ...[...documents.pages.keys()].map((slug) => `/docs/${slug}`)]) {
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
    expect(html).toContain('id="validation_error"');
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
