import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import { MAX_TOPICS } from '../../audience/topics/index.ts';
import { MAX_LISTS } from './limits.ts';
import { isLanguage } from '../../../mail/languages/catalog.ts';
import type { Preferences } from './preferences.ts';

/** Request to unsubscribe, or to undo an unsubscription. */
export interface Leaving {
  /**
   * True for a one-click request from an email client (RFC 8058). Such clients read only the status code of the
   * response.
   */
  readonly isOneClick: boolean;
  /** Signed timestamp of the visit to the unsubscribe page. Empty if the request does not contain it. */
  readonly visit: string;
  /** Signed timestamp of the unsubscription to undo. Undefined if the request does not undo anything. */
  readonly undo: string | undefined;
}

type Given = Readonly<Record<string, unknown>>;

/** Unknown fields are ignored, because visitors cannot fix the request. */
const ANYTHING = Type.Record(Type.String(), Type.Unknown());

/** Parses a POST request to the unsubscribe page. */
export const leaving = parserOf(ANYTHING, (given): Leaving => {
  const undo = textOf(given, 'undo');
  // Email clients differ in the capitalization of the field name.
  const isOneClick = Object.keys(given).some((name) => name.toLowerCase() === 'list-unsubscribe');
  return { isOneClick, visit: textOf(given, 'visit'), undo: undo === '' ? undefined : undo };
});

export const preferences = parserOf(ANYTHING, (given): Preferences => ({
  shown: numbersOf(textOf(given, 'shown').split(',', MAX_LISTS)),
  ticked: numbersOf([given['list'] ?? []].flat()),
  topics: {
    shown: numbersOf(textOf(given, 'shown_topics').split(',', MAX_TOPICS)),
    ticked: numbersOf([given['topic'] ?? []].flat()),
  },
  isTracked: textOf(given, 'tracked') === 'yes',
  language: languageOf(textOf(given, 'language'), textOf(given, 'was')),
}));

/**
 * Returns the chosen language if it differs from the language that the page showed. Otherwise returns undefined, so
 * that saving other preferences keeps a more specific language such as `de-AT`.
 */
function languageOf(chosen: string, was: string): Preferences['language'] {
  return chosen !== was && isLanguage(chosen) ? chosen : undefined;
}

function textOf(given: Given, name: string): string {
  const value = given[name];
  return typeof value === 'string' ? value : '';
}

function numbersOf(given: readonly unknown[]): ReadonlySet<number> {
  return new Set(given.filter((text) => typeof text === 'string' && /^[1-9]\d{0,15}$/.test(text)).map(Number));
}
