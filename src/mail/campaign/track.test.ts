import { describe, expect, it } from 'vitest';
import { numberLinks, planCampaign, withoutTracking } from './track.ts';

function urls(html: string): string[] {
  return planCampaign(html).links.map(({ url }) => url);
}

describe('planCampaign', () => {
  it.each([
    [
      'next to Liquid with quotes',
      '<a title="{{ a | default: "b" }}" href="https://x.example/">',
      ['https://x.example/'],
    ],
    ['inside a condition', '{% if a %}<a href="https://x.example/">{% endif %}', ['https://x.example/']],
    ['but not in a conditional attribute', '<a {% if a %}href="https://x.example/1"{% endif %}>', []],
    ['but not with Liquid in the address', '<a href="https://x.example/{{ a }}"><a href="{{ a }}">', []],
    ['but not with a Liquid tag in the address', '<a href="https://x.example/{% if a %}b{% endif %}">', []],
    [
      'but not in raw blocks',
      '{% raw %}<a href="https://x.example/1">{% endraw %}<a href="https://x.example/2">',
      ['https://x.example/2'],
    ],
    ['but not in Liquid comments', '{% comment %}<a href="https://x.example/">{% endcomment %}', []],
    ['but not in HTML comments', '<!-- <a href="https://x.example/"> -->', []],
    ['but not with data-no-track', '<a href="https://x.example/" data-no-track>', []],
    ['but not with other schemes', '<a href="mailto:a@x.example"><a href="tel:+49"><a href="#top">', []],
  ])('finds links %s', (_what, html, expected) => {
    expect(urls(html)).toEqual(expected);
  });

  it('tracks at most a thousand links, and fewer if the template has many marks', () => {
    const link = '<a href="https://x.example/">x</a>';
    expect(urls(link.repeat(1_100))).toHaveLength(1_000);
    expect(urls(`${'{{ a }}'.repeat(4_900)}${link.repeat(200)}`)).toHaveLength(98);
  });
});

describe('numberLinks', () => {
  const html = '<body><a href=https://x.example/>a</a>{% if a %}</body>{% endif %}</body></html>';

  it('writes links, the pixel and the trap as Liquid that names their prefixes', () => {
    const written = numberLinks(html, planCampaign(html), { link: () => 3, pixel: 4, trap: 5 });
    expect(written).toContain('<body><a href="{{links[3]}}">a</a>');
    expect(written).toContain('<img src="{{links[4]}}" width="1" height="1" alt="">');
    expect(written).toMatch(/<a href="\{\{links\[5\]\}\}" style="display:none;[^"]*" aria-hidden="true" tabindex="-1"/);
  });

  it('is fully reversed by withoutTracking, whatever the addresses contain', () => {
    const own = '<body><a href="https://x.example/?a=1&amp;b=&#123;&#123;c">a</a><a href="{{links[0]}}">b</a></body>';
    const numbers = { link: () => 3, pixel: 4, trap: 5 };
    const tracked = numberLinks(own, planCampaign(own), numbers);
    const leads = { 3: { url: 'https://x.example/?a=1&b={{c' }, 4: 'pixel', 5: 'trap' } as const;
    expect(withoutTracking(tracked, (number) => leads[number as 3 | 4 | 5])).toBe(own);
  });

  it('leaves links without a number unchanged', () => {
    const plan = planCampaign(html);
    expect(numberLinks(html, plan, { link: () => undefined, pixel: undefined, trap: undefined })).toBe(html);
  });
});
