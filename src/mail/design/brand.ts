import { mixed, readableShade } from '../contrast.ts';
import type { FontName } from './fonts.ts';
import type { SocialLinks } from './schema.ts';
import { ACCOUNT_NAME, type Block, CENTER, footerTextOf, masthead } from './blocks.ts';
import { BLANK, type StartingDesign } from './starting.ts';
import { DEFAULT_COLORS } from './theme.ts';

/** The look of an account's emails. Colors are #rrggbb. An empty string means the default. */
export interface Brand {
  readonly accent: string;
  readonly text: string;
  readonly surface: string;
  readonly background: string;
  readonly font: FontName | '';
  /** URL and width in pixels of the logo. */
  readonly logo: { readonly src: string; readonly width: number } | undefined;
  readonly links: SocialLinks;
  readonly hasFooterText: boolean;
}

/** Maximum width of a logo in an email, in pixels. */
export const MAX_LOGO_WIDTH = 200;
/** How close the tints of a starter design are to the content background, from 0 to 1. */
const PAGE_TINT = 0.93;
const SECTION_TINT = 0.9;

/**
 * Returns a starter design in the look of an account: with its logo, colors, font, social links, and footer text. Pure.
 */
export function startInBrand(start: StartingDesign, brand: Brand): StartingDesign {
  const surface = brand.surface || DEFAULT_COLORS.surface;
  const { attrs = {}, content = [] } = start.design;
  const footer = footerTextOf(content);
  const last = footer === undefined ? content.length : content.length - 1;
  return {
    ...start,
    design: {
      type: 'doc',
      attrs: { ...attrs, ...colorsOf({ ...brand, background: pageColor(attrs['background'], brand, surface) }) },
      content: [
        ...content.slice(0, last).map((block) => inBrand(block, brand, surface)),
        ...socialOf(brand, footer?.attrs ?? CENTER),
        ...(footer && brand.hasFooterText ? [footer] : []),
        ...content.slice(last),
      ],
    },
  };
}

/** Returns a blank email in the look of an account, with its logo at the top. Pure. */
export function blankInBrand(brand: Brand): StartingDesign {
  const content = [...(brand.logo ? [masthead()] : []), ...(BLANK.design.content ?? [])];
  return startInBrand({ ...BLANK, design: { type: 'doc', content } }, brand);
}

/**
 * Returns the color of the page around the content: the content color if the design has a white page, otherwise the
 * brand's background color or, if it is not set, a tint of the accent color. Empty for the default color.
 */
function pageColor(own: unknown, { accent, background }: Brand, surface: string): string {
  if (own === DEFAULT_COLORS.surface) return surface;
  return background === '' && accent !== '' && own !== undefined ? mixed(accent, surface, PAGE_TINT) : background;
}

/**
 * Returns a design with the brand of an account: replaces the colors and the font of the design, the image of blocks
 * with `isLogo`, and the links of blocks of social links. Properties that the brand does not set stay unchanged. Pure.
 */
export function withBrand(design: Block, brand: Brand): Block {
  const colors = colorsOf(brand);
  const parts = withParts(design, brand);
  return Object.keys(colors).length === 0 ? parts : { ...parts, attrs: { ...design.attrs, ...colors } };
}

function withParts(block: Block, brand: Brand): Block {
  const { attrs = {}, content, type } = block;
  if (type === 'image' && attrs['isLogo'] === true && brand.logo) {
    const width = typeof attrs['width'] === 'number' ? attrs['width'] : MAX_LOGO_WIDTH;
    return { ...block, attrs: { ...attrs, src: brand.logo.src, width: Math.min(width, brand.logo.width) } };
  }
  if (type === 'social' && Object.keys(brand.links).length > 0) {
    const { textAlign } = attrs;
    return { ...block, attrs: { ...brand.links, ...(textAlign !== undefined && { textAlign }) } };
  }
  return content ? { ...block, content: content.map((inner) => withParts(inner, brand)) } : block;
}

/** Returns the attributes of a design that the brand sets. */
function colorsOf({ accent, background, font, surface, text }: Brand): Record<string, string> {
  const shade = accent && readableShade(accent, surface || DEFAULT_COLORS.surface);
  const given = Object.entries({ background, surface, text, accent: shade, font });
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

function inBrand(block: Block, brand: Brand, surface: string, section?: string): Block {
  const { attrs = {}, content, type } = block;
  if (brand.logo && isAccountName(block)) return logoBlock(brand.logo, surface, attrs, section !== undefined);
  if (brand.accent && type === 'section') {
    const deep = readableShade(brand.accent, '#ffffff');
    const isDeep = readableShade('#ffffff', String(attrs['background'])) === '#ffffff';
    const background = isDeep ? deep : mixed(brand.accent, surface, SECTION_TINT);
    return {
      ...block,
      attrs: { ...attrs, background },
      content: (content ?? []).map((inner) => inBrand(inner, brand, surface, deep)),
    };
  }
  if (type === 'button' && section !== undefined && attrs['color'] !== undefined) {
    return { ...block, attrs: { ...attrs, color: section } };
  }
  return content ? { ...block, content: content.map((inner) => inBrand(inner, brand, surface, section)) } : block;
}

/** Returns a block with a logo. Its background keeps a transparent logo readable in dark mode and in a section. */
function logoBlock(logo: NonNullable<Brand['logo']>, surface: string, attrs: object, isInSection: boolean): Block {
  const width = Math.min(logo.width, MAX_LOGO_WIDTH);
  const box = { background: surface, ...(isInSection && { padding: 12, radius: 8 }) };
  return {
    type: 'image',
    attrs: { ...attrs, src: logo.src, alt: `{{ ${ACCOUNT_NAME} }}`, width, ...box, isLogo: true },
  };
}

/** Returns whether a paragraph consists of the name of the account, as at the top of starter designs. */
function isAccountName({ content = [], type }: Block): boolean {
  const [only] = content;
  return type === 'paragraph' && content.length === 1 && only?.attrs?.['name'] === ACCOUNT_NAME;
}

/** Returns a block with the social links, aligned like the footer, or an empty array if there are no links. */
function socialOf({ links }: Brand, { textAlign }: NonNullable<Block['attrs']>): readonly Block[] {
  const end = textAlign === undefined ? {} : { textAlign };
  return Object.keys(links).length === 0 ? [] : [{ type: 'social', attrs: { ...links, ...end } }];
}
