/** Contacts that are looked at in one step of the walk through an audience. */
export const PAGE_CONTACTS = 5_000;
/** Of several lists and tags that are merged, at least so many of each. */
export const LEAST_OF_GROUP = 200;
/** Recipients of a campaign: a mailing takes no more. */
export const MAX_AUDIENCE = 5_000_000;
/** Recipients that move to another content in one step. */
export const MOVED_AT_ONCE = 1_000;
/** Between two looks at a campaign that is being sent. */
export const LOOK_SECONDS = 2;
/** The same at one of which nothing can be sent before a time that is known. */
export const LOOK_WAITING_SECONDS = 60;
/** The same at one that is sent over hours. */
export const LOOK_SPREAD_SECONDS = 10;
/** The same while the account, its campaigns, or all lanes that have mail left are paused. */
export const LOOK_HELD_SECONDS = 30;
