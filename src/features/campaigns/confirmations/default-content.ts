import type { CampaignRow } from '../campaigns/index.ts';

const FONT = 'font-family:Helvetica,Arial,sans-serif;color:#1f2937;font-size:16px;line-height:24px';
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:6px;background-color:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:bold';

/** What the mail says until somebody writes another; its text part is made of the HTML. */
export const DEFAULT_CONTENT = {
  title: 'Confirmation (double opt-in)',
  subject: 'Please confirm your subscription',
  html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Please confirm your subscription</title></head>
<body style="margin:0;padding:0;background-color:#ffffff">
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" style="max-width:560px"><tr><td style="${FONT}">
<p style="margin:0 0 16px">Somebody signed up with this address for newsletters of {{ account.name }}. If that was you, please confirm it:</p>
<p style="margin:0 0 24px"><a href="{{ confirm_url }}" style="${BUTTON}">Confirm subscription</a></p>
<p style="margin:0 0 16px;color:#4b5563;font-size:14px;line-height:20px">Does the button not work? Open this address: {{ confirm_url }}</p>
<p style="margin:0;color:#4b5563;font-size:14px;line-height:20px">If it was not you, do nothing: you will get no newsletters.</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`,
} as const;

/** Contents of ours, as accounts may have them: when the present one is changed, the one before stays here behind it. */
const OURS: readonly Pick<CampaignRow, 'subject' | 'html'>[] = [DEFAULT_CONTENT];

/** Whether a mail says what it says until somebody writes another, whoever it is from: by its content, however it got there. */
export function isDefaultContent(record: CampaignRow): boolean {
  const { design, html, plain_text: text, preview_text: previewText, subject } = record;
  const isBare = !design && !text && !previewText;
  return isBare && OURS.some((content) => content.subject === subject && content.html === html);
}
