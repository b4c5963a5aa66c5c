import type { ReactNode } from 'react';
import type { Answer } from '../../api.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Copyable } from '../../components/copy.tsx';
import { Loaded } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { plural, size } from '../../words.ts';

type Check = Answer<'GET /dashboard/messages/{id}/checks'>['checks'][number];

const ORDER = ['fail', 'warn', 'unknown', 'pass'] as const;
const TONES: Readonly<Record<Check['verdict'], Tone>> = { pass: 'ok', warn: 'warn', fail: 'bad', unknown: 'plain' };
const WORDS = { pass: 'passed', warn: 'warning', fail: 'failed', unknown: 'unknown' } as const;

/** Renders the results of the checks on an email, with a fix for each failed check. */
export function Checks({ id, recipient }: { readonly id: string; readonly recipient: string }): ReactNode {
  const read = useRead('GET /dashboard/messages/{id}/checks', { params: { id }, query: { recipient } });
  return (
    <Loaded read={read} lines={8}>
      {(answer) => {
        const checks = answer.checks.toSorted((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
        const faults = checks.filter(({ verdict }) => verdict === 'fail').length;
        return (
          <div className="px-6 py-5 max-sm:px-4">
            <p className="text-ink-2">
              {faults === 0 ? 'No failed checks.' : `${plural(faults, 'check')} failed. Fix the problems below first.`}{' '}
              <span className="text-ink-3">
                {size(answer.size_bytes)}, checked <Time at={answer.checked_at} />.
              </span>
            </p>
            <ul className="mt-2">
              {checks.map((check) => (
                <One key={check.id} check={check} />
              ))}
            </ul>
          </div>
        );
      }}
    </Loaded>
  );
}

function One({ check }: { readonly check: Check }): ReactNode {
  return (
    <li className="grid grid-cols-[7rem_1fr] gap-x-4 border-b border-line py-3 last:border-0 max-sm:grid-cols-1 max-sm:gap-y-1">
      <div>
        <Badge tone={TONES[check.verdict]}>{WORDS[check.verdict]}</Badge>
      </div>
      <div className="min-w-0">
        <h2 className="font-semibold">{check.title}</h2>
        <p className="text-ink-2">{check.why}</p>
        {check.fix !== undefined && <p className="mt-1">{check.fix}</p>}
        {check.records?.map(({ host, type, value }) => (
          <div key={`${host} ${type} ${value}`} className="mt-1 rounded-control bg-sunken px-3 py-1 text-sm">
            <span className="text-ink-3">
              {type} {host}
            </span>
            <Copyable text={value} label="Copy value" />
          </div>
        ))}
      </div>
    </li>
  );
}
