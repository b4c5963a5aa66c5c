import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import {
  BadgeCheck,
  BellOff,
  CircleX,
  FileCheck,
  Flag,
  Mail,
  MailOpen,
  MousePointerClick,
  Send,
  Undo2,
  UserPlus,
  type LucideIcon,
} from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Status, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/page.tsx';
import { Loaded } from '../../components/states.tsx';
import { useRead } from '../../reading.ts';
import { plural } from '../../words.ts';
import { byDay, entriesOf, type Entry, type Happening } from './timeline-entries.ts';

const STEP = 50;
const MESSAGES = '25';

/**
 * Renders everything that happened to a contact, newest first: its sign-up, its consent, and its emails with their
 * results.
 */
export function Timeline({ contact }: { readonly contact: Answer<'GET /contacts/{id}'> }): ReactNode {
  const [asked, setAsked] = useState(STEP);
  const params = { id: String(contact.id) };
  const per = { per_page: String(asked) };
  const activity = useRead('GET /contacts/{id}/activity', { params, query: per }, { keep: true });
  const consents = useRead('GET /contacts/{id}/consents', { params, query: per }, { keep: true });
  const messages = useRead('GET /transactional/emails', { query: { to: contact.email, per_page: MESSAGES } });
  const mails = activity.data?.deliverables;
  return (
    <Card title="Timeline" summary={summaryOf(activity.data?.contact)} isMain>
      <Loaded read={activity} lines={8}>
        {({ contact: imported, deliverables }) => (
          <Days
            entries={entriesOf({
              contact,
              imported,
              deliverables: deliverables.data,
              consents: consents.data?.data ?? [],
              messages: messages.data?.data ?? [],
            })}
          />
        )}
      </Loaded>
      {mails && mails.total > mails.data.length && (
        <div className="mt-4 flex flex-wrap items-center gap-3 border-t border-line pt-4">
          <Button isBusy={activity.isFetching} onClick={() => setAsked(asked + STEP)}>
            Show older emails
          </Button>
          <p className="text-sm text-ink-3">{`Showing the newest ${mails.data.length} of ${plural(mails.total, 'campaign email')}.`}</p>
        </div>
      )}
      {messages.data?.has_more === true && (
        <p className="mt-4 text-sm text-ink-3">
          Only the newest transactional emails are shown:{' '}
          <Link to="/messages" search={{ to: contact.email }} className="text-accent-ink underline">
            view all messages to this address
          </Link>
          .
        </p>
      )}
    </Card>
  );
}

type Engagement = Answer<'GET /contacts/{id}/activity'>['contact'];

function summaryOf(engagement: Engagement | undefined): string | undefined {
  if (!engagement) return undefined;
  const { last_clicked_at: clicked, last_opened_at: opened, last_sent_at: sent } = engagement;
  if (sent === null) return 'No campaigns have been sent to this contact yet.';
  if (opened === null) return `Last emailed on ${dayOf(sent)}. This contact hasn’t opened an email yet.`;
  const lastClick = clicked === null ? '' : `, last clicked on ${dayOf(clicked)}`;
  return `Last emailed on ${dayOf(sent)}, last opened on ${dayOf(opened)}${lastClick}.`;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

function dayOf(at: string): string {
  return DAY.format(new Date(at));
}

function Days({ entries }: { readonly entries: readonly Entry[] }): ReactNode {
  return (
    <div className="flex flex-col gap-5">
      {byDay(entries, dayOf).map(({ day, entries: of }) => (
        <section key={day} aria-label={day}>
          <h3 className="mb-2 text-sm font-medium text-ink-3">{day}</h3>
          <ol className="flex flex-col">
            {of.map((entry) => (
              <Line key={entry.key} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/**
 * Returns the icon and the tone of an entry. This is not a constant, because icons that only this page uses can be in a
 * file that has not loaded yet when this module is evaluated.
 */
function signOf(what: Happening): readonly [LucideIcon, Tone] {
  switch (what) {
    case 'added':
      return [UserPlus, 'plain'];
    case 'confirmed':
      return [BadgeCheck, 'ok'];
    case 'agreed':
      return [FileCheck, 'plain'];
    case 'sent':
      return [Send, 'info'];
    case 'opened':
      return [MailOpen, 'ok'];
    case 'clicked':
      return [MousePointerClick, 'ok'];
    case 'bounced':
      return [Undo2, 'bad'];
    case 'unsubscribed':
      return [BellOff, 'warn'];
    case 'complained':
      return [Flag, 'bad'];
    case 'invalid':
      return [CircleX, 'bad'];
    case 'message':
      return [Mail, 'plain'];
  }
}

const TONES: Readonly<Record<Tone, string>> = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  plain: 'bg-sunken text-ink-2',
};

function Line({ entry }: { readonly entry: Entry }): ReactNode {
  const { at, detail, quote, state, title, to, what } = entry;
  const [Sign, tone] = signOf(what);
  const path = to?.path.replace('$id', encodeURIComponent(to.id));
  return (
    <li className="group relative flex gap-3 pb-4 last:pb-0">
      {/* The line that connects the entry with the previous entry. */}
      <span aria-hidden className="absolute top-8 bottom-0 left-3.5 w-px bg-line group-last:hidden" />
      <span className={`flex size-7 shrink-0 items-center justify-center rounded-full ${TONES[tone]}`}>
        <Sign className="size-3.5" aria-hidden />
      </span>
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {path === undefined ? (
            <span className="font-medium">{title}</span>
          ) : (
            <Link to={path} className="font-medium hover:text-accent-ink hover:underline">
              {title}
            </Link>
          )}
          {state !== undefined && <Status state={state} />}
        </p>
        {quote !== undefined && (
          <blockquote className="my-1 border-l-2 border-line-strong pl-3 font-title text-ink-2">{quote}</blockquote>
        )}
        {detail !== undefined && <p className="text-sm text-ink-3">{detail}</p>}
      </div>
      <time dateTime={at} className="pt-1 text-sm whitespace-nowrap text-ink-3">
        {CLOCK.format(new Date(at))}
      </time>
    </li>
  );
}
