import type { FilePlace } from '../../../mail/files.ts';
import type { StorableFile } from '../../transactional/messages/index.ts';
import { faultAt, listOf, objectOf, textOf, type Given } from '../fields/index.ts';
import { base64Content, calendarContent, checkedFile } from '../vendors/index.ts';
import { MAIL_SEND } from './operations.ts';

const NAMES = { name: 'filename', type: 'type', contentId: 'content_id' };

/** Parses the attachments of a request. Throws validation_error. */
export function attachmentsIn(call: Given): StorableFile[] {
  return listOf(call, 'attachments').map((each, index) => {
    const at = `attachments.${index}`;
    const given = objectOf(each, at, MAIL_SEND.objects.attachments) ?? { at, values: {} };
    const name = textOf(given, 'filename');
    if (name === undefined) throw faultAt(`${at}.filename`, 'is required.');
    const place = placeOf(textOf(given, 'disposition') ?? 'attachment', `${at}.disposition`);
    return checkedFile(
      {
        name,
        type: textOf(given, 'type'),
        contentId: textOf(given, 'content_id') ?? textOf(given, 'contentId'),
        place,
        content: base64Content(given.values['content'], `${at}.content`),
      },
      at,
      NAMES,
    );
  });
}

function placeOf(disposition: string, field: string): FilePlace {
  if (disposition === 'attachment' || disposition === 'inline') return disposition;
  throw faultAt(field, 'must be attachment or inline.');
}

/** Returns a calendar invitation as an alternative to the text. */
export function invitationOf(type: string, value: string, at: string): StorableFile {
  const written = /;\s*charset=/i.test(type) ? type : `${type}; charset=utf-8`;
  return checkedFile({ type: written, place: 'alternative', content: calendarContent(value) }, at, NAMES);
}
