import { Type } from 'typebox';
import { parserOf } from '../../../http/parser.ts';
import { MAX_LISTS } from './limits.ts';
import type { Preferences } from './preferences.ts';

/** What is posted to leave, or to undo that. */
export interface Leaving {
  /** A mail program does it, and reads the status alone (RFC 8058). */
  readonly isOneClick: boolean;
  /** Proof of having opened the page; '' without. */
  readonly visit: string;
  /** Proof of what is to be undone; undefined where nothing is. */
  readonly undo: string | undefined;
}

type Given = Readonly<Record<string, unknown>>;

/** Nobody could mend what is posted here: whatever is no field of ours says nothing. */
const ANYTHING = Type.Record(Type.String(), Type.Unknown());

/** Parser of a POST to leave. */
export const leaving = parserOf(ANYTHING, (given): Leaving => {
  const undo = textOf(given, 'undo');
  // Programs write it in any case, and what they say with it is the same thing always.
  const isOneClick = Object.keys(given).some((name) => name.toLowerCase() === 'list-unsubscribe');
  return { isOneClick, visit: textOf(given, 'visit'), undo: undo === '' ? undefined : undo };
});

/** Parser of preferences that are posted. */
export const preferences = parserOf(ANYTHING, (given): Preferences => ({
  shown: numbersOf(textOf(given, 'shown').split(',', MAX_LISTS)),
  ticked: numbersOf([given['list'] ?? []].flat()),
  isTracked: textOf(given, 'tracked') === 'yes',
}));

function textOf(given: Given, name: string): string {
  const value = given[name];
  return typeof value === 'string' ? value : '';
}

function numbersOf(given: readonly unknown[]): ReadonlySet<number> {
  return new Set(given.filter((text) => typeof text === 'string' && /^[1-9]\d{0,15}$/.test(text)).map(Number));
}
