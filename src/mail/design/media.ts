import { addressOf, inAttribute, inHtml } from './liquid.ts';
import { NETWORKS, type NodeOf } from './schema.ts';
import { alignOf, colorOf, inkOn, pixels, type Theme } from './theme.ts';

/** Caption of a video that has no label. */
export const VIDEO_LABEL = 'Watch video';

/**
 * Renders an image, with a link if it has one. `room` is the available width in pixels. Returns an empty string if the
 * image URL is not allowed in an email.
 */
export function imageHtml({ attrs }: NodeOf<'image'>, room: number, { font, text }: Theme): string {
  const padding = pixels(attrs.padding, 0);
  const inner = room - 2 * padding;
  const width = Math.min(pixels(attrs.width, inner), inner);
  const radius = pixels(attrs.radius, 0);
  const background = attrs.background === undefined ? '' : colorOf(attrs.background, '#ffffff');
  const corners = radius === 0 ? '' : `border-radius:${radius}px;`;
  const look = { font, color: background === '' ? text : inkOn(background, text), hasOwnGround: background !== '' };
  const picture = pictureHtml(attrs, width, look, corners);
  if (picture === '') return '';
  const ground = background === '' ? '' : `background-color:${background};${corners}`;
  const space = padding === 0 ? '' : `padding:${padding}px;`;
  const box = `${ground}${space}`;
  const align = alignOf(attrs.textAlign);
  return (
    `<table role="presentation" align="${align}" border="0" cellspacing="0" cellpadding="0" style="width:100%;max-width:${width + 2 * padding}px"><tr>` +
    `<td align="${align}"${background === '' ? '' : ` bgcolor="${background}"`}${box === '' ? '' : ` style="${box.slice(0, -1)}"`}>` +
    `${linkTo(attrs.href, picture, 'text-decoration:none')}</td></tr></table>`
  );
}

/**
 * Renders a video as a preview image and a caption. Both link to the video, because most email clients cannot play
 * videos. The caption is text, so it is visible even if images are blocked.
 */
export function videoHtml({ attrs }: NodeOf<'video'>, room: number, { font, text }: Theme): string {
  const width = Math.min(pixels(attrs.width, room), room);
  const align = alignOf(attrs.textAlign);
  const style = `display:block;color:#ffffff;background-color:#1f2328;font-family:${font};font-size:16px;line-height:20px;font-weight:bold;text-decoration:none;padding:12px 16px`;
  const label = attrs.label ?? VIDEO_LABEL;
  // A link needs a name for screen readers, so the caption replaces missing alt text.
  const picture = { src: attrs.src, alt: attrs.alt.trim() === '' ? label : attrs.alt };
  return (
    `<table role="presentation" align="${align}" border="0" cellspacing="0" cellpadding="0" style="width:100%;max-width:${width}px">` +
    `<tr><td>${linkTo(attrs.href, pictureHtml(picture, width, { font, color: text, hasOwnGround: false }, ''), 'text-decoration:none')}</td></tr>` +
    `<tr><td align="center" bgcolor="#1f2328" style="background-color:#1f2328">` +
    `${linkTo(attrs.href, `&#9654;&nbsp; ${inHtml(label)}`, style)}</td></tr></table>`
  );
}

/** Renders social links as text, which is visible even if images are blocked. */
export function socialHtml(node: NodeOf<'social'>, { accent, font }: Theme): string {
  const links = socialLinksOf(node).map(
    ({ href, name }) =>
      `<a href="${inAttribute(href)}" class="pr-link" style="color:${accent};font-weight:bold;text-decoration:none">${name}</a>`,
  );
  if (links.length === 0) return '';
  const style = `margin:0;font-family:${font};font-size:14px;line-height:24px;text-align:${alignOf(node.attrs.textAlign)}`;
  return `<p style="${style}">${links.join(' &nbsp; ')}</p>`;
}

/** Returns the names and URLs of social links that are allowed in an email. */
export function socialLinksOf({
  attrs,
}: NodeOf<'social'>): readonly { readonly name: string; readonly href: string }[] {
  return Object.entries(NETWORKS).flatMap(([key, name]) => {
    // The keys of `NETWORKS` are attributes of the block.
    const given = attrs[key as keyof typeof NETWORKS];
    const href = given === undefined ? undefined : addressOf(given);
    return href === undefined ? [] : [{ name, href }];
  });
}

/** Style of the alternative text, which email clients show while they block images. */
interface AltLook {
  readonly font: string;
  readonly color: string;
  /** Whether the image has a background that stays the same in dark mode. */
  readonly hasOwnGround: boolean;
}

function pictureHtml(
  attrs: { readonly src: string; readonly alt: string },
  width: number,
  { color, font, hasOwnGround }: AltLook,
  corners: string,
): string {
  const src = addressOf(attrs.src);
  if (src === undefined) return '';
  // Outlook for Windows uses the `width` attribute, and other clients use the style. Alternative text needs its own
  // font size, because columns set a font size of 0.
  return (
    `<img src="${inAttribute(src)}" alt="${inAttribute(attrs.alt)}" width="${width}" border="0"${hasOwnGround ? '' : ' class="pr-text"'} ` +
    `style="display:block;width:100%;max-width:${width}px;height:auto;border:0;${corners}` +
    `color:${color};font-family:${font};font-size:16px;line-height:24px">`
  );
}

function linkTo(href: string | undefined, inner: string, style: string): string {
  const address = href === undefined ? undefined : addressOf(href);
  return address === undefined ? inner : `<a href="${inAttribute(address)}" style="${style}">${inner}</a>`;
}
