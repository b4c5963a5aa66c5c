import { planTracking } from '../../../mail/track.ts';

/** Adds HTML before the end of the body. */
export function appendHtml(html: string, part: string): string {
  if (part === '') return html;
  const { pixelAt } = planTracking(html);
  return html.slice(0, pixelAt) + part + html.slice(pixelAt);
}

/** Appends a paragraph to plain text. Does nothing if the paragraph is empty. */
export function appendText(text: string, part: string): string {
  return part === '' ? text : `${text.replace(/\n*$/, '')}\n\n${part}`;
}
