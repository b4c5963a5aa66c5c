import type { Db } from '../../../base/db.ts';
import { contrastOf, READABLE_CONTRAST } from '../../../mail/contrast.ts';
import type { PageBrand } from '../../../http/pages/theme.ts';
import type { Brand } from '../../../mail/design/brand.ts';
import { DEFAULT_COLORS } from '../../../mail/design/theme.ts';
import { imagePath, imagePathSql, type ImageUsage } from '../images/index.ts';
import { settingsOfLogo, type CampaignSettings, type Logo, type SettingsRow } from './queries.ts';
import { readSettingsRow } from './settings.ts';

/**
 * Returns SQL for the `brand` column, a `PageBrand`. `alias` is the table alias of the campaign settings, whose row may
 * be missing. Uses the primary key of image.
 */
export function pageBrandSql(alias: string): string {
  return `jsonb_build_object('accent', ${alias}.accent_color, 'text', ${alias}.text_color, 'surface', ${alias}.surface_color,
     'background', ${alias}.background_color, 'logo', (
       select jsonb_build_object('path', ${imagePathSql('logo')}, 'width', logo.width, 'height', logo.height)
       from image logo where logo.account_id = ${alias}.account_id and logo.id = ${alias}.logo_image_id
     )) as brand`;
}

/** Returns the brand in the settings of an account for its public pages. Pure. */
export function pageBrandOf(settings: SettingsRow): PageBrand {
  return {
    accent: settings.accent_color,
    text: settings.text_color,
    surface: settings.surface_color,
    background: settings.background_color,
    logo: settings.logo && { path: imagePath(settings.logo), width: settings.logo.width, height: settings.logo.height },
  };
}

/** Returns the brand of an account for its emails. */
export async function readBrand(db: Db, accountId: number, baseUrl: string): Promise<Brand> {
  return brandOf(await readSettingsRow(db, accountId), baseUrl);
}

/** Returns the brand in the settings of an account. Pure. */
export function brandOf(settings: SettingsRow, baseUrl: string): Brand {
  return {
    accent: settings.accent_color,
    text: settings.text_color,
    surface: settings.surface_color,
    background: settings.background_color,
    font: settings.font,
    logo: settings.logo ? { src: logoUrl(settings.logo, baseUrl), width: settings.logo.width } : undefined,
    links: settings.social_links,
    hasFooterText: settings.footer_text !== '',
  };
}

/** Returns the public URL of a logo. Pure. */
export function logoUrl(logo: Logo, baseUrl: string): string {
  return `${baseUrl}${imagePath(logo)}`;
}

/** Returns the campaign settings if the image is the brand's logo, so that the image cannot be deleted. */
export const settingsUsingImage: ImageUsage = async (tx, accountId, imageId) =>
  (await settingsOfLogo(tx, accountId, imageId)).map(({ account_id: id }) => ({
    type: 'campaign_settings',
    id,
    title: 'Logo of the brand',
  }));

/** Returns an error message if the text color is hard to read on the content background (WCAG 2.2, 1.4.3). Pure. */
export function contrastFault(
  settings: Pick<CampaignSettings, 'text_color' | 'surface_color'>,
  field: 'text_color' | 'surface_color',
): string | undefined {
  const text = settings.text_color || DEFAULT_COLORS.text;
  const surface = settings.surface_color || DEFAULT_COLORS.surface;
  const ratio = contrastOf(text, surface);
  if (ratio >= READABLE_CONTRAST) return undefined;
  const other = field === 'text_color' ? `\`surface_color\` (${surface})` : `\`text_color\` (${text})`;
  // Round down, so that the message never shows a sufficient ratio for an insufficient one.
  const shown = (Math.floor(ratio * 100) / 100).toFixed(2);
  return `must have a contrast ratio of at least ${READABLE_CONTRAST}:1 with ${other}. The ratio is ${shown}:1. Use a color with more contrast.`;
}
