import { describe, expect, it } from 'vitest';
import { growthOf, LINEAR } from '../../test/support/growth.ts';
import { planTracking, rewriteHtml } from './track.ts';

function links(html: string): string[] {
  return planTracking(html).links.map(({ url }) => url);
}

function rewrite(html: string): string {
  return rewriteHtml(html, planTracking(html), { link: (url) => `T(${url})`, pixel: 'P' });
}

const PIXEL = '<img src="P" width="1" height="1" alt="">';

describe('planTracking', () => {
  it.each([
    ['double quotes', '<a href="https://x.example/">', ['https://x.example/']],
    ['single quotes', '<a href=\'https://x.example/?a="b"\'>', ['https://x.example/?a="b"']],
    ['no quotes', '<a href=https://x.example/ class=b>', ['https://x.example/']],
    ['no quotes up to the end of the tag', '<a href=https://x.example/a/>', ['https://x.example/a/']],
    ['upper case', '<A CLASS="b" HREF="HTTPS://X.example/">', ['HTTPS://X.example/']],
    ['white space everywhere', '<a\n\thref = \n" https://x.example/ "\n>', ['https://x.example/']],
    ['an image map', '<map><area shape="rect" href="http://x.example/a"></map>', ['http://x.example/a']],
    ['entities', '<a href="https://x.example/?a=1&amp;b=2&#38;c&#x3D;3">', ['https://x.example/?a=1&b=2&c=3']],
    [
      'ampersands that are not entities',
      '<a href="https://x.example/?a=1&copy=2&b&reg=3">',
      ['https://x.example/?a=1&copy=2&b&reg=3'],
    ],
    ['an entity name at the end', '<a href="https://x.example/?a&amp">', ['https://x.example/?a&']],
    [
      'entity names that need a semicolon',
      '<a href="https://x.example/?a&trade&bull">',
      ['https://x.example/?a&trade&bull'],
    ],
    [
      'character numbers without a semicolon',
      '<a href="https://x.example/?a&#38b=1&#61">',
      ['https://x.example/?a&b=1='],
    ],
    ['Windows-1252 character numbers', '<a href="https://x.example/&#150;">', ['https://x.example/–']],
    ['all entity names', '<a href="https://x.example/?a=&rarr;&eacute;&hearts;">', ['https://x.example/?a=→é♥']],
    ['unknown entity names', '<a href="https://x.example/?a&nosuch;b">', ['https://x.example/?a&nosuch;b']],
    ['an angle bracket in another attribute', '<a title="a > b" href="https://x.example/">', ['https://x.example/']],
    [
      'a repeated attribute, where the first counts',
      '<a href="https://x.example/1" href="https://x.example/2">',
      ['https://x.example/1'],
    ],
    ['adjacent attributes', '<a title="t"href="https://x.example/"id=a>', ['https://x.example/']],
    [
      'one link inside another',
      '<a href="https://x.example/1"><a href="https://x.example/2">',
      ['https://x.example/1', 'https://x.example/2'],
    ],
    ['text with a lone angle bracket before it', 'a < b <a href="https://x.example/">', ['https://x.example/']],
    ['an extra angle bracket before it', '<<a href="https://x.example/">', ['https://x.example/']],
    ['international addresses', '<a href="https://bücher.example/ä">', ['https://bücher.example/ä']],
  ])('finds links with %s', (_what, html, expected) => {
    expect(links(html)).toEqual(expected);
  });

  it.each([
    ['mailto:', '<a href="mailto:a@x.example">'],
    ['tel:', '<a href="tel:+491">'],
    ['anchors', '<a href="#top">'],
    ['relative addresses', '<a href="/a"><a href="//x.example/a"><a href="">'],
    ['links without a target', '<a name="b"><a href><a href=>'],
    ['data-no-track', '<a data-no-track href="https://x.example/">'],
    ['data-no-track with a value after it', '<a href="https://x.example/" DATA-NO-TRACK="1">'],
    [
      'other elements',
      '<link href="https://x.example/"><img src="https://x.example/"><abbr href="https://x.example/">',
    ],
    ['closing tags', '</a href="https://x.example/">'],
    ['names that only contain href', '<a data-href="https://x.example/" xhref="https://x.example/">'],
    ['values of other attributes', '<a title=\' href="https://x.example/"\'>'],
    ['comments', '<!-- <a href="https://x.example/"> --><!--><!--->'],
    ['unclosed comments', '<!-- <a href="https://x.example/">'],
    ['declarations', '<!doctype html><?xml <a href="https://x.example/">'],
    [
      'scripts and styles',
      '<style><a href="https://x.example/"></style><SCRIPT><a href="https://x.example/"></SCRIPT >',
    ],
    ['an unclosed title', '<title><a href="https://x.example/">'],
    ['unclosed tags', '<a href="https://x.example/" title="'],
    ['addresses without a host', '<a href="https://">'],
    ['NUL', '<a href="https://x.example/\0">'],
    ['lone surrogates', '<a href="https://x.example/\ud800">'],
    ['very long addresses', `<a href="https://x.example/${'a'.repeat(2_000)}">`],
  ])('ignores %s', (_what, html) => {
    expect(links(html)).toEqual([]);
  });

  it('finds links after ignored content', () => {
    const html =
      '<!----><style>a{}</style></script><!--[if mso]><a href="https://no.example/"><![endif]--><![if !mso]>' +
      '<a href="https://x.example/"><![endif]>';
    expect(links(html)).toEqual(['https://x.example/']);
  });

  it('finds at most a thousand links', () => {
    expect(links('<a href="https://x.example/">'.repeat(1_001))).toHaveLength(1_000);
  });
});

describe('rewriteHtml', () => {
  it.each([
    ['before the last end tag of the body', '<body>a</body></html>', `<body>a${PIXEL}</body></html>`],
    ['before an end tag in capital letters', '<BODY>a</BODY >', `<BODY>a${PIXEL}</BODY >`],
    ['before the last of two end tags', '<p></body><p></body>', `<p></body><p>${PIXEL}</body>`],
    ['at the end if there is no body tag', '<p>a</p>', `<p>a</p>${PIXEL}`],
    ['and ignores end tags in comments', '<p>a</body><!-- </body> -->', `<p>a${PIXEL}</body><!-- </body> -->`],
    ['into empty HTML', '', PIXEL],
  ])('inserts the pixel %s', (_what, html, expected) => {
    expect(rewrite(html)).toBe(expected);
  });

  it('changes only the values of links', () => {
    const html = `<P>Grüße &copy <a id=1 href='https://x.example/?a=1&amp;b="' title='>'>x</A><a href=http://y.example>y</a>`;
    expect(rewrite(html)).toBe(
      `<P>Grüße &copy <a id=1 href="T(https://x.example/?a=1&amp;b=&quot;)" title='>'>x</A>` +
        `<a href="T(http://y.example)">y</a>${PIXEL}`,
    );
  });

  it('keeps the order if links follow the pixel', () => {
    const html = '<a href="http://1.example"></body><a href="http://2.example">';
    expect(rewrite(html)).toBe(`<a href="T(http://1.example)">${PIXEL}</body><a href="T(http://2.example)">`);
  });

  it('can replace only the links or only insert the pixel', () => {
    const html = '<a href="http://1.example">';
    expect(rewriteHtml(html, planTracking(html), { link: () => 'L' })).toBe('<a href="L">');
    expect(rewriteHtml(html, planTracking(html), { pixel: 'P' })).toBe(html + PIXEL);
    expect(rewriteHtml(html, planTracking(html), {})).toBe(html);
  });

  it('produces HTML in which the same links are found again', () => {
    const html = '<a href="https://x.example/?a=1&amp;b=%22&lt;">';
    const again = rewriteHtml(html, planTracking(html), { link: (url) => url });
    expect(links(again)).toEqual(links(html));
  });
});

describe('500 KB of repeated HTML', () => {
  it.each([
    ['brackets', '<'],
    ['open tags', '<a '],
    ['open values', '<a href="'],
    ['single quotes', "<a href='x"],
    ['comments', '<!--'],
    ['comment ends', '<!---->'],
    ['declarations', '<!'],
    ['open styles', '<style>'],
    ['closed styles', '<style></style>'],
    ['equals signs', '<a ='],
    ['spaces', '<a        '],
    ['slashes', '<a/////'],
    ['ampersands', '<a href="https://x.example/&&&&&">'],
    ['entities', '<a href="https://x.example/&amp;&#38;">'],
    ['body ends', '</body>'],
    ['links', '<a href="https://x.example/">x</a>'],
  ])('is processed in linear time: %s', (_what, piece) => {
    const growth = growthOf((bytes) => void rewrite(piece.repeat(Math.ceil(bytes / piece.length))), 31_250);
    expect(growth).toBeLessThan(LINEAR);
  });
});

describe('long address', () => {
  it('is tracked up to two thousand characters', () => {
    const html = (length: number): string => `<a href="https://x.example/${'a'.repeat(length - 18)}">x</a>`;
    expect(planTracking(html(2_000)).links).toMatchObject([{ url: expect.stringMatching(/^.{2000}$/) as string }]);
    expect(planTracking(html(2_001)).links).toEqual([]);
  });
});
