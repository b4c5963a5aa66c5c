import { describe, expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';
import { extractLinks } from './links.ts';

describe('text of html', () => {
  it.each([
    ['paragraphs and breaks', '<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree\n'],
    ['headings', '<h1>Hi &amp; bye</h1>text', 'Hi & bye\n\ntext\n'],
    ['links', '<a href="https://x.example/?a=1&amp;b=2">here</a>', 'here (https://x.example/?a=1&b=2)\n'],
    ['a link that shows its address', '<a href="https://x.example/">https://x.example/</a>', 'https://x.example/\n'],
    ['a link around a picture', '<a href="https://x.example/"><img src="x"></a>', 'https://x.example/\n'],
    ['lists', '<ul><li>one</li><li>two</li></ul><ol><li>a<li>b</ol>', '- one\n- two\n\n1. a\n2. b\n'],
    ['table cells', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc\n'],
    ['styles, scripts and comments', '<style>p{}</style><script>x<y</script><!-- no -->yes', 'yes\n'],
    ['what is hidden', '<div style="display:none">no<div>no</div></div>yes', 'yes\n'],
    ['entities', '&lt;b&gt; &#8364; &#x20AC; &unknown; &nbsp;', '<b> € € &unknown;\n'],
    ['preformatted text', '<pre>a\n  b</pre>', 'a\n  b\n'],
    ['a lone bracket', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2\n'],
    ['inline elements', '<p>a<b>b</b>c <i>d</i> e</p>', 'abc d e\n'],
  ])('%s', (_name, html, text) => expect(htmlToText(html)).toBe(text));

  it.each([
    '<',
    '<a ',
    '<!--',
    '<div style="display:none">',
    '&',
    '<script>',
    '<a href=',
    '<ul><li>',
    '</',
    '<constructor>',
  ])('ends on half a megabyte of %s', (piece) =>
    expect(typeof htmlToText(piece.repeat(500_000 / piece.length))).toBe('string'),
  );
});

describe('a mail that is made to be slow', () => {
  it('is read in one go where its only tag stands at the end', () => {
    const html = `${'<'.repeat(3_000_000)}<p>x</p>`;
    expect(htmlToText(html).endsWith('<\n\nx\n')).toBe(true);
  });

  it('is not made whole where it is too long to be sent anyhow', () => {
    const html = '<ul><li>a'.repeat(100_000);
    expect(htmlToText(html).length).toBeGreaterThan(2_000_000);
    const cut = htmlToText(html, 10_000);
    expect([cut.length > 10_000, cut.length < 20_000]).toEqual([true, true]);
  });
});

describe('links', () => {
  it('are those of the html, then of the text, each once, as a browser would follow them', () => {
    const html =
      '<a href="https://x.example/?a=1&amp;b=2">x</a><a href=\'http://y.example\'>y</a><a href="mailto:a@b.example">';
    const text = 'See https://x.example/?a=1&b=2 or (https://z.example/path).';
    expect(extractLinks(html, text)).toEqual([
      'https://x.example/?a=1&b=2',
      'http://y.example',
      'https://z.example/path',
    ]);
  });

  it('javascript is none', () => expect(extractLinks('<a href="javascript:alert(1)">x</a>', undefined)).toEqual([]));

  it('is made of a million characters of small tags and links within the time of a test', () => {
    expect(htmlToText('y <b>'.repeat(150_000))).toHaveLength(300_000);
    expect(htmlToText('<a href="https://a.b/c">x</a> '.repeat(33_000))).toHaveLength(594_000);
  });
});
