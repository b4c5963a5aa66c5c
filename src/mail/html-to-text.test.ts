import { BinTrieFlags, decodeHTML, determineBranch, htmlDecodeTree } from 'entities/lib/decode.js';
import { describe, expect, it } from 'vitest';
import { htmlToText } from './html-to-text.ts';
import { extractLinks } from './links.ts';

const NAME_CHARACTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789;');

/** Returns the entity names below a node of the decoder's trie, without the ampersand. */
function entityNames(index = 0, name = ''): string[] {
  const node = htmlDecodeTree[index] ?? 0;
  const length = (node & BinTrieFlags.VALUE_LENGTH) >> 14;
  // A value of length 1 is stored in the node itself, which then has no branches.
  const branches = length === 1 ? [] : NAME_CHARACTERS;
  const below = branches.flatMap((character) => {
    const next = determineBranch(htmlDecodeTree, node, index + Math.max(1, length), character.charCodeAt(0));
    return next < 0 ? [] : entityNames(next, name + character);
  });
  return length === 0 ? below : [name, ...below];
}

describe('htmlToText', () => {
  it('decodes every entity name of the HTML standard', () => {
    const names = entityNames();
    expect(names).toHaveLength(2_231);
    const words = (text: string): string[] => text.split('|').map((word) => word.replaceAll(/\s+/g, ' '));
    const text = htmlToText(`<p>${names.map((name) => `${name}=&${name}.`).join('|')}</p>`);
    expect(words(text.trim())).toEqual(words(names.map((name) => `${name}=${decodeHTML(`&${name}`)}.`).join('|')));
  });

  it.each([
    ['paragraphs and line breaks', '<p>One</p><p>Two<br>Three</p>', 'One\n\nTwo\nThree\n'],
    ['headings', '<h1>Hi &amp; bye</h1>text', 'Hi & bye\n\ntext\n'],
    ['links', '<a href="https://x.example/?a=1&amp;b=2">here</a>', 'here (https://x.example/?a=1&b=2)\n'],
    ['a link whose text is its address', '<a href="https://x.example/">https://x.example/</a>', 'https://x.example/\n'],
    ['a link around an image', '<a href="https://x.example/"><img src="x"></a>', 'https://x.example/\n'],
    ['lists', '<ul><li>one</li><li>two</li></ul><ol><li>a<li>b</ol>', '- one\n- two\n\n1. a\n2. b\n'],
    ['table cells', '<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>', 'a b\nc\n'],
    ['styles, scripts and comments', '<style>p{}</style><script>x<y</script><!-- no -->yes', 'yes\n'],
    ['hidden content', '<div style="display:none">no<div>no</div></div>yes', 'yes\n'],
    ['entities', '&lt;b&gt; &#8364; &#x20AC; &unknown; &nbsp;', '<b> € € &unknown;\n'],
    ['preformatted text', '<pre>a\n  b</pre>', 'a\n  b\n'],
    ['a lone angle bracket', '1 < 2 and 3 > 2', '1 < 2 and 3 > 2\n'],
    ['inline elements', '<p>a<b>b</b>c <i>d</i> e</p>', 'abc d e\n'],
    [
      'named entities of all kinds',
      'caf&eacute; &rarr; &frac12; &hearts; &bdquo;x&ldquo; &NotEqualTilde; &copy',
      'café → ½ ♥ „x“ ≂̸ ©\n',
    ],
    ['Windows-1252 character numbers', '5&#128; It&#146;s &#x96;', '5€ It’s –\n'],
    [
      'angle brackets in attributes',
      '<img alt="a > b" src="x"> <a title="a > b" href="https://x.example/">x</a>',
      'a > b x (https://x.example/)\n',
    ],
    [
      'alt texts',
      '<p>a<img src="x" alt="b">c</p><a href="https://x.example/"><img src="y" alt="Shop"></a>',
      'abc\n\nShop (https://x.example/)\n',
    ],
    ['a tracking pixel', 'a<img src="x" alt="b" width="1" height="1">', 'a\n'],
    ['an empty link', 'a <a href="https://x.example/"></a><a name="b"></a>', 'a\n'],
    [
      'lists with a start number',
      '<ol start="3"><li>c<li value="7">g<li>h</ol><ol reversed><li>b<li>a</ol>',
      '3. c\n7. g\n8. h\n\n2. b\n1. a\n',
    ],
    ['nested lists', '<ul><li>a<ol><li>b</ol><li>c</ul>', '- a\n\n  1. b\n\n- c\n'],
    [
      'optional tags',
      '<!doctype html><title>T</title><p>a<p>b<table><tr><td>c<td>d<tr><td>e</table>',
      'a\n\nb\n\nc d\ne\n',
    ],
    ['an unclosed head', '<head><title>T</title><style>p{}</style><body><p>a', 'a\n'],
    ['an unclosed hidden paragraph', '<p style=display:none>a<p>b', 'b\n'],
    ['text between table rows', '<table>a<tr><td>b</table>', 'a\n\nb\n'],
    ['two bodies', '<body><p>a</body></html><html><body><p>b</body>', 'a\n\nb\n'],
    [
      'a link around blocks',
      '<a href="https://x.example/"><h2>a</h2><p>b</p></a><p>c',
      'a\n\nb\n\n(https://x.example/)\n\nc\n',
    ],
    [
      'addresses with spaces and line breaks',
      '<a href="https://x.example/a b\nc">x</a>',
      'x (https://x.example/a%20bc)\n',
    ],
    [
      'collapsed content',
      '<details><summary>a</summary>b</details><video><a href="https://x.example/">c</a></video>',
      'a\nb\nc (https://x.example/)\n',
    ],
    ['content for Outlook only', '<!--[if mso]>a<![endif]--><!--[if !mso]><!-->b<!--<![endif]-->', 'b\n'],
    ['noscript and templates', '<noscript>a</noscript><template>b</template><dialog>c</dialog>d', 'd\n'],
  ])('handles %s', (_name, html, text) => expect(htmlToText(html)).toBe(text));

  it.each([
    '<div hidden>no</div>',
    '<div style=display:none>no</div>',
    `<div style="font-family:'Arial';display:none">no</div>`,
    `<div style='font-family:"Open Sans";DISPLAY : NONE !important'>no</div>`,
    '<div style="display:none;display:nonsense">no</div>',
    '<span style="visibility:hidden">no</span>',
    '<span style="font-size:0">no</span>',
    '<span style="font:0/0 a">no</span>',
    '<div style="font-size:1px;line-height:1px">no</div>',
    '<div style="max-height:0;overflow:hidden">no<p>no</p></div>',
    '<div style="height:0px;overflow:clip">no</div>',
    '<div style="width:0;overflow:hidden">no</div>',
    '<div style="opacity:0">no</div>',
    '<div style="opacity:.0%">no</div>',
    '<div style="position:absolute;left:-9999px">no</div>',
    '<div style="margin:0 0 0 -9999em">no</div>',
    '<div style="text-indent:-9999px">no</div>',
    '<div style="position:absolute;clip:rect(0 0 0 0)">no</div>',
    '<div style="clip-path:inset(50%)">no</div>',
    '<div style="transform:scale(0)">no</div>',
    '<style>.pre{display:none!important}</style><div class="pre">no</div>',
    '<style>#a .pre{display:none}</style><table id=a><tr><td><span class="x pre">no</span></table>',
    '<style>@media screen{.pre{display:none}}</style><div class="pre">no</div>',
    '<style><!-- .pre{display:none} --></style><div class="pre">no</div>',
    '<style>div:first-of-type{display:none}</style><div>no</div>',
    '<style>.pre{display:none!important}</style><div class="pre" style="display:block">no</div>',
  ])('omits hidden content: %s', (html) => expect(htmlToText(`${html}<p>yes</p>`)).toBe('yes\n'));

  it.each([
    '<div style="visibility:hidden"><b style="visibility:visible">yes</b></div>',
    '<div style="font-size:0"><b style="font-size:14px">yes</b></div>',
    '<div style="max-height:0">yes</div>',
    '<div style="line-height:0">yes</div>',
    '<div hidden style="display:block">yes</div>',
    '<div style="display:none!important;display:block">no</div>yes',
    '<style>.a{display:none}.a{display:block}</style><div class="a">yes</div>',
    '<style>.a{display:none}</style><div class="a" style="display:block">yes</div>',
    '<style>@media (max-width:480px){.a{display:none}}</style><div class="a">yes</div>',
    '<style>@media print{.a{display:none}}</style><div class="a">yes</div>',
    '<style>a:hover{display:none}</style><a>yes</a>',
    '<div style="mso-hide:all">yes</div>',
    '<div title="display:none">yes</div>',
    '<div style="background:url(x;display:none)">yes</div>',
    '<div style="color:#ffffff">yes</div>',
  ])('keeps visible content: %s', (html) => expect(htmlToText(html)).toBe('yes\n'));

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
  ])('handles half a megabyte of %s', (piece) =>
    expect(typeof htmlToText(piece.repeat(500_000 / piece.length))).toBe('string'),
  );
});

describe('hostile HTML', () => {
  it('is converted in one pass if the only tag is at the end', () => {
    const html = `${'<'.repeat(3_000_000)}<p>x</p>`;
    expect(htmlToText(html).endsWith('<\n\nx\n')).toBe(true);
  });

  it('is not converted completely if the text is too long to send', () => {
    const html = '<p>aaaaaaaa'.repeat(90_000);
    expect(htmlToText(html).length).toBeGreaterThan(800_000);
    const cut = htmlToText(html, 10_000);
    expect([cut.length > 10_000, cut.length < 20_000]).toEqual([true, true]);
  });
});

describe('extractLinks', () => {
  it('returns links of the HTML, then of the text, without duplicates and with entities decoded', () => {
    const html =
      '<a href="https://x.example/?a=1&amp;b=2">x</a><a href=\'http://y.example\'>y</a><a href="mailto:a@b.example">';
    const text = 'See https://x.example/?a=1&b=2 or (https://z.example/path).';
    expect(extractLinks(html, text)).toEqual([
      'https://x.example/?a=1&b=2',
      'http://y.example',
      'https://z.example/path',
    ]);
  });

  it('ignores javascript links', () =>
    expect(extractLinks('<a href="javascript:alert(1)">x</a>', undefined)).toEqual([]));

  it('handles a million characters of small tags and links within the test timeout', () => {
    expect(htmlToText('y <b>'.repeat(150_000))).toHaveLength(300_000);
    expect(htmlToText('<a href="https://a.b/c">x</a> '.repeat(33_000))).toHaveLength(594_000);
  });
});
