import { Type } from 'typebox';
import type { Parser } from '../../../../http/parser.ts';
import type { Principal } from '../../../../http/principal.ts';
import { isObject } from '../absent.ts';
import type { NativeApi } from './native.ts';
import type { Cursor, NativePage, NativePageQuery } from './objects.ts';

/** A contact, as shown by Postrider's own API. */
export interface Contact {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly unsubscribed_at: string | null;
  readonly lists: readonly { readonly id: number; readonly name: string }[];
  readonly contact_fields: readonly { readonly name: string; readonly value: string }[];
  readonly created_at: string;
}

/** A campaign without its content, as listed. */
export interface BroadcastSummary {
  readonly id: number;
  readonly title: string;
  readonly status: string;
  readonly lists: readonly number[];
  readonly created_at: string;
  readonly scheduled_at: string | null;
  readonly sent_at: string | null;
}

/** An API key without its secret, as shown by Postrider's own API. */
export interface Key {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

/** Functions that manage API keys for a caller. They reject with the errors of Postrider's own API. */
export interface Keys {
  list(accountId: number): Promise<readonly Key[]>;
  make(principal: Principal, wanted: unknown): Promise<Key & { readonly key: string }>;
  rename(principal: Principal, id: string, change: unknown): Promise<unknown>;
  end(principal: Principal, id: string): Promise<unknown>;
}

/** A topic that contacts can subscribe to. */
export interface Topic {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  /** Whether contacts without a choice are subscribed. */
  readonly is_opt_in: boolean;
  readonly created_at: Date;
}

/** A topic, and whether a contact is subscribed to it. */
export interface ContactTopic extends Topic {
  readonly is_subscribed: boolean;
}

interface TopicTexts {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** Functions that manage topics. They throw validation_error, not_found, and conflict. */
export interface Topics {
  list(accountId: number): Promise<readonly Topic[]>;
  read(accountId: number, id: number): Promise<Topic>;
  add(accountId: number, wanted: TopicTexts & { readonly isOptIn: boolean }): Promise<Topic>;
  change(accountId: number, id: number, change: TopicTexts): Promise<unknown>;
  remove(accountId: number, id: number): Promise<void>;
  ofContact(accountId: number, contactId: number): Promise<readonly ContactTopic[]>;
  choose(accountId: number, contactId: number, choices: ReadonlyMap<number, boolean>): Promise<void>;
  /** Returns the topic of a broadcast, or undefined if it has none. */
  ofBroadcast(accountId: number, broadcastId: number): Promise<number | undefined>;
  setOfBroadcast(accountId: number, broadcastId: number, topicId: number | undefined): Promise<void>;
}

/** Dependencies of the routes for the objects of an account. */
export interface AccountParts {
  readonly native: NativeApi;
  /**
   * Returns the contacts of an account or list after or before the cursor, newest first. Returns one contact more than
   * the page size if there is a next page.
   */
  readonly contactsBeside: (
    accountId: number,
    listId: number | undefined,
    cursor: Cursor,
  ) => Promise<readonly Contact[]>;
  /** Returns a page of an account's campaigns without their content, newest first. */
  readonly broadcasts: (accountId: number, page: NativePageQuery) => Promise<NativePage<BroadcastSummary>>;
  /** Names of webhook events in Postrider's own API, keyed by their names in this API. */
  readonly eventNames: ReadonlyMap<string, string>;
  readonly keys: Keys;
  readonly templateOfAlias: (accountId: number, alias: string) => Promise<number | undefined>;
  readonly topics: Topics;
}

/**
 * Maximum size of a request with content, in bytes. The route of Postrider's own API also limits the size of each
 * field.
 */
export const MAX_CONTENT_BYTES = 8 * 1024 * 1024;

/** Accepts any body. */
export const anyBody: Parser<unknown> = { schema: Type.Unknown(), parse: (given) => given };

/** Accepts any query. */
export const anyQuery: Parser<Readonly<Record<string, unknown>>> = {
  schema: Type.Unknown(),
  parse: (given) => (isObject(given) ? given : {}),
};
