import {
  faultAt,
  isEnabled,
  isNothing,
  listOf,
  objectOf,
  pathOf,
  textOf,
  textsOf,
  type Given,
  type Names,
} from '../fields/index.ts';
import type { StorableFile } from '../../transactional/messages/index.ts';
import { MAX_BATCH_RECIPIENTS, type Track } from '../vendors/index.ts';
import { attachmentsIn, invitationOf } from './files.ts';
import { appendHtml, appendText } from './footer.ts';
import { unsubscribingIn, type Unsubscribing } from './unsubscribe.ts';
import { MAIL_SEND } from './operations.ts';
import {
  namedList,
  namedOf,
  readPersonalization,
  requireNow,
  textsByName,
  type Named,
  type Personalization,
  type Texts,
} from './personalization.ts';

const MAX_CATEGORIES = 10;
const MAX_CATEGORY_CHARACTERS = 255;

const { objects: NAMES } = MAIL_SEND;

export interface MailRequest {
  readonly personalizations: readonly Personalization[];
  readonly from: Named;
  readonly replyTo: readonly Named[];
  readonly subject: string | undefined;
  readonly html: string | undefined;
  readonly text: string | undefined;
  readonly headers: Texts;
  readonly categories: readonly string[];
  readonly customArgs: Texts;
  readonly track: Track;
  /** Attachments, inline images, and calendar invitations. */
  readonly files: readonly StorableFile[];
  /** An address that gets a blind copy of each email. */
  readonly bccToAll: Named | undefined;
  /** The unsubscribe settings of the request. The bodies already contain the links. */
  readonly unsubscribing: Unsubscribing | undefined;
  /** Whether the request uses SendGrid's sandbox mode, in which requests are validated but nothing is sent. */
  readonly isTest: boolean;
}

/** Parses the body of a send request. Throws validation_error that names the invalid fields. */
export function readMailRequest(body: unknown, nowMs: number): MailRequest {
  const call = objectOf(body, '', NAMES['']) ?? { at: '', values: {} };
  requireNow(call, nowMs);
  if (isNothing(call.values['from'])) throw faultAt('from', 'is required.');
  const replyTo = namedList(call, 'reply_to_list');
  const single = call.values['reply_to'];
  const settings = settingsOf(call);
  const content = contentOf(call);
  const bodies = withFooter(content, settings.footer);
  const unsubscribing = unsubscribingIn(call);
  return {
    personalizations: personalizationsOf(call, nowMs),
    from: namedOf(call.values['from'], 'from'),
    replyTo: isNothing(single) ? replyTo : [namedOf(single, 'reply_to'), ...replyTo],
    subject: textOf(call, 'subject'),
    ...(unsubscribing ? unsubscribing.fill(bodies) : bodies),
    unsubscribing,
    headers: textsByName(call, 'headers'),
    categories: categoriesOf(call),
    customArgs: textsByName(call, 'custom_args'),
    track: trackOf(call),
    files: [...content.invitations, ...attachmentsIn(call)],
    bccToAll: settings.bccToAll,
    isTest: settings.isTest,
  };
}

function personalizationsOf(call: Given, nowMs: number): Personalization[] {
  const given = listOf(call, 'personalizations');
  if (given.length === 0) throw faultAt('personalizations', 'is required.');
  if (given.length > MAX_BATCH_RECIPIENTS) {
    throw faultAt('personalizations', `must contain at most ${MAX_BATCH_RECIPIENTS} entries, not ${given.length}.`);
  }
  const all = given.map((each, index) => readPersonalization(each, `personalizations.${index}`, nowMs));
  const recipients = all.reduce((sum, { bcc, cc, to }) => sum + to.length + cc.length + bcc.length, 0);
  if (recipients > MAX_BATCH_RECIPIENTS) {
    throw faultAt(
      'personalizations',
      `must contain at most ${MAX_BATCH_RECIPIENTS} recipients in total, not ${recipients}.`,
    );
  }
  return all;
}

type Bodies = Pick<MailRequest, 'html' | 'text'>;

function withFooter({ html, text }: Bodies, footer: Bodies): Bodies {
  return {
    html: html === undefined ? undefined : appendHtml(html, footer.html ?? ''),
    text: text === undefined ? undefined : appendText(text, footer.text ?? ''),
  };
}

function contentOf(call: Given): Bodies & { readonly invitations: readonly StorableFile[] } {
  const bodies: Partial<Record<'html' | 'text', string>> = {};
  const invitations: StorableFile[] = [];
  for (const [index, each] of listOf(call, 'content').entries()) {
    const at = `content.${index}`;
    const part = objectOf(each, at, NAMES.content);
    const whole = textOf(part, 'type') ?? '';
    const type = whole.toLowerCase().replace(/;.*$/, '').trim();
    if (type === 'text/calendar') {
      invitations.push(invitationOf(whole, textOf(part, 'value') ?? '', at));
      continue;
    }
    const kind = type === 'text/html' ? 'html' : type === 'text/plain' ? 'text' : undefined;
    if (kind === undefined) throw faultAt(`${at}.type`, 'must be text/plain, text/html, or text/calendar.');
    if (bodies[kind] !== undefined) throw faultAt(`${at}.type`, 'must not be repeated.');
    bodies[kind] = textOf(part, 'value') ?? '';
  }
  return { html: bodies.html, text: bodies.text, invitations };
}

function categoriesOf(call: Given): string[] {
  const given = [...new Set(textsOf(call, 'categories'))];
  if (given.length > MAX_CATEGORIES) {
    throw faultAt('categories', `must contain at most ${MAX_CATEGORIES} categories, not ${given.length}.`);
  }
  if (given.some((category) => category.length > MAX_CATEGORY_CHARACTERS)) {
    throw faultAt('categories', `must be at most ${MAX_CATEGORY_CHARACTERS} characters each.`);
  }
  return given;
}

/** Returns the tracking options. Tracking is off by default. */
function trackOf(call: Given): Track {
  const at = pathOf(call, 'tracking_settings');
  const settings = objectOf(call.values['tracking_settings'], at, NAMES.tracking_settings);
  const isOn = (name: 'click_tracking' | 'open_tracking'): boolean =>
    isOnIn(settings, name, NAMES[`tracking_settings.${name}`]);
  return { opens: isOn('open_tracking'), clicks: isOn('click_tracking') };
}

/** Settings that change the email or its recipients. */
interface MailSettings {
  readonly bccToAll: Named | undefined;
  readonly footer: Bodies;
  readonly isTest: boolean;
}

/** Returns the mail settings. All of them are off by default. */
function settingsOf(call: Given): MailSettings {
  const settings = objectOf(call.values['mail_settings'], 'mail_settings', NAMES.mail_settings);
  const bcc = enabledIn(settings, 'bcc', NAMES['mail_settings.bcc']);
  const footer = enabledIn(settings, 'footer', NAMES['mail_settings.footer']);
  return {
    bccToAll: bcc && namedOf({ email: bcc.values['email'] }, bcc.at),
    footer: { html: textOf(footer, 'html'), text: textOf(footer, 'text') },
    isTest: isOnIn(settings, 'sandbox_mode', NAMES['mail_settings.sandbox_mode']),
  };
}

function isOnIn(settings: Given | undefined, name: string, names: Names): boolean {
  return enabledIn(settings, name, names) !== undefined;
}

/** Returns a setting, or undefined if it is off. Throws validation_error for unknown properties. */
function enabledIn(settings: Given | undefined, name: string, names: Names): Given | undefined {
  const setting = settings && objectOf(settings.values[name], pathOf(settings, name), names);
  return isEnabled(setting?.values) ? setting : undefined;
}
