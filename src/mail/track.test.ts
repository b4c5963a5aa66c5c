import { describe, expect, it } from 'vitest';
import { planTracking, rewriteHtml } from './track.ts';

function links(html: string): string[] {
  return planTracking(html).links.map(({ url }) => url);
}

function rewrite(html: string): string {
  return rewriteHtml(html, planTracking(html), { link: (url) => `T(${url})`, pixel: 'P' });
}

const PIXEL = '<img src="P" width="1" height="1" alt="">';

describe('links of HTML', () => {
  it.each([
    ['double quotes', '<a href="https://x.example/">', ['https://x.example/']],
    ['single quotes', '<a href=\'https://x.example/?a="b"\'>', ['https://x.example/?a="b"']],
    ['no quotes', '<a href=https://x.example/ class=b>', ['https://x.example/']],
    ['no quotes up to the end of the tag', '<a href=https://x.example/a/>', ['https://x.example/a/']],
    ['upper case', '<A CLASS="b" HREF="HTTPS://X.example/">', ['HTTPS://X.example/']],
    ['white space all about', '<a\n\thref = \n" https://x.example/ "\n>', ['https://x.example/']],
    ['a map', '<map><area shape="rect" href="http://x.example/a"></map>', ['http://x.example/a']],
    ['entities', '<a href="https://x.example/?a=1&amp;b=2&#38;c&#x3D;3">', ['https://x.example/?a=1&b=2&c=3']],
    [
      'ampersands that are none',
      '<a href="https://x.example/?a=1&copy=2&b&reg=3">',
      ['https://x.example/?a=1&copy=2&b&reg=3'],
    ],
    ['a name at the end', '<a href="https://x.example/?a&amp">', ['https://x.example/?a&']],
    ['names that need a semicolon', '<a href="https://x.example/?a&trade&bull">', ['https://x.example/?a&trade&bull']],
    ['numbers without a semicolon', '<a href="https://x.example/?a&#38b=1&#61">', ['https://x.example/?a&b=1=']],
    ['numbers of Windows-1252', '<a href="https://x.example/&#150;">', ['https://x.example/–']],
    ['every name', '<a href="https://x.example/?a=&rarr;&eacute;&hearts;">', ['https://x.example/?a=→é♥']],
    ['names that nobody knows', '<a href="https://x.example/?a&nosuch;b">', ['https://x.example/?a&nosuch;b']],
    ['a bracket in another attribute', '<a title="a > b" href="https://x.example/">', ['https://x.example/']],
    ['the first of two', '<a href="https://x.example/1" href="https://x.example/2">', ['https://x.example/1']],
    ['attributes side by side', '<a title="t"href="https://x.example/"id=a>', ['https://x.example/']],
    [
      'one inside another',
      '<a href="https://x.example/1"><a href="https://x.example/2">',
      ['https://x.example/1', 'https://x.example/2'],
    ],
    ['a link behind a lone bracket', 'a < b <a href="https://x.example/">', ['https://x.example/']],
    ['a link behind an open bracket in a tag name', '<<a href="https://x.example/">', ['https://x.example/']],
    ['international addresses', '<a href="https://bücher.example/ä">', ['https://bücher.example/ä']],
  ])('are found with %s', (_what, html, expected) => {
    expect(links(html)).toEqual(expected);
  });

  it.each([
    ['mailto:', '<a href="mailto:a@x.example">'],
    ['tel:', '<a href="tel:+491">'],
    ['anchors', '<a href="#top">'],
    ['relative ones', '<a href="/a"><a href="//x.example/a"><a href="">'],
    ['no target at all', '<a name="b"><a href><a href=>'],
    ['data-no-track', '<a data-no-track href="https://x.example/">'],
    ['data-no-track with a value behind it', '<a href="https://x.example/" DATA-NO-TRACK="1">'],
    [
      'other elements',
      '<link href="https://x.example/"><img src="https://x.example/"><abbr href="https://x.example/">',
    ],
    ['closing tags', '</a href="https://x.example/">'],
    ['names that only contain href', '<a data-href="https://x.example/" xhref="https://x.example/">'],
    ['values of other attributes', '<a title=\' href="https://x.example/"\'>'],
    ['comments', '<!-- <a href="https://x.example/"> --><!--><!--->'],
    ['comments that never end', '<!-- <a href="https://x.example/">'],
    ['declarations', '<!doctype html><?xml <a href="https://x.example/">'],
    [
      'scripts and styles',
      '<style><a href="https://x.example/"></style><SCRIPT><a href="https://x.example/"></SCRIPT >',
    ],
    ['a title that never ends', '<title><a href="https://x.example/">'],
    ['tags that never end', '<a href="https://x.example/" title="'],
    ['no host', '<a href="https://">'],
    ['NUL', '<a href="https://x.example/\0">'],
    ['half a character', '<a href="https://x.example/\ud800">'],
    ['addresses of no end', `<a href="https://x.example/${'a'.repeat(2_000)}">`],
  ])('leave out %s', (_what, html) => {
    expect(links(html)).toEqual([]);
  });

  it('are found behind what was left out', () => {
    const html =
      '<!----><style>a{}</style></script><!--[if mso]><a href="https://no.example/"><![endif]--><![if !mso]>' +
      '<a href="https://x.example/"><![endif]>';
    expect(links(html)).toEqual(['https://x.example/']);
  });

  it('are a thousand at most', () => {
    expect(links('<a href="https://x.example/">'.repeat(1_001))).toHaveLength(1_000);
  });
});

describe('rewriting', () => {
  it.each([
    ['before the last end of the body', '<body>a</body></html>', `<body>a${PIXEL}</body></html>`],
    ['also in capitals', '<BODY>a</BODY >', `<BODY>a${PIXEL}</BODY >`],
    ['of two ends the last', '<p></body><p></body>', `<p></body><p>${PIXEL}</body>`],
    ['at the end without a body', '<p>a</p>', `<p>a</p>${PIXEL}`],
    ['not in a comment', '<p>a</body><!-- </body> -->', `<p>a${PIXEL}</body><!-- </body> -->`],
    ['in nothing', '', PIXEL],
  ])('puts the picture %s', (_what, html, expected) => {
    expect(rewrite(html)).toBe(expected);
  });

  it('changes the value of the link and nothing else', () => {
    const html = `<P>Grüße &copy <a id=1 href='https://x.example/?a=1&amp;b="' title='>'>x</A><a href=http://y.example>y</a>`;
    expect(rewrite(html)).toBe(
      `<P>Grüße &copy <a id=1 href="T(https://x.example/?a=1&amp;b=&quot;)" title='>'>x</A>` +
        `<a href="T(http://y.example)">y</a>${PIXEL}`,
    );
  });

  it('keeps the order when links stand behind the picture', () => {
    const html = '<a href="http://1.example"></body><a href="http://2.example">';
    expect(rewrite(html)).toBe(`<a href="T(http://1.example)">${PIXEL}</body><a href="T(http://2.example)">`);
  });

  it('may be of links or of the picture alone', () => {
    const html = '<a href="http://1.example">';
    expect(rewriteHtml(html, planTracking(html), { link: () => 'L' })).toBe('<a href="L">');
    expect(rewriteHtml(html, planTracking(html), { pixel: 'P' })).toBe(html + PIXEL);
    expect(rewriteHtml(html, planTracking(html), {})).toBe(html);
  });

  it('finds its own result again', () => {
    const html = '<a href="https://x.example/?a=1&amp;b=%22&lt;">';
    const again = rewriteHtml(html, planTracking(html), { link: (url) => url });
    expect(links(again)).toEqual(links(html));
  });
});

describe('500 KB of anything', () => {
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
  ])('of %s takes linear time', (_what, piece) => {
    const time = (bytes: number): number => {
      const html = piece.repeat(Math.ceil(bytes / piece.length));
      const runs = Array.from({ length: 3 }, () => {
        const start = performance.now();
        rewrite(html);
        return performance.now() - start;
      });
      return Math.min(...runs);
    };
    expect(time(500_000)).toBeLessThan(Math.max(300, time(50_000) * 40));
  });
});

describe('a long address', () => {
  it('is tracked up to two thousand characters', () => {
    const html = (length: number): string => `<a href="https://x.example/${'a'.repeat(length - 18)}">x</a>`;
    expect(planTracking(html(2_000)).links).toMatchObject([{ url: expect.stringMatching(/^.{2000}$/) as string }]);
    expect(planTracking(html(2_001)).links).toEqual([]);
  });
});
