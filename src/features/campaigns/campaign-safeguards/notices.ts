import type { Tx } from '../../../base/db.ts';
import type { ContentKind, StoredFinding } from './approval-queries.ts';

/** An email from the installation to an account or to the operator. */
interface Notice {
  readonly accountId: number;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends a notice in the same transaction as the event that it reports. */
export type SendNotice = (tx: Tx, notice: Notice) => Promise<void>;

type Content = Pick<Notice, 'subject' | 'text'>;

const KINDS: Readonly<Record<ContentKind, string>> = {
  campaign: 'a campaign',
  confirmation: 'a confirmation email',
  automation: 'an automation email',
};

/** Returns the email to the operator about content that is waiting for approval. */
export function waitingNotice(asked: {
  readonly account: string;
  readonly kind: ContentKind;
  readonly title: string;
  readonly findings: readonly StoredFinding[];
}): Content {
  const found = asked.findings.map(({ message }) => `  ${message}\n`).join('');
  return {
    subject: `${upperFirst(KINDS[asked.kind])} is waiting for approval: ${oneLine(asked.account)}`,
    text: `The account ${asked.account} wants to send ${KINDS[asked.kind]}:

  ${oneLine(asked.title)}

${found === '' ? 'The checks found no problems.\n' : `The checks found:\n\n${found}`}
Review the content on the operator page of the dashboard, then approve or reject it. You will not be notified about this
account again until all of its pending reviews are completed.
`,
  };
}

/** Returns the email to an account about the decision on its content. */
export function decidedNotice(decided: {
  readonly kind: ContentKind;
  readonly title: string;
  readonly isApproved: boolean;
  readonly reason: string | undefined;
}): Content {
  const verdict = decided.isApproved ? 'approved' : 'rejected';
  const because = decided.reason === undefined ? '' : `\nThe operator says:\n\n${quoted(decided.reason)}\n`;
  const isCampaign = decided.kind === 'campaign';
  const goesOn = `${isCampaign ? 'You can send it now' : 'The email is now sent automatically'}. If you change the content, the operator must approve it again.`;
  const next = decided.isApproved ? goesOn : `Change the content${isCampaign ? ' and send it again' : ''}.`;
  const mail = KINDS[decided.kind].replace(/^an? /, '');
  return {
    subject: `Your ${mail} was ${verdict}: ${oneLine(decided.title)}`,
    text: `The operator of this installation has ${verdict} the content of your ${mail}.
${because}
${next}
`,
  };
}

/** Returns the email to an account whose campaigns are now limited to engaged contacts. */
export function optimizedNotice(reported: { readonly title: string; readonly reason: string }): Content {
  return {
    subject: 'Your campaigns are now sent to engaged contacts only',
    text: `The results of the campaign “${oneLine(reported.title)}” are far below normal:

  ${reported.reason}

The account’s campaigns are now sent only to new contacts and to contacts who opened an email in the last 90 days. This restriction ends
automatically after enough campaigns with good results, or when the operator of this installation lifts it.
`,
  };
}

/** Returns the email to an account about a campaign that was stopped because of its results. */
export function stoppedNotice(reported: { readonly title: string; readonly reason: string }): Content {
  return {
    subject: `A campaign was stopped: ${oneLine(reported.title)}`,
    text: `The campaign “${oneLine(reported.title)}” was paused because of its first results:

  ${reported.reason}

Check who received these emails and why. Then cancel the campaign, or ask the operator of this installation to release it.
`,
  };
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** Indents quoted text, so that readers cannot mistake it for part of the notice. */
function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}
