import { scalarText } from '../resend/index.ts';
import {
  faultAt,
  isNothing,
  listOf,
  MAX_BATCH_RECIPIENTS,
  objectOf,
  pathOf,
  textOf,
  textsOf,
  type Given,
  type Names,
  type Track,
} from '../vendors/index.ts';
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

/** Supported, ignored and rejected properties of a request. */
const CALL: Names = {
  taken: [
    'personalizations',
    'from',
    'reply_to',
    'reply_to_list',
    'subject',
    'content',
    'headers',
    'categories',
    'custom_args',
    'send_at',
    'mail_settings',
    'tracking_settings',
  ],
  ignored: ['ip_pool_name'],
  refused: {
    attachments: 'are not supported. Link to the file instead.',
    template_id: 'is not supported. Use content instead.',
    sections: 'are not supported. Include their text in content.',
    batch_id: 'is not supported. Send the request when the email should be sent.',
    asm: 'is not supported, because unsubscribe groups do not exist. Link to your own unsubscribe page, or send a campaign.',
  },
};

/** A parsed send request. */
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
  /** Whether SendGrid's sandbox mode is on, in which requests are validated but nothing is sent. */
  readonly isTest: boolean;
}

/** Parses the body of a send request. Throws validation_error that names the invalid fields. */
export function readMailRequest(body: unknown, nowMs: number): MailRequest {
  const call = objectOf(body, '', CALL) ?? { at: '', values: {} };
  requireNow(call, nowMs);
  if (isNothing(call.values['from'])) throw faultAt('from', 'is required.');
  const replyTo = namedList(call, 'reply_to_list');
  const single = call.values['reply_to'];
  return {
    personalizations: personalizationsOf(call, nowMs),
    from: namedOf(call.values['from'], 'from'),
    replyTo: isNothing(single) ? replyTo : [namedOf(single, 'reply_to'), ...replyTo],
    subject: textOf(call, 'subject'),
    ...contentOf(call),
    headers: textsByName(call, 'headers'),
    categories: categoriesOf(call),
    customArgs: textsByName(call, 'custom_args'),
    track: trackOf(call),
    isTest: isTestOf(call),
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

function contentOf(call: Given): Pick<MailRequest, 'html' | 'text'> {
  const bodies: Partial<Record<'html' | 'text', string>> = {};
  for (const [index, each] of listOf(call, 'content').entries()) {
    const at = `content.${index}`;
    const part = objectOf(each, at, { taken: ['type', 'value'] });
    const type = textOf(part, 'type')?.toLowerCase().replace(/;.*$/, '').trim();
    const kind = type === 'text/html' ? 'html' : type === 'text/plain' ? 'text' : undefined;
    if (kind === undefined) throw faultAt(`${at}.type`, 'must be text/plain or text/html.');
    if (bodies[kind] !== undefined) throw faultAt(`${at}.type`, 'must not be repeated.');
    bodies[kind] = textOf(part, 'value') ?? '';
  }
  return { html: bodies.html, text: bodies.text };
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
  const settings = objectOf(call.values['tracking_settings'], at, {
    taken: ['open_tracking', 'click_tracking'],
    ignored: ['subscription_tracking', 'ganalytics'],
  });
  const isOn = (name: string): boolean => {
    const setting = objectOf(settings?.values[name], `${at}.${name}`, {
      taken: ['enable'],
      ignored: ['enable_text', 'substitution_tag'],
    });
    return isEnabled(setting);
  };
  return { opens: isOn('open_tracking'), clicks: isOn('click_tracking') };
}

function isTestOf(call: Given): boolean {
  const settings = objectOf(call.values['mail_settings'], 'mail_settings', {
    taken: ['sandbox_mode'],
    ignored: [
      'bypass_list_management',
      'bypass_spam_management',
      'bypass_bounce_management',
      'bypass_unsubscribe_management',
      'footer',
      'spam_check',
      'bcc',
    ],
  });
  return isEnabled(objectOf(settings?.values['sandbox_mode'], 'mail_settings.sandbox_mode', { taken: ['enable'] }));
}

function isEnabled(setting: Given | undefined): boolean {
  return scalarText(setting?.values['enable'])?.toLowerCase() === 'true';
}
