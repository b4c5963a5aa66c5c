import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Card } from '../../components/page.tsx';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/states.tsx';
import { useRead } from '../../reading.ts';
import { count, noun, plural } from '../../words.ts';
import type { Campaign } from './campaign-words.ts';

type Audience = Answer<'GET /dashboard/campaigns/{id}/audience'>;
type Why = Audience['left_out'][number]['why'];

/** Reasons why contacts are excluded, and links to pages that list these contacts. */
const WHY: Readonly<Record<Why, { readonly text: string; readonly to?: string }>> = {
  unsubscribed: { text: 'have unsubscribed', to: '/contacts?filter%5Bstatus%5D=unsubscribed' },
  bounced: { text: 'have bounced', to: '/contacts?filter%5Bstatus%5D=bounced' },
  invalid: { text: 'have an invalid address', to: '/contacts?filter%5Bstatus%5D=invalid' },
  unconfirmed: { text: 'haven’t confirmed yet', to: '/contacts?filter%5Bstatus%5D=unconfirmed' },
  suppressed: { text: 'are on the suppression list', to: '/suppressions' },
  excluded: { text: 'are excluded by this campaign' },
  not_engaged: { text: 'haven’t opened an email in the last 90 days and aren’t new' },
};

/**
 * Renders the current audience of the campaign and the contacts who are in its lists, tags, or segments but do not
 * receive it.
 */
export function ReviewAudience(props: { readonly campaign: Campaign; readonly children?: ReactNode }): ReactNode {
  const { campaign, children } = props;
  const read = useRead('GET /dashboard/campaigns/{id}/audience', { params: { id: String(campaign.id) } });
  return (
    <Card
      title="Audience"
      summary="The numbers are estimates. The audience is finalized when sending starts."
      actions={
        <Button onClick={read.retry} isBusy={read.isFetching}>
          Recount
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        {children}
        <Loaded read={read} lines={3}>
          {(audience) => <Counted audience={audience} />}
        </Loaded>
      </div>
    </Card>
  );
}

function Counted({ audience }: { readonly audience: Audience }): ReactNode {
  const { contacts, fault, left_out: leftOut } = audience;
  if (fault !== null) return <p className="text-bad">{fault}</p>;
  const all = leftOut.reduce((sum, each) => sum + each.contacts, contacts);
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-10 gap-y-4 max-sm:grid-cols-1">
      <p>
        <span className="block font-title text-title leading-none">{count(contacts)}</span>
        <span className="text-ink-2">
          {noun(contacts, 'contact will receive this campaign', 'contacts will receive this campaign')}
        </span>
      </p>
      {leftOut.length === 0 ? (
        <p className="text-ink-2">No contacts are excluded.</p>
      ) : (
        <div className="min-w-0">
          <p className="text-ink-2">
            {count(all - contacts)} of {plural(all, 'contact')} {noun(all - contacts, 'is', 'are')} excluded:
          </p>
          <ul className="mt-1.5">
            {leftOut.map(({ contacts: number, why }) => (
              <LeftOut key={why} number={number} why={why} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

function LeftOut({ number, why }: { readonly number: number; readonly why: Why }): ReactNode {
  const { text, to } = WHY[why];
  return (
    <li className="flex gap-3 border-b border-line py-1.5 last:border-0">
      <span className="w-16 shrink-0 text-right font-medium tabular-nums">{count(number)}</span>
      {to === undefined ? (
        <span className="text-ink-2">{text}</span>
      ) : (
        <Link {...linkTo(to)} className="text-accent-ink underline underline-offset-2">
          {text}
        </Link>
      )}
    </li>
  );
}

/** Splits a path with a query into the properties of a router link. */
function linkTo(to: string): { readonly to: string; readonly search?: Readonly<Record<string, string>> } {
  const [path = '', query] = to.split('?');
  return query === undefined ? { to: path } : { to: path, search: Object.fromEntries(new URLSearchParams(query)) };
}
