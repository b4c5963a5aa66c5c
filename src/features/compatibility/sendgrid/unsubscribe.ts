import { invalid } from '../../../base/refusal.ts';
import { faultAt, isEnabled, objectOf, textOf, type Given } from '../fields/index.ts';
import { placed, UNSUBSCRIBE } from '../vendors/index.ts';
import { appendHtml, appendText } from './footer.ts';
import { MAIL_SEND } from './operations.ts';

const { objects: NAMES } = MAIL_SEND;
/** Placeholders for the unsubscribe link of a group: a complete link, or only its URL. */
const GROUP_LINK = /<%\s*asm_group_unsubscribe_url\s*%>/g;
const GROUP_URL = /<%\s*asm_group_unsubscribe_raw_url\s*%>/g;
/** Placeholders for the pages for global unsubscribes and preferences. Postrider does not have these pages. */
const OTHER_PAGE = /<%\s*asm_(?:global_unsubscribe|preferences)(?:_raw)?_url\s*%>/;
/** Matches the words in subscription tracking text that become the link. */
const LINKED = /<%\s*([^%]*?)\s*%>/g;
const MAX_GROUP_ID = 2_147_483_647;

interface Bodies {
  readonly html: string | undefined;
  readonly text: string | undefined;
}

export interface Unsubscribing {
  /** Name of the unsubscribe group. An empty string stands for all email from the account. */
  readonly audience: string;
  /** Returns the bodies of an email with the unsubscribe links inserted. */
  fill(bodies: Bodies): Bodies;
}

/**
 * Returns the unsubscribe settings of a request, or undefined if the request has neither an unsubscribe group nor
 * subscription tracking. A group takes precedence. Throws validation_error.
 */
export function unsubscribingIn(call: Given): Unsubscribing | undefined {
  const asm = objectOf(call.values['asm'], 'asm', NAMES.asm);
  const tracking = objectOf(call.values['tracking_settings'], 'tracking_settings', NAMES.tracking_settings);
  const at = 'tracking_settings.subscription_tracking';
  const setting = objectOf(tracking?.values['subscription_tracking'], at, NAMES[at]);
  if (asm) return { audience: groupIn(asm.values['group_id'], 'asm.group_id'), fill: fillGroup };
  return isEnabled(setting?.values) ? { audience: '', fill: (bodies) => fillTracking(bodies, setting) } : undefined;
}

/** Returns the ID of an unsubscribe group. Groups do not have to be created. Throws validation_error. */
export function groupIn(given: unknown, field: string): string {
  const id = typeof given === 'string' && /^\d{1,10}$/.test(given) ? Number(given) : given;
  if (typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= MAX_GROUP_ID) return String(id);
  throw faultAt(field, `must be an integer from 1 to ${MAX_GROUP_ID}.`);
}

function fillGroup(bodies: Bodies): Bodies {
  for (const [field, body] of Object.entries(bodies)) {
    const [found] = (typeof body === 'string' ? OTHER_PAGE.exec(body) : undefined) ?? [];
    if (found === undefined) continue;
    throw invalid({
      content: [
        `contains ${found} in ${field}, which is not supported. Use <%asm_group_unsubscribe_raw_url%> instead.`,
      ],
    });
  }
  const { html, text } = bodies;
  return {
    html:
      html === undefined
        ? undefined
        : placed(html, GROUP_URL, UNSUBSCRIBE).replaceAll(GROUP_LINK, linkTo('Unsubscribe from this list')),
    text: text === undefined ? undefined : placed(text, GROUP_URL, UNSUBSCRIBE).replaceAll(GROUP_LINK, UNSUBSCRIBE),
  };
}

function fillTracking({ html, text }: Bodies, setting: Given | undefined): Bodies {
  const tag = textOf(setting, 'substitution_tag');
  if (tag !== undefined) {
    return { html: html?.replaceAll(tag, UNSUBSCRIBE), text: text?.replaceAll(tag, UNSUBSCRIBE) };
  }
  const ownHtml = textOf(setting, 'html')?.replaceAll(LINKED, (_, words: string) => linkTo(words || 'Unsubscribe'));
  const ownText = textOf(setting, 'text')?.replaceAll(LINKED, UNSUBSCRIBE);
  return {
    html: html === undefined ? undefined : appendHtml(html, ownHtml ?? `<p>${linkTo('Unsubscribe')}</p>`),
    text: text === undefined ? undefined : appendText(text, ownText ?? `Unsubscribe: ${UNSUBSCRIBE}`),
  };
}

function linkTo(words: string): string {
  return `<a href="${UNSUBSCRIBE}">${words}</a>`;
}
