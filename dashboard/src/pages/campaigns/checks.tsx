import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Loaded } from '../../components/states.tsx';
import { useRead } from '../../reading.ts';
import { noun, plural } from '../../words.ts';

type Finding = Answer<'GET /campaigns/{id}/checks'>['findings'][number];

const ORDER = ['error', 'warning', 'ok'] as const;
const TONES: Readonly<Record<Finding['level'], Tone>> = { ok: 'ok', warning: 'warn', error: 'bad' };
const WORDS = { ok: 'passed', warning: 'warning', error: 'failed' } as const;

/** Pages on which users can fix problems that checks have found. All other problems are in the email itself. */
const FIXED_AT: Readonly<Record<string, { readonly to: string; readonly label: string }>> = {
  'postal-address': { to: '/campaign-settings', label: 'Set postal address' },
  sender: { to: '/domains', label: 'View domains' },
};

/**
 * Renders the results of the checks for a campaign or a variant before it is sent. The most severe results are first.
 * If the campaign changes during a check, checks it again afterwards.
 */
export function Checks(props: { readonly id: string; readonly version: string; readonly variant?: number }): ReactNode {
  const { id, variant = 0, version } = props;
  const read = useRead('GET /campaigns/{id}/checks', {
    params: { id },
    query: { ...(variant > 0 && { variant }) },
  });
  const checked = useRef(version);
  const { isFetching, retry } = read;
  useEffect(() => {
    if (isFetching || checked.current === version) return;
    checked.current = version;
    retry();
  }, [isFetching, retry, version]);
  return (
    <Loaded read={read} lines={8}>
      {({ findings }) => {
        const sorted = findings.toSorted((a, b) => ORDER.indexOf(a.level) - ORDER.indexOf(b.level));
        const faults = findings.filter(({ level }) => level === 'error').length;
        return (
          <div className="px-6 py-5 max-sm:px-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="text-ink-2">
                {faults === 0
                  ? 'No errors found.'
                  : `${plural(faults, 'check')} failed. Fix ${noun(faults, 'this error', 'these errors')} before sending.`}
              </p>
              <Button onClick={read.retry} isBusy={read.isFetching}>
                Check again
              </Button>
            </div>
            <ul className="mt-2">
              {sorted.map((finding) => (
                <One key={`${finding.id} ${finding.message}`} id={id} finding={finding} />
              ))}
            </ul>
          </div>
        );
      }}
    </Loaded>
  );
}

function One({ finding, id }: { readonly finding: Finding; readonly id: string }): ReactNode {
  const fix = FIXED_AT[finding.id] ?? { to: `/campaigns/${id}/edit`, label: 'Fix in editor' };
  return (
    <li className="grid grid-cols-[7rem_1fr] gap-x-4 border-b border-line py-3 last:border-0 max-sm:grid-cols-1 max-sm:gap-y-1">
      <div>
        <Badge tone={TONES[finding.level]}>{WORDS[finding.level]}</Badge>
      </div>
      <div className="min-w-0">
        <p>{finding.message}</p>
        {finding.fix !== undefined && (
          <p className="mt-1 text-ink-2">
            {finding.fix}{' '}
            <Link to={fix.to} className="whitespace-nowrap text-accent-ink underline underline-offset-2">
              {fix.label}
            </Link>
          </p>
        )}
        {finding.where?.map((place) => (
          <p key={place} className="mt-1 font-mono text-sm break-all text-ink-3">
            {place}
          </p>
        ))}
      </div>
    </li>
  );
}
