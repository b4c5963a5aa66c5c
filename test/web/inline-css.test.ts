// Place in a run: slow.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { inlineCss } from '../../src/mail/campaign/inline-css.ts';
import { openBrowser } from './browser.ts';

const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** Style sheets and HTML bodies that were once inlined incorrectly, or that are likely to be. */
const DOCUMENTS: readonly (readonly [name: string, css: string, body: string])[] = [
  [
    'everything of a newsletter',
    `p{color:#00f;margin:4px}p:first-child{color:#f00}p + p{margin-top:20px}a{color:#000}a[href^="https"]{color:#008000}
     .bg{background:url(${GIF}) repeat-x;color:#a00;font-weight:bold}
     .btn{background:#222;background:linear-gradient(#333,#111);display:block;display:inline-block}`,
    '<p class="first">1</p><p>2</p><table><tr><td class="bg" style="padding:7px">b</td></tr></table><a href="https://a.example/">l</a><a class="btn" href="https://b.example/">l</a>',
  ],
  ['HTML comments', '<!--\np{color:red}b{color:blue}\n-->i{color:green}', '<p>1</p><b>2</b><i>3</i>'],
  [
    'fallbacks that the browser uses',
    '.a{color:red;color:color-mix(in srgb,red,blue);width:100px;width:min(50px,20%)}',
    '<p class="a">1</p>',
  ],
  [
    'fallbacks that the browser ignores',
    '.a{color:red;color:colour(1)}p{width:9px}.a{width:9pxx}',
    '<p class="a">1</p>',
  ],
  [
    'media queries',
    '.c{width:50%;color:red}@media (max-width:600px){.c{width:100%;color:blue;padding:3px}}@media (max-width:600px){.c{padding:5px}}',
    '<div class="c">1</div><div class="c" style="color:green">2</div>',
  ],
  [
    'media queries inside others and inside conditions',
    '.c{color:red;margin:1px}@media all{@media (max-width:600px){@supports (display:grid){.c{color:blue}}}.c{margin:2px}}@supports not (display:grid){.c{margin:9px}}',
    '<div class="c">1</div>',
  ],
  ['a weaker media query', 'div.c{color:red}@media (max-width:600px){.c{color:blue}}', '<div class="c">1</div>'],
  [
    'a media query between two rules',
    '.c{color:red}@media (max-width:600px){.c{color:blue}}.c{color:green}',
    '<div class="c">1</div>',
  ],
  [
    'a media query with parts of a shorthand',
    '.c{padding:10px 20px}@media (max-width:600px){.c{padding-left:1px}}.c{padding-top:2px}',
    '<div class="c">1</div>',
  ],
  [
    'important rules',
    'p{color:red!important;margin:1px}.c{color:blue}@media (max-width:600px){.c{color:green ! IMPORTANT;margin:2px}}',
    '<p class="c" style="color:black;margin:4px">1</p><p class="c">2</p><p style="color:black!important">3</p>',
  ],
  ['print', 'p{color:red}@media print{p{color:black}}', '<p>1</p>'],
  [
    'states',
    'a{color:red}a:hover{color:blue}a:link{color:green}a.b:hover{color:black}',
    '<a href="https://a.example/">1</a><a class="b" href="https://a.example/">2</a>',
  ],
  ['an unknown selector', 'p,p:unknown-thing{color:red}p{margin:1px}p:foo{margin:2px}', '<p>1</p>'],
  ['an unknown pseudo-element', 'p,p::-foo-bar{color:red}b{color:blue}', '<p>1</p><b>2</b>'],
  ['pseudo-elements', 'p{color:red}p::before{content:"x";color:blue}p::first-line{color:green}', '<p>1</p>'],
  [
    'negations and alternatives',
    'p:not(.a):not(#x){color:red}:is(p,#q){margin:1px}p{margin:2px}:where(p.a){color:blue}',
    '<p>1</p><p class="a">2</p><p id="x">3</p>',
  ],
  [
    'structure',
    'p:nth-child(2n){color:red}p:last-child{color:blue}p~p{margin:1px}b:only-child{color:green}p:empty{padding:1px}p{padding:2px}',
    '<p>1</p><p>2</p><p>3</p><p><b>4</b></p><p></p>',
  ],
  ['the :has() selector', 'p:has(b){color:red}p{color:blue}', '<p><b>1</b></p><p>2</p>'],
  [
    'attributes',
    '[align=RIGHT]{color:red}[class~=b]{margin:1px}[title="a b"]{padding:1px}[TITLE*="B" i]{border:1px solid red}',
    '<p align="right" class="a b" title="a b">1</p>',
  ],
  [
    'layers',
    '@layer a,b;@layer b{p{color:red}}@layer a{p.x{color:blue;margin:1px!important}}p{margin:2px}',
    '<p class="x">1</p>',
  ],
  [
    'nested rules',
    '.c{color:red;& b{color:blue}&.d{color:green}@media (max-width:600px){margin:7px}}b{color:black}.c{margin:1px}',
    '<div class="c d"><b>1</b></div><b>2</b>',
  ],
  [
    'container queries and scopes',
    'main{container-type:inline-size}p{color:red}@container (max-width:500px){p{color:blue}}@scope (main){p{margin:1px}}p{margin:2px}',
    '<main><p>1</p></main>',
  ],
  [
    'imports, fonts and frames',
    '@charset "utf-8";@import url("https://invalid.invalid/a;b.css");@font-face{font-family:x;src:url(x)}@keyframes k{from{color:red}to{color:blue}}p{color:green}',
    '<p>1</p>',
  ],
  [
    'comments in odd places',
    '/* p{ */p/**/{color/**/:/**/red/*;*/;/*}*/margin:1px/**/!/**/important}b{/**/}i,/**/u{color:blue}',
    '<p style="margin:2px">1</p><i>2</i><u>3</u>',
  ],
  ['strings', `p{font-family:"a;b}c",'d"e',serif;color:red}b::after{content:"}"}b{color:blue}`, '<p>1</p><b>2</b>'],
  ['unclosed strings', 'p{font-family:"abc\n;color:red}b{color:blue}', '<p>1</p><b>2</b>'],
  ['the end of a style element in a string', 'p{color:red}b{content:"</style><i>1</i>"}', '<p>2</p><b>3</b>'],
  ['an unclosed rule', 'b{color:blue}p{color:red', '<p>1</p><b>2</b>'],
  ['an unclosed URL', 'b{color:blue}p{color:red;background:url(x', '<p>1</p><b>2</b>'],
  ['broken rules', 'p{color:red;;:;margin 1px;padding:2px}}b{color:blue}i{color:green}', '<p>1</p><b>2</b><i>3</i>'],
  [
    'hacks',
    'p{*color:red;_margin:1px;color:blue\\9;filter:progid:DXImageTransform.Microsoft.Alpha(Opacity=50);padding:1px}',
    '<p>1</p>',
  ],
  [
    'escapes',
    '.a\\:b{color:red}#\\31 x{color:blue}.\\000062{margin:1px}',
    '<p class="a:b">1</p><p id="1x">2</p><p class="b">3</p>',
  ],
  [
    'style attributes without quotes and without a value',
    'p{color:red;margin:1px}',
    '<p style=color:blue>1</p><p style>2</p><p style="">3</p><p style = \'color:blue;\'>4</p><p STYLE=margin:2px;font-family:"x">5</p>',
  ],
  [
    'the same rule for inlined and skipped elements',
    '.c{color:red}#i.c{color:blue}*{margin:3px}div>*{padding:1px}',
    '<div><p class="c" id="i">1</p></div>',
  ],
  [
    'unclosed elements',
    'p{color:red}b p{color:blue}td{padding:3px}b{margin:1px}',
    '<b>1<p>2</b>3<p>4<table><tr><td>5<td>6</table><p><b>7</p>8</b>',
  ],
  ['upper case', 'P.A{COLOR:RED}[CLASS=A]{Margin:1PX}', '<P CLASS=A>1</P>'],
  [
    'the all property',
    'p{color:red;all:unset;margin:1px}b{color:blue}@media (max-width:600px){b{all:unset}}',
    '<p>1</p><b>2</b>',
  ],
  [
    'custom properties',
    ':root{--a:red}p{--a:blue;color:var(--a);color:var(--b,green)}',
    '<p>1</p><b style="color:var(--a)">2</b>',
  ],
];

describe('an email with inlined styles', () => {
  let browser: Browser | undefined;
  let page: Page | undefined;

  beforeAll(async () => {
    browser = await openBrowser(import.meta.filename);
    page = await browser?.newPage();
    await page?.route('**/*', (request) => request.abort());
  });
  afterAll(async () => browser?.close());

  it.each(DOCUMENTS)('looks unchanged with %s', async (_name, css, body) => {
    if (!page) return;
    for (const doctype of ['<!doctype html>', '']) {
      const html = `${doctype}<html><head><style>${css}</style></head><body>${body}</body></html>`;
      const inlined = inlineCss(html) ?? '';
      expect(await looksOf(page, inlined), inlined).toEqual(await looksOf(page, html));
    }
  });

  it('looks unchanged with several style elements, some for other media or not CSS', async () => {
    if (!page) return;
    const html = `<!doctype html><style>p{color:red}</style><style media="(max-width:600px)">p{color:blue}</style><style type="text/x">p{color:black}</style>
      <style media="all" type="text/css">p{margin:1px}</style><svg><style>p{padding:3px &gt; x}b{color:red}</style></svg><body><p>1</p><b>2</b><style>p{margin:2px}</style>`;
    expect(await looksOf(page, inlineCss(html) ?? '')).toEqual(await looksOf(page, html));
  });
});

/** Returns the computed styles of all elements at two widths, in print, and with the pointer over each link. */
async function looksOf(page: Page, html: string): Promise<unknown[]> {
  const looks: unknown[] = [];
  await page.mouse.move(0, 599);
  await page.setContent(html, { waitUntil: 'domcontentloaded' });
  for (const width of [800, 400]) {
    await page.setViewportSize({ width, height: 600 });
    looks.push(await stylesOf(page));
  }
  for (const link of await page.locator('a').all()) {
    await link.hover({ force: true });
    looks.push(await stylesOf(page));
  }
  await page.emulateMedia({ media: 'print' });
  looks.push(await stylesOf(page));
  await page.emulateMedia({ media: null });
  return looks;
}

async function stylesOf(page: Page): Promise<unknown> {
  // Pass the code as a string, because the types of the browser API are not available in this project.
  return page.evaluate(`[...document.querySelectorAll('body, body *')].map((element) => {
    const style = getComputedStyle(element);
    return [element.tagName, Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]))];
  })`);
}
