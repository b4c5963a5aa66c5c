import { describe, expect, it } from 'vitest';
import { previewOfHtml, previewOfText } from './preview.ts';

const light = (html: string): string => previewOfHtml(html, 'light');

describe('email preview', () => {
  it.each([
    ['a script with its content', 'a<script>alert(1)</script>b', 'ab'],
    ['an unclosed script', 'a<script>alert(1)', 'a'],
    ['a meta refresh', 'a<meta http-equiv="refresh" content="0;url=https://evil.example">b', 'ab'],
    ['a base', 'a<base href="https://evil.example/">b', 'ab'],
    ['a form tag but not its content', '<form action="https://evil.example">x</form>', 'x'],
    ['a frame with its content', 'a<iframe src="x"><p>y</p></iframe>b', 'ab'],
    ['a script in an SVG', '<svg><script>1</script><rect /></svg>', '<svg><rect /></svg>'],
    ['an unclosed tag', 'a<p style="x', 'a'],
    ['an unclosed declaration', 'a<!doctype', 'a'],
  ])('removes %s', (_what, given, shown) => {
    expect(light(given)).toBe(shown);
  });

  it.each([
    ['<a href="https://x.example/?a=1">y</a>', '<a href="#" title="https://x.example/?a=1">y</a>'],
    ['<A HREF=javascript:alert(1) target=_top>y</A>', '<a href="#" title="javascript:alert(1)">y</A>'],
    ["<a title='is it' href='//x.example'>y</a>", '<a href="#" title="//x.example">y</a>'],
    ['<area href="https://x.example" shape="rect">', '<area shape="rect" href="#" title="https://x.example">'],
    ['<svg><a xlink:href="https://x.example">y</a></svg>', '<svg><a>y</a></svg>'],
    ['<img src="https://x.example/1.png" onerror="alert(1)" alt=x>', '<img src="https://x.example/1.png" alt=x>'],
    ['<p onclick=alert(1) style="color:red">', '<p style="color:red">'],
    ['<p title="a > b" class=x>', '<p title="a > b" class=x>'],
  ])('removes navigation and event handlers: %s', (given, shown) => {
    expect(light(given)).toBe(shown);
  });

  it.each([
    ['dark', '@media (prefers-color-scheme: dark) {p{}}', '@media (min-width:0px) {p{}}'],
    ['light', '@media (prefers-color-scheme: dark) {p{}}', '@media (min-width:99999999px) {p{}}'],
    ['light', '@media screen and ( Prefers-Color-Scheme :light){}', '@media screen and (min-width:0px){}'],
  ] as const)('renders in %s mode by rewriting the media query', (mode, given, shown) => {
    expect(previewOfHtml(`<style>${given}</style>`, mode)).toBe(`<style>${shown}</style>`);
  });

  it('keeps comments, text and lone angle brackets', () => {
    expect(light('<!--[if mso]><p><![endif]-->1 < 2 &amp; <b>3</b>')).toBe(
      '<!--[if mso]><p><![endif]-->1 &lt; 2 &amp; <b>3</b>',
    );
  });

  it.each(['<!', '<', '<a ', '<script>', '<a href="', '<!--', '<p x="">', '(prefers-color-scheme:'])(
    'handles half a megabyte of %j',
    (piece) => {
      expect(light(piece.repeat(Math.floor(512_000 / piece.length)))).toBeTypeOf('string');
    },
  );

  it('escapes the text of a text-only email', () => {
    expect(previewOfText('<b>1 & 2</b>', 'dark')).toContain('&lt;b&gt;1 &amp; 2&lt;/b&gt;');
  });

  it('inserts marks only into real links, by the address as written', () => {
    const mark = (href: string): string => `[${href}]`;
    const marked = (html: string): string => previewOfHtml(html, 'light', mark);
    expect(marked('<a class="x" href="https://a.example/?b=1&amp;c">go</a>')).toBe(
      '<a class="x" href="#" title="https://a.example/?b=1&amp;c">[https://a.example/?b=1&amp;c]go</a>',
    );
    expect(marked("<A HREF='https://a.example'><img src=x></A>")).toContain('[https://a.example]<img');
    expect(marked('<area href="https://a.example"><a name="top">top</a><!-- <a href="x"> -->')).not.toContain('[');
    expect(marked('<script><a href="https://a.example"></script>')).toBe('');
  });
});
