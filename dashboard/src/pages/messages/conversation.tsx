import type { ReactNode } from 'react';
import { EmptyState } from '../../components/states.tsx';
import { CopyButton } from '../../components/copy.tsx';
import { duration } from '../../words.ts';
import type { Leg, MessageRoute } from './route-steps.ts';

type Attempt = Extract<Leg, { readonly kind: 'attempt' }>;
type Line = Attempt['conversation'][number];

/** Renders the SMTP dialog of each attempt, newest first. */
export function Conversation({ route }: { readonly route: MessageRoute }): ReactNode {
  const attempts = route.legs.filter((leg) => leg.kind === 'attempt').toReversed();
  if (attempts.length === 0) {
    return (
      <EmptyState title="No attempts yet">
        The SMTP conversation with the receiving server appears here after the first attempt.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6 py-5">
      {attempts.map((attempt) => (
        <section key={attempt.id} aria-label={`Attempt ${attempt.attempt}`}>
          <div className="flex items-center gap-x-3 px-6 max-sm:px-4">
            <h2 className="font-semibold whitespace-nowrap">Attempt {attempt.attempt}</h2>
            <span className="text-sm text-ink-3">
              {attempt.title}, {duration(attempt.duration_ms)}
            </span>
            <CopyButton text={textOf(attempt)} label={`Copy SMTP conversation for attempt ${attempt.attempt}`} />
          </div>
          {attempt.meaning !== null && attempt.outcome !== 'delivered' && (
            <p className="px-6 pt-1 text-ink-2 max-sm:px-4">{attempt.meaning}</p>
          )}
          <Lines attempt={attempt} />
        </section>
      ))}
    </div>
  );
}

const ARROWS = { us: '→', server: '←', note: '·' } as const;
const SPOKEN = { us: 'Client', server: 'Server', note: 'Note' } as const;
const COLOURS = { us: 'text-ink', server: 'text-ink', note: 'text-info' } as const;

function Lines({ attempt }: { readonly attempt: Attempt }): ReactNode {
  const { conversation } = attempt;
  const isTimed = conversation.some(({ ms }) => ms !== null);
  return (
    <div
      className="mt-2 overflow-x-auto px-6 font-mono text-sm max-sm:px-4"
      tabIndex={0}
      role="region"
      aria-label={`SMTP conversation for attempt ${attempt.attempt}`}
    >
      {conversation.length === 0 && <p className="font-sans text-ink-3">No server was contacted in this attempt.</p>}
      {conversation.map((line, index) => (
        <div key={index} className="flex gap-3 py-px whitespace-pre-wrap">
          {isTimed && <span className="w-14 shrink-0 text-right text-ink-3">{line.ms ?? ''}</span>}
          <span className={`shrink-0 ${arrowColour(line)}`} aria-label={SPOKEN[line.from]} role="img">
            {ARROWS[line.from]}
          </span>
          <span className={COLOURS[line.from]}>{line.text}</span>
        </div>
      ))}
    </div>
  );
}

/**
 * Returns the CSS class for the color of the arrow before a line of an SMTP dialog. For server replies, the color is
 * green, amber, or red, depending on the reply code (RFC 5321 section 4.2.1).
 */
function arrowColour({ from, text }: Line): string {
  if (from !== 'server') return from === 'us' ? 'text-accent-ink' : 'text-ink-3';
  if (text.startsWith('5')) return 'text-bad';
  return text.startsWith('4') ? 'text-warn' : 'text-ok';
}

function textOf({ conversation }: Attempt): string {
  return conversation.map(({ from, text }) => `${{ us: '>', server: '<', note: '*' }[from]} ${text}`).join('\n');
}
