import type { MailCatalog } from './catalog.ts';

export const de: MailCatalog = {
  'mail.reset.subject': 'Passwort zurücksetzen',
  'mail.reset.text': `Guten Tag,

mit diesem Link legen Sie ein neues Passwort für Postrider fest:

{link}

Der Link funktioniert einmal und läuft nach einer Stunde ab. Wenn Sie einen weiteren Link anfordern, wird dieser ungültig.

Wenn Sie dies nicht angefordert haben, ignorieren Sie diese E-Mail. Es ändert sich nichts, solange der Link nicht verwendet wird.`,
  'mail.address_change.subject': 'Neue E-Mail-Adresse bestätigen',
  'mail.address_change.text': `Guten Tag,

eine Person möchte sich mit dieser E-Mail-Adresse bei Postrider anmelden. Um die Adresse zu bestätigen, öffnen Sie innerhalb einer Stunde diesen Link:

{link}

Wenn Sie dies nicht angefordert haben, ignorieren Sie diese E-Mail. Es ändert sich nichts, solange der Link nicht verwendet wird.`,
  'mail.address_changed.subject': 'Ihre E-Mail-Adresse wurde geändert',
  'mail.address_changed.text': `Guten Tag,

Sie melden sich bei Postrider jetzt mit {address} statt mit dieser Adresse an.

Wenn Sie das nicht waren, wenden Sie sich sofort an einen Inhaber Ihres Kontos.`,
  'mail.password_changed.subject': 'Ihr Passwort wurde geändert',
  'mail.password_changed.text': `Guten Tag,

Ihr Passwort für Postrider wurde geändert, und Sie wurden überall sonst abgemeldet.

Wenn Sie das nicht waren, setzen Sie Ihr Passwort sofort auf der Anmeldeseite zurück.`,
  'mail.password_reset.subject': 'Ihr Passwort wurde geändert',
  'mail.password_reset.text': `Guten Tag,

Ihr Passwort für Postrider wurde mit einem Link geändert, der an diese Adresse gesendet wurde.

In allen Ihren Konten wurden widerrufen: {sessions, plural, one {# Sitzung} other {# Sitzungen}}, {tokens, plural, one {# persönliches Zugriffstoken} other {# persönliche Zugriffstoken}} und {grants, plural, one {# verbundene Anwendung} other {# verbundene Anwendungen}}. Erstellen Sie neue Token und verbinden Sie Ihre Anwendungen erneut. API-Schlüssel gehören den Konten und funktionieren weiter. Ihre Passkeys und die Zwei-Faktor-Authentifizierung sind unverändert.

Wenn Sie das nicht waren, kann jemand anders Ihre E-Mails lesen. Sichern Sie Ihr Postfach, setzen Sie Ihr Passwort auf der Anmeldeseite erneut zurück und prüfen Sie Ihre Passkeys.`,
  'mail.left_keys.subject': 'API-Schlüssel eines Mitglieds, das {account} verlassen hat',
  'mail.left_keys.text': `Guten Tag,

{name} ist nicht mehr Mitglied des Kontos {account} bei Postrider. Die von dieser Person erstellten API-Schlüssel funktionieren weiter:

{keys}

Wenn die Person einen dieser Schlüssel noch haben könnte, erneuern oder widerrufen Sie ihn auf der Seite der API-Schlüssel.`,
  'mail.factor.subject': 'Ihre Anmeldeeinstellungen wurden geändert',
  'mail.factor.text': `Guten Tag,

für Ihre Anmeldung bei Postrider wurde {change, select, two_factor_on {die Zwei-Faktor-Authentifizierung eingeschaltet} two_factor_off {die Zwei-Faktor-Authentifizierung ausgeschaltet} passkey_added {ein Passkey hinzugefügt} other {ein Passkey gelöscht}}.

Wenn Sie das nicht waren, ändern Sie sofort Ihr Passwort.`,
  'mail.invitation.subject': 'Einladung zu {account}',
  'mail.invitation.text': `Guten Tag,

{by, select, none {Sie sind eingeladen} other {{by} lädt Sie ein}}, dem Konto {account} bei Postrider beizutreten. Um die Einladung anzunehmen, öffnen Sie innerhalb von sieben Tagen diesen Link:

{link}

Wenn Sie diese Einladung nicht erwartet haben, ignorieren Sie diese E-Mail.`,
  'mail.account_closed.subject': 'Das Konto {account} wurde gelöscht',
  'mail.account_closed.text': `Guten Tag,

{actor, select, operator {der Betreiber dieser Installation} other {{by}}} hat das Konto {account} bei Postrider gelöscht.

Mitglieder, API-Schlüssel, Token und Anwendungen haben keinen Zugriff mehr, und das Konto nimmt keine neuen E-Mails an. Bereits angenommene E-Mails werden noch gesendet, und Webhooks erhalten ihre Ereignisse.

Alle Daten werden am {due} (UTC) oder nach dem Versand der letzten E-Mail endgültig gelöscht, je nachdem, was später ist. Dazu gehören Nachrichten, API-Schlüssel, Domains mit ihren DKIM-Schlüsseln, gesperrte Adressen, Statistiken, Einstellungen und das Audit-Log.

Bis dahin kann der Betreiber dieser Installation das Konto wiederherstellen. Wenden Sie sich dafür an {operator}.`,
  'mail.account_restored.subject': 'Das Konto {account} wurde wiederhergestellt',
  'mail.account_restored.text': `Guten Tag,

das Konto {account} bei Postrider wurde wiederhergestellt. Mitglieder und API-Schlüssel haben wieder Zugriff. Es sind keine Daten verloren gegangen.`,
  'mail.account_deleted.subject': 'Alle Daten des Kontos {account} wurden gelöscht',
  'mail.account_deleted.text': `Guten Tag,

alle Daten des gelöschten Kontos {account} bei Postrider wurden endgültig gelöscht. Ältere Backups dieser Installation können die Daten enthalten, bis sie ersetzt werden.

Sie können die DKIM-Einträge der Domains jetzt aus dem DNS entfernen.`,
  'mail.person_deleted.subject': 'Ihr Benutzerkonto wurde gelöscht',
  'mail.person_deleted.text': `Guten Tag,

{by, select, you {Sie haben} other {der Betreiber dieser Installation hat}} Ihr Benutzerkonto bei Postrider gelöscht. Ihr Name, Ihr Passwort, Ihre Passkeys, Sitzungen und Zugriffstoken wurden gelöscht, und Sie sind in keinem Konto mehr Mitglied. Die Löschung lässt sich nicht rückgängig machen, aber Sie können erneut eingeladen werden.`,
  'mail.member_deleted.subject': 'Ein Mitglied von {account} wurde gelöscht',
  'mail.member_deleted.text': `Guten Tag,

das Benutzerkonto von {name} bei Postrider wurde gelöscht. {name} ist nicht mehr Mitglied des Kontos {account}. Die Zugriffstoken und verbundenen Anwendungen dieser Person funktionieren nicht mehr.

{keys, select, none {{name} hat keine aktiven API-Schlüssel erstellt.} other {Die von dieser Person erstellten API-Schlüssel gehören dem Konto und funktionieren weiter. Erneuern Sie die Schlüssel, die sie noch haben könnte:

{keys}}}`,
};
