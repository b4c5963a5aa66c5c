import { Type } from 'typebox';
import { mailFrameHeaders } from '../../../http/mail-frame.ts';
import type { Reply } from '../../../http/route.ts';
import type { HtmlWork } from '../../../mail/html-work.ts';
import { previewOfText, type PreviewMode } from '../../../mail/preview.ts';
import type { ContentWithVariables } from '../../../mail/template/variables.ts';

/** Documentation for a response that shows an email in a frame. */
export const FRAME_ANSWER = {
  status: 200,
  description: 'The email as a page for a sandboxed frame.',
  mediaType: 'text/html',
  schema: Type.String(),
  example: '<p>Hello</p>',
};

/** Values that previews show for the merge tags of campaigns. Other variables show the last part of their name. */
const SAMPLES: Readonly<Record<string, string>> = {
  'account.name': 'Your company',
  'account.address': 'Your postal address',
  'account.footer_text': 'Your footer text',
  unsubscribe_url: 'https://example.com/',
  preferences_url: 'https://example.com/',
  view_in_browser_url: 'https://example.com/',
};

/** Returns content as a page for a frame, with sample values for its required variables. */
export async function framed(
  { baseUrl, html: work }: { readonly html: HtmlWork; readonly baseUrl: () => string },
  accountId: number,
  content: ContentWithVariables,
  { images, isText, mode }: { readonly images: boolean; readonly isText: boolean; readonly mode: PreviewMode },
): Promise<Reply> {
  const found = await work.run(accountId, 'examineVariables', content);
  const required = 'faults' in found ? [] : found.variables.filter((variable) => variable.required);
  const values = Object.fromEntries(
    required.map(({ name }) => [name, SAMPLES[name] ?? name.slice(name.lastIndexOf('.') + 1)]),
  );
  const made = await work.run(accountId, 'fillVariables', content, values);
  const { html, text } = made && 'text' in made ? made : { html: undefined, text: '' };
  const body =
    html === undefined || isText ? previewOfText(text, mode) : await work.run(accountId, 'frameHtml', html, mode);
  return { status: 200, body, headers: mailFrameHeaders(images, baseUrl()) };
}
