import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { html, renderPage } from './html.ts';

describe('html', () => {
  it('escapes text, also in attributes', () => {
    const text = `<b a="1" c='2'>&amp;`;
    expect(html`<p title="${text}">${text}</p>`.markup).toBe(
      '<p title="&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;">&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;</p>',
    );
  });

  it('accepts HTML, lists, numbers and empty values', () => {
    const items = ['a', '<'].map((one) => html`<li>${one}</li>`);
    expect(html`${items}${3}${false}${undefined}${html`<br />`}`.markup).toBe('<li>a</li><li>&lt;</li>3<br />');
  });
});

describe('renderPage', () => {
  it('allows only its own style sheet, by the hash of its bytes', () => {
    const { body, headers } = renderPage({ title: '</title>', content: html`<p>Hello</p>` });
    const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(body).toContain('<title>&lt;/title&gt;</title>');
    expect(style.length).toBeGreaterThan(500);
  });

  it('allows framing by its own origin only with isFramed', () => {
    const page = { title: 'Hello', content: html`<p>Hello</p>` };
    const { headers } = renderPage({ ...page, isFramed: true });
    expect(headers['content-security-policy']).toMatch(/; frame-ancestors 'self'$/);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(renderPage(page).headers).not.toHaveProperty('x-frame-options');
  });
});
