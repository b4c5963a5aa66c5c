import type { ColumnProfile } from './profile.ts';
import {
  answerOf,
  isConsentWord,
  consentStatusOf,
  wordOf,
  type Meaning,
  type ConsentStatus,
} from './consent-status.ts';

/**
 * Topic of a column about consent. `status` columns contain words. All other columns contain yes and no, or dates, and
 * state whether or when the contact opted in (`agreed`), confirmed (`confirmed`), unsubscribed (`left`), or bounced
 * (`bounced`), or whether the address is invalid (`invalid`).
 */
export type Topic = 'status' | 'agreed' | 'confirmed' | 'left' | 'bounced' | 'invalid';

/** Targets for columns that determine whether a contact may receive email. */
export const CONSENT_TARGETS = ['status', 'confirmed_at', 'unsubscribed_at', 'bounced_at', 'invalid_at'] as const;
export type ConsentTarget = (typeof CONSENT_TARGETS)[number];

/** Import target of a column, by the topic of its heading. */
export const TARGET_OF: Readonly<Record<Topic, ConsentTarget>> = {
  status: 'status',
  agreed: 'status',
  confirmed: 'confirmed_at',
  left: 'unsubscribed_at',
  bounced: 'bounced_at',
  invalid: 'invalid_at',
};

/** Matches headings about other channels, because consent for another channel does not apply to email. */
const OTHER_CHANNEL =
  /sms|whatsapp|phone|telefon|mobile|fax|push|postal|postmail|directmail|snailmail|call|viber|telegram|messenger/;
/**
 * Matches headings of columns with counts and other details about consent. Such columns do not state whether there is
 * consent.
 */
const CIRCUMSTANCE =
  /soft|(?:(?<!ac|dis)counts?|counter|score|(?<!corpo)rate|url|link|token|hash|total|(?<!sh)ip|country|source|useragent|method|version|language|locale|timezone|(?:campaign|message|mail|user|list|form|page)id|text|wording|evidence|proof|notes?)$/;
/**
 * Matches headings of columns that contain details, such as a reason or a campaign. Any value in such a column means
 * yes, unless the column contains only yes and no.
 */
const REASON = /reason|grund|motiv|motif|campaign|title|feedback|comment/;

/** Words for unsubscribed contacts in further languages, found in headings that were normalized with `wordOf`. */
const LEFT_WORDS = anyOf(
  'dezabon odjav відпис διαγραφ απεγγραφ peruut perunut markkinointikielto abonelikten iptal kara_liste huy_dang_ky ' +
    'berhenti_berlangganan 配信停止 配信不要 購読停止 解除 退会 拒否 退订 取消订阅 拒收 黑名单 退訂 取消訂閱 黑名單 수신거부 ' +
    '구독취소 구독해지 탈퇴 إلغاء_الاشتراك ملغى הסר הוסר ביטול_מנוי ยกเลิก',
);
const STATUS_WORDS = anyOf('статус ステータス 状態 状态 狀態 상태 สถานะ الحالة סטטוס');
/** Words for opt-in in further languages. */
const AGREED_WORDS = anyOf(
  'abonat feliratkoz hozzajarul pretplat suglas suostumus markkinointilupa εγγραφ συγκαταθ abonelik 購読 配信希望 メルマガ ' +
    '同意 订阅 訂閱 구독 수신동의 اشتراك موافقة הסכמה согласие згода',
);

const TOPICS: readonly (readonly [RegExp, Topic])[] = [
  [
    /^(?:status|statut|subscribertype)$|(?:subscri\w*|email|mail|mailing|newsletter|marketing|optin|consent|contact|member|recipient|list|global|abo)(?:status|state|statut)$/,
    'status',
  ],
  [new RegExp(`^(?:${STATUS_WORDS})$`), 'status'],
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
  [new RegExp(LEFT_WORDS), 'left'],
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
  [new RegExp(AGREED_WORDS), 'agreed'],
];

/** Returns a pattern that matches any of the words. An underscore stands for a space in a word. */
function anyOf(words: string): string {
  return words
    .split(' ')
    .map((word) => wordOf(word))
    .join('|');
}

/** Returns the topic of a heading about consent, or undefined for other headings. Pure. */
export function topicOf(heading: string): Topic | undefined {
  const key = wordOf(heading);
  if (CIRCUMSTANCE.test(key) || isOfOtherChannel(key)) return undefined;
  return TOPICS.find(([pattern]) => pattern.test(key))?.[1];
}

function isOfOtherChannel(key: string): boolean {
  return OTHER_CHANNEL.test(key) && !/mail/.test(key.replaceAll(/(?:postal|direct|snail|post)mail/g, ''));
}

/**
 * Returns whether a column without a known topic contains words that are used only for subscription statuses. In a
 * column named `state`, any status word counts. Pure.
 */
export function hasConsentWords(heading: string, { values }: ColumnProfile): boolean {
  const key = wordOf(heading);
  if (isOfOtherChannel(key)) return false;
  const words = [...values.values()].map(({ value }) => value);
  if (words.some((word) => isConsentWord(word))) return true;
  return /^(?:state|estado|stato)$/.test(key) && words.some((word) => consentStatusOf(word) !== undefined);
}

/** Properties of a column that determine the meaning of its values. */
export interface ConsentColumn {
  readonly heading: string;
  readonly target: ConsentTarget;
  readonly profile: ColumnProfile;
  /** Words that have a special meaning in exports of the service that wrote the file. */
  readonly words: Readonly<Record<string, Meaning>> | undefined;
}

/**
 * Returns the meaning of a value, or undefined if the user must choose the meaning. An empty string stands for an empty
 * cell. Pure.
 */
export function meaningOf(value: string, column: ConsentColumn): Meaning | undefined {
  const { heading, target, words = {} } = column;
  const topic = target === 'status' ? (topicOf(heading) ?? 'status') : ABOUT[target];
  const word = wordOf(value);
  // A cell that contains only punctuation does not count as empty.
  const isListed = value === '' || (target === 'status' && word !== '');
  if (isListed && Object.hasOwn(words, word)) return words[word];
  if (value === '') return meaningOfNothing(topic, column);
  return topic === 'status' || topic === 'agreed'
    ? meaningOfWord(value, topic, column)
    : meaningOfFlag(value, topic, column);
}

function meaningOfWord(
  value: string,
  topic: 'status' | 'agreed',
  { heading, profile }: ConsentColumn,
): Meaning | undefined {
  const answer = answerOf(value);
  if (answer === undefined) return consentStatusOf(value);
  if (topic === 'status' && !isAnswered(heading, profile)) return undefined;
  return answer ? 'subscribed' : 'unsubscribed';
}

type Flag = Exclude<Topic, 'status' | 'agreed'>;

function meaningOfFlag(value: string, topic: Flag, { heading, profile }: ConsentColumn): Meaning | undefined {
  const { no, yes } = FLAGS[topic];
  if (REASON.test(wordOf(heading)) && !hasOnlyAnswers(profile)) return yes;
  const answer = answerOf(value);
  if (answer !== undefined) return answer ? yes : no;
  const consentStatus = consentStatusOf(value) ?? (topic === 'bounced' ? BOUNCES.get(wordOf(value)) : undefined);
  // In a column about unsubscribed contacts, for example, the value `subscribed` does not imply consent and is ignored.
  // A value that looks like a date means yes.
  if (consentStatus === undefined) return looksLikeDate(value) ? yes : undefined;
  return consentStatus === 'subscribed' ? 'ignore' : consentStatus;
}

/** Returns whether a string looks like a date. Pure. */
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

const BOUNCES: ReadonlyMap<string, ConsentStatus> = new Map([
  ['hard', 'bounced'],
  ['permanent', 'bounced'],
  ['soft', 'subscribed'],
  ['temporary', 'subscribed'],
  ['transient', 'subscribed'],
]);

/**
 * Returns whether yes and no in a status column state whether the contact is subscribed. This requires a heading about
 * the status and no other values. In all other status columns, values such as 1 may be codes of the exporting service.
 */
function isAnswered(heading: string, profile: ColumnProfile): boolean {
  return topicOf(heading) === 'status' && hasOnlyAnswers(profile);
}

function hasOnlyAnswers({ values }: ColumnProfile): boolean {
  return [...values.values()].every(({ value }) => answerOf(value) !== undefined);
}

/**
 * Returns the meaning of an empty cell. In a column about opt-in or confirmation, an empty cell means that the contact
 * has not opted in or confirmed, if other cells have values. In a column about unsubscribes, bounces, or invalid
 * addresses, an empty cell is ignored. Returns undefined if the user must choose the meaning.
 */
function meaningOfNothing(topic: Topic, { profile }: ConsentColumn): Meaning | undefined {
  const isFilled = profile.dates > 0 || profile.values.size > 0;
  if (topic === 'confirmed') return isFilled ? 'unconfirmed' : 'ignore';
  if (topic === 'agreed') return profile.values.size > 0 ? 'unsubscribed' : undefined;
  return topic === 'status' ? undefined : 'ignore';
}

/** Returns the status that a date in a column implies, or undefined if the user must choose the status. Pure. */
export function meaningOfDate({ heading, target }: Pick<ConsentColumn, 'heading' | 'target'>): Meaning | undefined {
  if (target !== 'status') return FLAGS[ABOUT[target]].yes;
  return topicOf(heading) === 'agreed' ? 'subscribed' : undefined;
}

/** Returns whether an import target determines whether a contact may receive email. Pure. */
export function isConsentTarget(target: string): target is ConsentTarget {
  return CONSENT_TARGETS.some((each) => each === target);
}
