import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import {
  BadgeCheck,
  BellOff,
  CircleX,
  FileCheck,
  Flag,
  ListMinus,
  ListPlus,
  Mail,
  MailOpen,
  Merge,
  MousePointerClick,
  Send,
  Tag,
  Undo2,
  UserPlus,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import type { Answer } from '../../api.ts';
import { Status, type Tone } from '../../components/badge.tsx';
import { Card } from '../../components/page.tsx';
import { Pager, pagesOnwards } from '../../components/pager.tsx';
import { Select } from '../../components/select.tsx';
import { Loaded } from '../../components/states.tsx';
import { useFilters } from '../../filters.ts';
import { useRead } from '../../reading.ts';
import { byDay, KINDS, wordsOf, type Entry } from './timeline-entries.ts';

/**
 * Renders everything that happened to a contact, newest first. The user can filter the entries by kind. The URL
 * contains the kind and the page.
 */
export function Timeline({ contact }: { readonly contact: Answer<'GET /contacts/{id}'> }): ReactNode {
  const asked = useFilters();
  const { after, kind } = asked.filters;
  const params = { id: String(contact.id) };
  const activity = useRead('GET /contacts/{id}/activity', { params, query: { per_page: '1' } });
  const timeline = useRead(
    'GET /dashboard/contacts/{id}/timeline',
    { params, query: { kind, before: after } },
    { keep: true },
  );
  return (
    <Card
      title="Timeline"
      summary={summaryOf(activity.data?.contact)}
      isMain
      actions={
        <Select
          label="Show"
          choices={KINDS}
          value={kind ?? ''}
          onChange={(value) => asked.setFilters({ kind: value }, 'replace')}
        />
      }
    >
      <Loaded read={timeline} lines={8}>
        {({ data, next }) => (
          <>
            {data.length === 0 ? (
              <p className="text-ink-3">
                {kind === undefined ? 'No entries on this page.' : 'No entries of this kind yet.'}
              </p>
            ) : (
              <Days entries={data.map(wordsOf)} />
            )}
            <div className="-mx-6 mt-4 -mb-6 max-sm:-mx-4">
              <Pager {...pagesOnwards(asked, next ?? undefined)} onPageChange={asked.setFilters} />
            </div>
          </>
        )}
      </Loaded>
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
 * Returns the icon and the tone of an entry. This is a function and not a constant, because the file with the icons of
 * this page may not have loaded when this module is evaluated.
 */
function signOf(what: Entry['what']): readonly [LucideIcon, Tone] {
  const signs: Readonly<Record<Entry['what'], readonly [LucideIcon, Tone]>> = {
    added: [UserPlus, 'plain'],
    merged: [Merge, 'plain'],
    confirmed: [BadgeCheck, 'ok'],
    consented: [FileCheck, 'plain'],
    list: [ListPlus, 'plain'],
    tag: [Tag, 'plain'],
    left_list: [ListMinus, 'warn'],
    sent: [Send, 'info'],
    message: [Mail, 'plain'],
    opened: [MailOpen, 'ok'],
    clicked: [MousePointerClick, 'ok'],
    bounced: [Undo2, 'bad'],
    unsubscribed: [BellOff, 'warn'],
    complained: [Flag, 'bad'],
    invalid: [CircleX, 'bad'],
    event: [Zap, 'info'],
    entered_automation: [Workflow, 'plain'],
    ended_automation: [Workflow, 'plain'],
  };
  return signs[what];
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
      {/* The line that connects the entry with the next entry. */}
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
        {detail !== undefined && <p className="text-sm break-words text-ink-3">{detail}</p>}
      </div>
      <time dateTime={at} className="pt-1 text-sm whitespace-nowrap text-ink-3">
        {CLOCK.format(new Date(at))}
      </time>
    </li>
  );
}
