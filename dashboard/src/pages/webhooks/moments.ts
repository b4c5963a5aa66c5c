const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });

interface Moment {
  readonly at: string;
}

/** 09:10, in the reader's time zone. */
export function clockOf({ at }: Moment): string {
  return CLOCK.format(new Date(at));
}

/** 21 Nov, 09:10, in the reader's time zone. */
export function dayOf({ at }: Moment): string {
  return DAY.format(new Date(at));
}
