import { domainOf, isFault, parseAddress } from '../../../mail/address.ts';

/** The account's default sender, as entered. */
interface Sender {
  readonly fromName: string;
  readonly fromEmail: string;
}

/**
 * Returns the name by which recipients know an account: its own name, the sender's name, or the domain of the sender's
 * address. Returns undefined if the account has none of these. Never returns the email address used to sign in, even if
 * the user entered it as a name. `publicNameSql` implements the same rule in SQL.
 */
export function publicNameOf(
  account: { readonly email: string; readonly name: string },
  { fromEmail, fromName }: Sender,
): string | undefined {
  const named = [account.name, fromName].find((name) => name !== '' && !isSame(name, account.email));
  if (named !== undefined) return named;
  const address = parseAddress(fromEmail.trim());
  return isFault(address) ? undefined : domainOf(address);
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase();
}

/**
 * Returns an SQL expression equivalent to `publicNameOf`, but with null instead of undefined. `account` is the alias of
 * a row of `account`. `sender` is the alias of a row with `from_name` and `from_email`. The sender row may be missing.
 */
export function publicNameSql(account: string, sender: string): string {
  const named = (name: string) =>
    `nullif(case when lower(trim(${name})) <> lower(${account}.email) then ${name} end, '')`;
  return `coalesce(${named(`${account}.name`)}, ${named(`${sender}.from_name`)},
     substring(trim(${sender}.from_email) from '@([^@]+)$'))`;
}
