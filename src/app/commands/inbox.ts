import { listInbox, readInbox, waitForMail } from '../../features/transactional/inbox/index.ts';
import type { Installation } from '../installation.ts';
import { printable } from '../welcome.ts';
import { print, printTable, shownTime } from './output.ts';
import { parseArguments, UsageError, wholeNumber, word, CommandFailure } from './parse.ts';

export const inboxUsage = `postrider inbox list [--to ADDRESS] [--limit N]
postrider inbox show ID [--raw]
postrider inbox wait --to ADDRESS [--timeout SECONDS]`;

const LISTED = 20;
const MAX_LISTED = 100;
const WAIT_SECONDS = 30;
const MAX_WAIT_SECONDS = 3_600;

/** Runs `postrider inbox ...`, which shows the messages in the local inbox. */
export async function inboxCommand({ clock, db }: Installation, args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args, ['to', 'limit', 'timeout'], ['raw']);
  switch (parsed.words[0]) {
    case 'list': {
      const to = parsed.option('to');
      const mails = await listInbox(db, {
        ...(to && { to }),
        limit: wholeNumber(parsed, 'limit', LISTED, [1, MAX_LISTED]),
      });
      if (mails.length === 0) return print('The local inbox is empty.');
      return printTable(
        ['ID', 'RECEIVED', 'TO', 'FROM', 'SUBJECT'],
        mails.map((mail) => [mail.id, shownTime(mail.receivedAt), mail.recipients.join(','), mail.from, mail.subject]),
      );
    }
    case 'show': {
      const id = word(parsed, 1, 'ID');
      const mail = await readInbox(db, id);
      if (!mail) throw new CommandFailure(`no email has the ID ${id}; see: postrider inbox list`);
      return parsed.flag('raw') ? print(mail.raw) : printMail(mail);
    }
    case 'wait': {
      const to = parsed.required('to');
      const seconds = wholeNumber(parsed, 'timeout', WAIT_SECONDS, [1, MAX_WAIT_SECONDS]);
      const mail = await waitForMail({ db, clock }, { to, timeoutMs: seconds * 1000 });
      if (!mail) throw new CommandFailure(`no email to ${to} arrived within ${seconds} s`);
      return printMail(mail);
    }
    default:
      throw new UsageError('expected list, show, or wait');
  }
}

function printMail(mail: NonNullable<Awaited<ReturnType<typeof readInbox>>>): void {
  print(`Received  ${shownTime(mail.receivedAt)} for ${mail.recipients.join(', ')}`);
  print(`DKIM      ${mail.dkim ? `signed by ${mail.dkim.domain}, selector ${mail.dkim.selector}` : 'not signed'}`);
  for (const header of mail.headers) {
    if (header.name.toLowerCase() !== 'dkim-signature') print(`${header.name}: ${printable(header.value)}`);
  }
  print(`\n${(mail.text ?? mail.html ?? '').replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')}`);
  if (mail.links.length > 0) print(`Links:\n${mail.links.map((link) => `  ${link}`).join('\n')}`);
}
