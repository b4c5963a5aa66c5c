import type { Fail } from '../../../http/resource/input.ts';
import { FONT_NAMES, type FontName } from '../../../mail/design/fonts.ts';
import { addressOf } from '../../../mail/design/liquid.ts';
import { NETWORKS, type SocialLinks } from '../../../mail/design/schema.ts';
import { nearest } from '../../../mail/template/names.ts';
import type { CampaignSettings } from './queries.ts';
import type { LinksChange } from './texts.ts';

/** Networks of the social links. */
// Safe cast: these are the object's own keys.
export const NETWORK_NAMES = Object.keys(NETWORKS) as (keyof SocialLinks)[];
const COLORS = ['accent_color', 'text_color', 'surface_color', 'background_color'] as const;
const MAX_LINK_CHARACTERS = 500;

interface Given extends Partial<Record<(typeof COLORS)[number], string>> {
  readonly font?: string;
  readonly logo_image_id?: number | null;
  readonly social_links?: Readonly<Record<string, string | null>>;
}

type BrandChange = Partial<Pick<CampaignSettings, (typeof COLORS)[number] | 'font' | 'logo_image_id'>> & {
  readonly social_links?: LinksChange;
};

export function brandIn(given: Given, fail: Fail): BrandChange {
  const colors = COLORS.flatMap((field) => {
    const color = given[field];
    return color === undefined ? [] : [[field, colorOf(color, field, fail)]];
  });
  return {
    ...Object.fromEntries(colors),
    ...(given.font !== undefined && { font: fontOf(given.font, fail) }),
    ...(given.logo_image_id !== undefined && { logo_image_id: given.logo_image_id }),
    ...(given.social_links !== undefined && { social_links: linksOf(given.social_links, fail) }),
  };
}

function colorOf(given: string, field: string, fail: Fail): string {
  const color = given.trim().toLowerCase();
  if (color !== '' && !/^#[0-9a-f]{6}$/.test(color)) fail(field, 'must be a hex color, for example #0a7d4f.');
  return color;
}

function fontOf(given: string, fail: Fail): FontName | '' {
  const font = FONT_NAMES.find((name) => name === given);
  if (font === undefined && given !== '') fail('font', `must be one of ${FONT_NAMES.join(', ')}.`);
  return font ?? '';
}

function linksOf(given: Readonly<Record<string, string | null>>, fail: Fail): LinksChange {
  const links = Object.entries(given).map(([network, url]): [string, string | null] => {
    const field = `social_links.${network.slice(0, 40)}`;
    if (!Object.hasOwn(NETWORKS, network)) {
      const meant = nearest(network, NETWORK_NAMES);
      fail(field, `is not a known network.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`);
    }
    const address = url?.trim() ?? '';
    if (address === '') return [network, null];
    const isLink = /^https?:\/\/./i.test(address) && !address.includes('{') && addressOf(address) !== undefined;
    if (!isLink) fail(field, 'must be a URL that starts with https:// or http://.');
    if (address.length > MAX_LINK_CHARACTERS) fail(field, `must have at most ${MAX_LINK_CHARACTERS} characters.`);
    return [network, address];
  });
  return Object.fromEntries(links);
}
