import type { Breach, History, StormMailing } from './history.ts';

/**
 * Checks that each mailing was delivered to all of its recipients and that its counters are correct. If it is unknown
 * whether a recipient was added, uses the counters to determine whether the message had to arrive. Pure.
 */
export function judgeMailings({ arrivals, mailings }: History): Breach[] {
  const arrived = new Set(arrivals.map(({ recipient }) => recipient));
  return mailings.flatMap((mailing) => judgeMailing(mailing, arrived));
}

function judgeMailing({ final, id, kind, readers }: StormMailing, arrived: ReadonlySet<string>): Breach[] {
  const breach = (words: string): Breach => ({ invariant: 'I12', subject: id, words: `(${kind}) ${words}` });
  const sure = readers.filter(({ isSure }) => isSure);
  const reached = readers.filter(({ recipient }) => arrived.has(recipient)).length;
  if (!final) return sure.length + reached > 0 ? [breach('was made, and is gone')] : [];
  const missing = sure.filter(({ recipient }) => !arrived.has(recipient));
  const { delivered, recipients, state } = final;
  return [
    ...missing.map(({ recipient }) => breach(`never reached ${recipient}`)),
    ...(state === 'sent' && delivered === reached && recipients === reached
      ? []
      : [breach(`is ${state}, has ${recipients} recipients, delivered to ${delivered}, and ${reached} were reached`)]),
  ];
}
