import { dayAndTime } from '../../words.ts';

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

interface Moment {
  readonly at: string;
}

/** 09:10, in the reader's time zone. */
export function clockOf({ at }: Moment): string {
  return CLOCK.format(new Date(at));
}

/** 21 Nov, 09:10, in the reader's time zone; with the year unless it is this one. */
export function dayOf({ at }: Moment): string {
  return dayAndTime(new Date(at));
}
