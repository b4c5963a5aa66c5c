import type { PlainTarget } from './targets.ts';
import { keyOf } from './vendor.ts';

/** Headings of other files, as `keyOf` gives them; those about consent are found by `topicOf`. */
const HEADINGS: Readonly<Partial<Record<PlainTarget, readonly string[]>>> = {
  email: [
    'email',
    'emailaddress',
    'emailaddresses',
    'mail',
    'emailid',
    'useremail',
    'primaryemail',
    'subscriber',
    'contact',
    'recipient',
    'address',
    'epost',
    'correo',
    'courriel',
  ],
  name: ['name', 'fullname', 'contactname', 'displayname'],
  first_name: ['firstname', 'fname', 'first', 'givenname', 'forename', 'vorname', 'prénom', 'prenom', 'nombre'],
  last_name: ['lastname', 'lname', 'last', 'surname', 'familyname', 'nachname', 'nom', 'apellido', 'apellidos'],
  ip_address: ['ip', 'ipaddress', 'optinip', 'signupip', 'ipsignup'],
  created_at: [
    'createdat',
    'created',
    'createdon',
    'datecreated',
    'dateadded',
    'dateregistered',
    'addedat',
    'added',
    'addedtime',
    'subscribedat',
    'subscribed',
    'subscribeddate',
    'subscribedate',
    'subscriptiondate',
    'signupdate',
    'signupat',
    'optintime',
    'optindate',
    'joined',
    'creationdate',
  ],
  confirmed_at: ['confirmtime', 'confirmdate', 'confirmationdate'],
  lists: ['list', 'lists', 'listname', 'groups', 'group'],
  tags: ['tag', 'tags', 'labels'],
};
const BY_HEADING = new Map(
  Object.entries(HEADINGS).flatMap(([target, keys]) => keys.map((key) => [key, target] as const)),
);

/** What a column with a heading is in most files; undefined for one that nobody knows. Pure. */
export function targetNamed(heading: string): string | undefined {
  return BY_HEADING.get(keyOf(heading));
}
