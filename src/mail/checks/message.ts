import { judgeAltTexts, judgeSize, judgeText, kilobytes } from './content.ts';
import type { Finding } from './finding.ts';
import { htmlFacts } from './html-facts.ts';
import { judgeLinks } from './links.ts';
import { judgeSubject } from './subject.ts';

/** The content of a message, and its total size. */
export interface MessageContent {
  readonly sizeBytes: number;
  readonly subject: string;
  readonly html: string | undefined;
  readonly text: string | undefined;
}

/** Checks a transactional message with some of the checks for campaigns. Pure. */
export function checkMessage({ html, sizeBytes, subject, text }: MessageContent): Finding[] {
  const rest = `, the text is ${kilobytes(Buffer.byteLength(text ?? ''))}, and the email is ${kilobytes(sizeBytes)} in total`;
  const facts = htmlFacts(html ?? '', false);
  return [
    judgeSize(facts.html, rest),
    judgeText(html === undefined ? undefined : facts, text),
    judgeAltTexts(facts),
    judgeLinks(facts.links),
    judgeSubject(subject),
  ];
}
