import type { CampaignRow } from '../campaigns/index.ts';

const FONT = 'font-family:Helvetica,Arial,sans-serif;color:#1f2937;font-size:16px;line-height:24px';
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:6px;background-color:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:bold';

/** Content of the confirmation email until the account edits it. The text part is derived from the HTML. */
export const DEFAULT_CONTENT = {
  title: 'Confirmation (double opt-in)',
  subject: 'Please confirm your subscription',
  html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Please confirm your subscription</title></head>
<body style="margin:0;padding:0;background-color:#ffffff">
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" border="0" cellspacing="0" cellpadding="0" style="max-width:560px"><tr><td style="${FONT}">
<p style="margin:0 0 16px">Someone signed up with this address for newsletters from {{ account.name }}. If it was you, please confirm:</p>
<p style="margin:0 0 24px"><a href="{{ confirm_url }}" style="${BUTTON}">Confirm subscription</a></p>
<p style="margin:0 0 16px;color:#4b5563;font-size:14px;line-height:20px">If the button does not work, open this link: {{ confirm_url }}</p>
<p style="margin:0;color:#4b5563;font-size:14px;line-height:20px">If it was not you, ignore this email. You will not receive any newsletters.</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`,
} as const;

/** Returns whether an email has the default content, even if the content was entered by hand. */
export function isDefaultContent(record: CampaignRow): boolean {
  const { design, html, plain_text: text, preview_text: previewText, subject } = record;
  const isBare = !design && !text && !previewText;
  return isBare && subject === DEFAULT_CONTENT.subject && html === DEFAULT_CONTENT.html;
}
