export const CONSENT_STATUSES = ['subscribed', 'unconfirmed', 'unsubscribed', 'bounced', 'invalid'] as const;
export type ConsentStatus = (typeof CONSENT_STATUSES)[number];

/** Meaning of a value in a consent column. `ignore` means that the value does not set a status. */
export const MEANINGS = [...CONSENT_STATUSES, 'ignore'] as const;
export type Meaning = (typeof MEANINGS)[number];

const MARKS = new Map([
  ['✓', 'yes'],
  ['✔', 'yes'],
  ['☑', 'yes'],
  ['✗', 'no'],
  ['✘', 'no'],
  ['☐', 'no'],
  ['○', 'yes'],
  ['◯', 'yes'],
  ['×', 'no'],
]);

/** Words that services and people use for each status, normalized with `wordOf`. */
const WORDS: Readonly<Record<ConsentStatus, string>> = {
  subscribed:
    'subscribed subscriber subscribe active enabled confirmed optedin optin doubleoptin singleoptin new engaged cold member ' +
    'softbounced softbounce marketingcontact marketable emailallowed express implied explicit ' +
    'aktiv angemeldet abonniert eingetragen bestatigt abonne abonnee inscrit inscrite actif active activo activa suscrito ' +
    'suscrita inscrito ativo ativa iscritto iscritta attivo attiva ingeschreven aangemeld actief tilmeldt prenumererar ' +
    'aktywny подписан активен abonat feliratkozott prihlasen prihlasena pretplacen підписаний εγγεγραμμενος tilaaja abone ' +
    '購読中 配信中 已订阅 已訂閱 구독중 수신동의 مشترك',
  unconfirmed:
    'unconfirmed pending notconfirmed awaitingconfirmation unactivated unverified notverified validating needsapproval ' +
    'optinpending pendingoptin waitingforconfirmation unbestatigt nichtbestatigt ausstehend nonconfirme enattente pendiente ' +
    'noconfirmado inattesa nonconfermato nietbevestigd pendente naoconfirmado',
  unsubscribed:
    'unsubscribed unsubscribe unsub optedout optout cancelled canceled removed complained complaint complainer spam spammy ' +
    'spamcomplaint spamreport reportedspam reportedasspam markedasspam markedspam junk abuse abused abusecomplaint ' +
    'blocklisted blacklisted blocked banned disabled deactivated suppressed archived deleted excluded revoked withdrawn ' +
    'declined refused rejected denied redacted left donotcontact donotemail donotmail donotsend dnc nomassemails noemail noemails ' +
    'neversubscribed nonsubscribed notsubscribed nonmarketingcontact nonmarketable globalunsubscribe globallyunsubscribed ' +
    'manuallyunsubscribed listunsubscribed ' +
    'abgemeldet ausgetragen abbestellt gesperrt gekundigt widerrufen geloscht desabonne desabonnee desinscrit desinscrite ' +
    'bloque supprime baja dadodebaja dadadebaja cancelado cancelada desuscrito desuscrita bloqueado eliminado disiscritto ' +
    'disiscritta cancellato cancellata annullato bloccato disattivato descadastrado descadastrada uitgeschreven afgemeld ' +
    'geblokkeerd avregistrerad avslutad afmeldt frameldt avmeldt wypisany wypisana odhlasen odhlasena leiratkozott отписан ' +
    'отписался dezabonat dezabonata odjavljen відписаний διαγραμμενος peruttu peruutettu iptal aboneliktenayrildi ' +
    'aboneliktenayrıldı aboneliktencikti aboneliktencıktı 配信停止 購読停止 購読解除 解除 退会 退会済 退会済み 已退订 退订 ' +
    '取消订阅 已取消订阅 已退訂 退訂 取消訂閱 수신거부 구독취소 구독해지 탈퇴 ملغى הוסר dahuydangky berhentiberlangganan',
  bounced:
    'bounced bounce cleaned hardbounced hardbounce bouncedhard permanentbounce undeliverable unreachable held unzustellbar ' +
    'rebotado rimbalzato nondelivrable',
  invalid: 'invalid invalidemail invalidaddress notvalid malformed ungultig invalide invalido nonvalido ongeldig',
};

const BY_WORD = new Map(
  CONSENT_STATUSES.flatMap((consentStatus) =>
    WORDS[consentStatus].split(' ').map((word) => [wordOf(word), consentStatus] as const),
  ),
);
/** Status words that also occur in columns that are not about consent. */
const COMMON = wordsOf(
  'active enabled new engaged cold member confirmed pending removed blocked disabled archived deleted cancelled canceled ' +
    'declined refused rejected denied left invalid held express implied explicit revoked withdrawn excluded aktiv actif ' +
    'activo activa ativo ativa attivo attiva actief aktywny активен ausstehend enattente pendiente pendente inattesa gesperrt ' +
    'geloscht gekundigt widerrufen bloque supprime cancelado cancelada bloqueado eliminado cancellato cancellata annullato ' +
    'bloccato disattivato geblokkeerd avslutad baja spam junk abuse validating unverified notverified subscriber malformed ' +
    'invalide invalido ungultig nonvalido ongeldig unreachable deactivated banned bestatigt marketable peruttu peruutettu ' +
    'iptal 解除',
);
const YES = wordsOf(
  '1 true t yes y x on ja j oui o si s sim wahr vrai verdadero vero waar tak da да так ano igen kylla jah taip evet ναι ' +
    'نعم כן ya はい 有 是 예 네 ใช่ checked',
);
const NO = wordsOf(
  '0 false f no n off nein non nao nee nej nei nie ne не нет ні ei nem nu hayir hayır οχι لا לא tidak khong いいえ 無 否 ' +
    '아니오 아니요 ไม่ never falsch faux falso onwaar unchecked none',
);

/** Splits a list at its spaces, and normalizes each word. */
function wordsOf(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').map((word) => wordOf(word)));
}

/**
 * Converts a word to lowercase and removes accents, spaces and punctuation. Marks such as `✓` become `yes`, marks such
 * as `✗` become `no`, `1.0` becomes `1`, and `-1` becomes `minus1`. Pure.
 */
export function wordOf(given: string): string {
  const text = given.trim();
  const plain = (MARKS.get(text) ?? text).normalize('NFD').toLowerCase();
  return plain
    .replace(/^[-−](?=\d)/, 'minus')
    .replace(/^(\d+)\.0+$/, '$1')
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Returns true if a cell means yes, false if the cell means no, and undefined otherwise. Pure. */
export function answerOf(given: string): boolean | undefined {
  const word = wordOf(given);
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

/** Returns the consent status that a word means. Returns undefined for `yes`, `no` and unknown words. Pure. */
export function consentStatusOf(given: string): ConsentStatus | undefined {
  return BY_WORD.get(wordOf(given));
}

/** Returns whether a word is used only for subscription statuses, regardless of the column's heading. Pure. */
export function isConsentWord(given: string): boolean {
  const word = wordOf(given);
  return BY_WORD.has(word) && !COMMON.has(word);
}
