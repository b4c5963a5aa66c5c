import type { ColumnProfile } from './profile.ts';
import { answerOf, isTelling, standingOf, wordOf, type Meaning, type Standing } from './standing.ts';

/**
 * What a column says by yes and no, or since when: that somebody agreed, confirmed, left, bounced, or has no valid address.
 * `status` says it in words.
 */
export type Topic = 'status' | 'agreed' | 'confirmed' | 'left' | 'bounced' | 'invalid';

/** Targets by which a column says who may be written to. */
export const CONSENT_TARGETS = ['status', 'confirmed_at', 'unsubscribed_at', 'bounced_at', 'invalid_at'] as const;
export type ConsentTarget = (typeof CONSENT_TARGETS)[number];

/** What a heading with a topic is mapped to. */
export const TARGET_OF: Readonly<Record<Topic, ConsentTarget>> = {
  status: 'status',
  agreed: 'status',
  confirmed: 'confirmed_at',
  left: 'unsubscribed_at',
  bounced: 'bounced_at',
  invalid: 'invalid_at',
};

/** What is asked of other ways to reach people says nothing of mail. */
const OTHER_CHANNEL =
  /sms|whatsapp|phone|telefon|mobile|fax|push|postal|postmail|directmail|snailmail|call|viber|telegram|messenger/;
/** Figures and circumstances of consent, which are none. */
const CIRCUMSTANCE =
  /soft|(?:(?<!ac|dis)counts?|counter|score|(?<!corpo)rate|url|link|token|hash|total|(?<!sh)ip|country|source|useragent|method|version|language|locale|timezone|(?:campaign|message|mail|user|list|form|page)id|text|wording|evidence|proof|notes?)$/;
/** Words behind a topic whose column says it by being filled. */
const REASON = /reason|grund|motiv|motif|campaign|title|feedback|comment/;

const TOPICS: readonly (readonly [RegExp, Topic])[] = [
  [
    /^(?:status|statut|subscribertype)$|(?:subscri\w*|email|mail|mailing|newsletter|marketing|optin|consent|contact|member|recipient|list|global|abo)(?:status|state|statut)$/,
    'status',
  ],
  [/bounce|^(?:is)?cleaned|^cleantime$|undeliverable|unzustellbar|rebotad|rimbalz/, 'bounced'],
  [/^(?:is)?(?:email)?invalid(?:email|emailaddress|address|at|date)?$|^(?:email|adresse)?ungultig$/, 'invalid'],
  [
    new RegExp(
      'optout|optedout|optingout|unsub|^dnc|dnc$|donot(?:bulk|mass)?(?:email|mail|contact|send|market|newsletter|allow\\w*mail|disturb)|' +
        'dont(?:email|mail|contact|send)|no(?:mass|bulk)?(?:e?mails?|newsletter)$|blacklist|blocklist|suppress|complain|(?<!anti)spam|junk|abuse|' +
        'revok|withdr|emaildisabled|excluded?from|isexcluded|(?:^|is|has|was|email|account|subscription|subscriber|contact)' +
        '(?:blocked|disabled|deactivated|deleted|removed|banned|archived|inactive|cancell?ed|cancelled|left)(?:at|on|date|time)?$|' +
        '^(?:subscription)?cancell?ation(?:date)?$|cancell?edsubscription|^onhold$|schwarzeliste|listenoire|listanegra|' +
        'listanera|avanmal|cancelament|cancellazion|eliminad[oa]|suprimid[oa]|excluid[oa]|rezygnacj|' +
        'abgemeldet|abmeld|abbestell|ausgetragen|austrag|widerruf|widerspr|gesperrt|gekundigt|geloscht|inaktiv$|keinewerbung|' +
        'desinscri|desabon|plainte|nepas(?:contacter|envoyer)|^(?:de|esta|fecha|fechade|en)?baja(?:s|at|email|boletin|correo)?$|' +
        'dad[oa]debaja|cancelad[oa]|desuscri|noenviar|nocontactar|nomolestar|descadast|disiscri|cancellat[oa]|disattiv|' +
        'uitgeschreven|uitschr|afgemeld|afmeld|avmeld|frameld|avregistr|avslutad|avprenumer|wypisan|odhlas|leiratkoz|отпис',
    ),
    'left',
  ],
  [
    /^(?:is|has)?(?:email|optin|subscription|contact)?(?:confirmed|verified|bestatigt|confirme|confirmado|confermato|bevestigd)(?:at|on|date|time)?$|^(?:double|dbl)optin(?:at|date|time|confirmed)?$|^doi(?:at|date|time)?$/,
    'confirmed',
  ],
  [
    new RegExp(
      '^(?:is|has|was|email)?subscribed(?:$|to)|^subscri(?:be|ption)$|^abo(?:nnent)?$|^e?mailings?$|werbung|consent|gdpr|dsgvo|rgpd|opt(?:ed)?in|permission|' +
        'newsletters?(?:$|subscri|abo|optin|active|anmeld|email|erwunscht|erlaubt|allowed|ok$)|mailinglist|' +
        '(?:accepts?|allows?|receives?|wants?|agreed?|ok)(?:to)?(?:e?mails?|emailmarketing|marketing)|^(?:e?mail)?marketing(?:e?mails?|allowed|ok)?$|' +
        '(?:e?mail|mailing)(?:allowed|ok|marketing)$|okto(?:e?mail|contact)|^(?:is)?(?:active|enabled|aktiv|actif|activo|ativo|attivo|actief)$|' +
        'einwillig|zustimm|einverstanden|angemeldet|abonniert|^(?:est)?(?:abonnee?|inscrit)$|^(?:esta)?(?:suscrit|inscrit)[oa]$|iscritto|' +
        'consentement|consentimiento|consenso|toestemming|samtyk|samtycke|zgoda|souhlas|соглас|подписан',
    ),
    'agreed',
  ],
];

/** What a column is about by its heading, when that is consent. Pure. */
export function topicOf(heading: string): Topic | undefined {
  const key = wordOf(heading);
  if (CIRCUMSTANCE.test(key) || isOfOtherChannel(key)) return undefined;
  return TOPICS.find(([pattern]) => pattern.test(key))?.[1];
}

function isOfOtherChannel(key: string): boolean {
  return OTHER_CHANNEL.test(key) && !/mail/.test(key.replaceAll(/(?:postal|direct|snail|post)mail/g, ''));
}

/** True for a column that is called something else and has words that are said of nothing but subscriptions. Pure. */
export function hasTellingWords(heading: string, { values }: ColumnProfile): boolean {
  const key = wordOf(heading);
  if (isOfOtherChannel(key)) return false;
  const words = [...values.values()].map(({ value }) => value);
  if (words.some((word) => isTelling(word))) return true;
  return /^(?:state|estado|stato)$/.test(key) && words.some((word) => standingOf(word) !== undefined);
}

/** What a value of a column needs to be understood. */
export interface ConsentColumn {
  readonly heading: string;
  readonly target: ConsentTarget;
  readonly profile: ColumnProfile;
  /** Words that a service uses in a way of its own. */
  readonly words: Readonly<Record<string, Meaning>> | undefined;
}

/** What a value means; undefined when somebody has to say it. An empty text is an empty cell. Pure. */
export function meaningOf(value: string, column: ConsentColumn): Meaning | undefined {
  const { heading, target, words = {} } = column;
  const topic = target === 'status' ? (topicOf(heading) ?? 'status') : ABOUT[target];
  const word = wordOf(value);
  // A value of nothing but marks is not an empty cell.
  const isListed = value === '' || (target === 'status' && word !== '');
  if (isListed && Object.hasOwn(words, word)) return words[word];
  if (value === '') return meaningOfNothing(topic, column);
  return topic === 'status' || topic === 'agreed'
    ? meaningOfWord(value, topic, column)
    : meaningOfFlag(value, topic, heading);
}

function meaningOfWord(
  value: string,
  topic: 'status' | 'agreed',
  { heading, profile }: ConsentColumn,
): Meaning | undefined {
  const answer = answerOf(value);
  if (answer === undefined) return standingOf(value);
  if (topic === 'status' && !isAnswered(heading, profile)) return undefined;
  return answer ? 'subscribed' : 'unsubscribed';
}

type Flag = Exclude<Topic, 'status' | 'agreed'>;

function meaningOfFlag(value: string, topic: Flag, heading: string): Meaning | undefined {
  const { no, yes } = FLAGS[topic];
  if (REASON.test(wordOf(heading))) return yes;
  const answer = answerOf(value);
  if (answer !== undefined) return answer ? yes : no;
  const standing = standingOf(value) ?? (topic === 'bounced' ? BOUNCES.get(wordOf(value)) : undefined);
  // A column that says who left says nothing of those who did not, and a date that cannot be read is one.
  if (standing === undefined) return looksLikeDate(value) ? yes : undefined;
  return standing === 'subscribed' ? 'ignore' : standing;
}

/** True for a text that was meant to be a date. Pure. */
export function looksLikeDate(text: string): boolean {
  return /\d\D+\d|\d{4}/.test(text);
}

const ABOUT: Readonly<Record<Exclude<ConsentTarget, 'status'>, Flag>> = {
  confirmed_at: 'confirmed',
  unsubscribed_at: 'left',
  bounced_at: 'bounced',
  invalid_at: 'invalid',
};

const FLAGS: Readonly<Record<Flag, { readonly yes: Meaning; readonly no: Meaning }>> = {
  confirmed: { yes: 'ignore', no: 'unconfirmed' },
  left: { yes: 'unsubscribed', no: 'ignore' },
  bounced: { yes: 'bounced', no: 'ignore' },
  invalid: { yes: 'invalid', no: 'ignore' },
};

const BOUNCES: ReadonlyMap<string, Standing> = new Map([
  ['hard', 'bounced'],
  ['permanent', 'bounced'],
  ['soft', 'subscribed'],
  ['temporary', 'subscribed'],
  ['transient', 'subscribed'],
]);

/** Numbers of a status are its own unless there are no others than yes and no. */
function isAnswered(heading: string, { values }: ColumnProfile): boolean {
  return topicOf(heading) === 'status' && [...values.values()].every(({ value }) => answerOf(value) !== undefined);
}

/** An empty cell beside others that say yes says no; beside words it says what nobody knows. */
function meaningOfNothing(topic: Topic, { profile }: ConsentColumn): Meaning | undefined {
  const isFilled = profile.dates > 0 || profile.values.size > 0;
  if (topic === 'confirmed') return isFilled ? 'unconfirmed' : 'ignore';
  if (topic === 'agreed') return profile.values.size > 0 ? 'unsubscribed' : undefined;
  return topic === 'status' ? undefined : 'ignore';
}

/** What a date means in a column: that it was so since then; undefined when somebody has to say it. Pure. */
export function meaningOfDate({ heading, target }: Pick<ConsentColumn, 'heading' | 'target'>): Meaning | undefined {
  if (target !== 'status') return FLAGS[ABOUT[target]].yes;
  return topicOf(heading) === 'agreed' ? 'subscribed' : undefined;
}

/** True for a target by which a column says who may be written to. Pure. */
export function isConsentTarget(target: string): target is ConsentTarget {
  return CONSENT_TARGETS.some((each) => each === target);
}
