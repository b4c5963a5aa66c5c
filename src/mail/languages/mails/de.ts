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
  'mail.alert.subject': `Warnung: {kind, select, bounce_rate {Bounce-Rate} complaint_rate {Beschwerderate} failure_rate {Fehlerrate} other {keine E-Mails}} bei „{tag}“`,
  'mail.alert.text': `{finding}

{advice}

Sie erhalten eine weitere E-Mail, wenn die Warnung endet. ID der Warnung: {id}.`,
  'mail.alert_ended.subject': `Warnung beendet: {kind, select, bounce_rate {Bounce-Rate} complaint_rate {Beschwerderate} failure_rate {Fehlerrate} other {keine E-Mails}} bei „{tag}“`,
  'mail.alert_ended.text': `{finding}

Die Warnung bestand seit {since} UTC. ID der Warnung: {id}.`,
  'alert.bounce_rate': `Bounce-Rate für das Tag „{tag}“ in {window}: {percent} % ({part} von {whole}) der zugestellten oder unzustellbaren E-Mails.`,
  'alert.complaint_rate': `Beschwerderate für das Tag „{tag}“ in {window}: {percent} % ({part} von {whole}) der zugestellten E-Mails.`,
  'alert.failure_rate': `Fehlerrate für das Tag „{tag}“ in {window}: {percent} % ({part} von {whole}) der zugestellten, unzustellbaren oder fehlgeschlagenen E-Mails.`,
  'alert.above': 'Die Rate liegt über dem Schwellenwert von {threshold} %.',
  'alert.below': 'Die Rate liegt nicht mehr über dem Schwellenwert von {threshold} %.',
  'alert.few': `Um die Rate zu beurteilen, benötigt die Warnung mindestens {minimum, plural, one {# E-Mail} other {# E-Mails}}.`,
  'alert.silence': `Für das Tag „{tag}“ wurde im Zeitfenster dieser Warnung ({window}) keine Zustellung, kein Bounce und kein Fehler verzeichnet.`,
  'alert.resumed': 'E-Mails mit dem Tag „{tag}“ werden wieder gesendet.',
  'alert.last': 'Letztes Ergebnis: {time, select, never {noch keines} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Prüfen Sie die Gründe in den Verläufen der neuesten unzustellbaren E-Mails mit diesem Tag. Häufige Ursachen: falsch geschriebene oder unbestätigte Adressen, eine alte Liste oder ein Server, der diesen Absender blockiert.',
  'alert.advice.complaint_rate':
    'Empfänger haben diese E-Mails als Spam markiert. Prüfen Sie, wer die E-Mails erhält, ob die Empfänger sie erwarten und ob sich Betreff, Absender oder Zielgruppe vor Kurzem geändert haben.',
  'alert.advice.failure_rate':
    'Diese E-Mails sind nach dem letzten Versuch fehlgeschlagen. Prüfen Sie die Gründe in ihren Verläufen. Häufige Ursachen: Die Domain des Empfängers ist nicht erreichbar, oder das Relay oder das Netz dieser Installation ist ausgefallen.',
  'alert.advice.silence':
    'Prüfen Sie, ob die Anwendung noch E-Mails sendet. Häufige Ursachen: ein Job, der nicht mehr läuft, ein widerrufener API-Schlüssel oder ein pausiertes Konto. Wenn Sie keine E-Mails mit diesem Tag mehr senden, löschen Sie diese Warnung.',
};
