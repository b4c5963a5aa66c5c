import { useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../api.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/page.tsx';
import { Time } from '../../components/time.tsx';
import { useRead } from '../../reading.ts';
import { Decide } from './decide.tsx';

type Asked = Answer<'GET /dashboard/operator/reviews'>['data'][number];

const READ_AGAIN_MS = 30_000;

/** The reviews that wait for the operator, the oldest first; nothing where none does. */
export function Reviews(): ReactNode {
  const [decided, setDecided] = useState<Asked>();
  const { data } = useRead('GET /dashboard/operator/reviews', {}, { every: READ_AGAIN_MS });
  if (!data || data.data.length === 0) return null;
  return (
    <Card title="Waiting for your decision" isMain>
      <ul className="flex flex-col divide-y divide-line">
        {data.data.map((review) => (
          <li
            key={review.id}
            className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-80">
              <p>
                <Link
                  to={`/operator/accounts/${review.account.id}`}
                  className="font-medium text-accent-ink underline underline-offset-2"
                >
                  {review.account.name}
                </Link>{' '}
                <span className="text-sm text-ink-3">
                  <Time at={review.asked_at} />
                </span>
              </p>
              <p>{review.sentence}</p>
              <blockquote className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap text-ink-2">
                {review.message}
              </blockquote>
            </div>
            <Button onClick={() => setDecided(review)}>Review request</Button>
          </li>
        ))}
      </ul>
      {decided && <Decide review={decided} account={decided.account} onClose={() => setDecided(undefined)} />}
    </Card>
  );
}
