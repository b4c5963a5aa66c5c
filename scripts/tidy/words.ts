import type { Sentence } from '../prose/read.ts';

/** Words to avoid in all text that people read, each with a replacement. */
const AVOIDED: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\bwhat (?:became|becomes|came|comes|has become) of\b/i, 'result, outcome or delivery status'],
  [/\blet(?:s|ting)? go of\b|\bgiven back\b|\bput back\b/i, 'release or requeue'],
  [/\bput off\b|\bpassed over\b/i, 'defer, postpone or skip'],
  [/\b(?:say|says|said|tell|tells|told) of\b|\b(?:is|are) told\b/i, 'report, notify or show'],
  [/\b(?:by|of) (?:itself|themselves)\b/i, 'automatically, or alone'],
  [/\bof before\b|\bof today\b|\bof ours\b|\bof yours\b/i, "earlier, today's, our or your"],
  [/\bonce more\b|\banew\b/i, 'again'],
  [/\b(?:nobody|somebody|whoever|whomever|whom)\b/i, 'no contacts, no one, a user, the recipient, or anyone who'],
  [/\bmeanwhile[.,;]?$/i, 'while ... runs'],
  [/\b(?:go|goes|gone|went) on (?:with|to|as)\b|\b(?:it|they|which|that) goes on\b/i, 'continue or resume'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bmail to many\b/i, 'bulk email'],
  [/\ba mail\b|\bmails\b/i, 'an email or a message, emails or messages'],
  [/\bhere are none\b|\bthere (?:is|are) none\b/i, 'No ... yet'],
  [/\bsays nobody\b|\bsorting office\b/i, 'plain words'],
];

/** Matches code, links, URLs, and addresses, which may contain words to avoid. */
const ALLOWED = /`[^`]*`|\[[^\]]*\]\([^)]*\)|https?:\S+|\bnobody@\S+/g;

/** Returns a message with the replacement for each word to avoid in the text. */
export function avoidedWords(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ line, path, text }) => {
    const words = text.replaceAll(ALLOWED, ' ');
    return AVOIDED.flatMap(([pattern, better]) => {
      const found = pattern.exec(words)?.[0];
      return found === undefined ? [] : [`${path}:${line}: "${found}": write ${better}`];
    });
  });
}

/**
 * Outdated names in code for which a standard term exists, each with the standard term. CONTRIBUTING.md defines many of
 * the standard terms.
 */
const OLD_NAMES: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\b(?:[dD]epartures?|createDepartures|[pP]assengers?)\b/, 'group commit, batch or waiter'],
  [/\b(?:ways|waysFor|afterWay|hasOtherWay)\b/, 'route'],
  [/\b(?:\w*_under_way|isUnderWay|underWay)\b/, 'in progress'],
  [/\b(?:lots?|lotIds?|[a-z]+Lots?|\w+_lots?|lot_id)\b/, 'recipient batch'],
  [/\b(?:runLane|createLane|VisitLane|LaneParts)\b/, 'connection worker, or account queue'],
  [/\b(?:startTurns|takeTurn|RunningTurns|createTurns)\b/, 'polling, slice or quantum'],
  [/\b(?:standing|standings|[a-z]+Standings?|Standings?|standing[A-Z]\w*)\b/, 'status or progress'],
  [/\b(?:sight|Sight|sightOf|lookAt|lookAgain|goOn)\b/, 'snapshot, evaluate or advance'],
  [/\b(?:told|untold|tell|tellers?|telling|told_at|mostTelling)\b/, 'report or notify'],
  [/\b(?:[vV]endorSurfaces?|DashboardSurface|surfaceRoutes)\b/, 'adapter'],
  [/\b(?:\w*_heads|campaignHeads|headsOf)\b/, 'summaries'],
  [/\b(?:campaignGates?|CampaignGates?|campaign_gates?|campaign_gating|gatings?Of)\b/, 'safeguard'],
  [/\b(?:sortingOffice|SortingOffice|[a-z]+Office)\b/, 'live progress'],
  [/\b(?:giveBack|putOff|letGo|passedOver|isGivenUp|givenUp)\b/, 'release, defer, skip or expired'],
  [/\b(?:layDown\w*|forget[A-Z]\w*|takeBack[A-Z]\w*)\b/, 'release, delete or revert'],
  [/\b(?:\w*[a-z]Anew|\w+_ANEW\w*)\b/, 'again, or the name of what is repeated'],
  [/\b(?:LEAST|MOST|LONGEST|FEWEST)_[A-Z]\w*\b/, 'MIN_ or MAX_'],
  [/\b(?:troubled|isTroubled|takeTroubled)\b/, 'unhealthy'],
  [/\b(?:Given|Wanted|Asked|Heard|Judged)[A-Z]\w*\b/, 'input, request or result'],
];
/** Matches the parts of code that do not contain names: comments and quoted strings. */
const NOT_NAMES = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|--[^\n]*/g;

/** Returns a message for each outdated name in the code, with the standard term. */
export function oldNames(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  return files.flatMap(({ path, text }) => {
    const code = text.replaceAll(NOT_NAMES, ' ');
    return OLD_NAMES.flatMap(([pattern, better]) => {
      const found = pattern.exec(code)?.[0];
      return found === undefined ? [] : [`${path}: "${found}": the word is ${better}`];
    });
  });
}
