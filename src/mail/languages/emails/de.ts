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
  'mail.domain_missing.subject': 'Der DKIM-Eintrag von {domain} fehlt',
  'mail.domain_missing.text': `E-Mails von {domain} werden signiert, aber Empfänger finden den Schlüssel nicht mehr.

Viele Empfänger lehnen E-Mails ohne gültige Signatur ab oder verschieben sie in den Spam-Ordner. Wenn der Eintrag nicht innerhalb von 48 Stunden wiederhergestellt wird, nimmt Postrider keine E-Mails dieser Domain mehr an.

Veröffentlichen Sie diesen Eintrag:

{records}

{found}

Postrider prüft den Eintrag jede Stunde. Sie müssen sonst nichts tun.`,
  'mail.domain_stopped.subject': '{domain} kann nicht mehr senden: Der DKIM-Eintrag fehlt',
  'mail.domain_stopped.text': `Der DKIM-Eintrag von {domain} fehlt seit 48 Stunden. E-Mails dieser Domain werden jetzt abgelehnt (domain_not_verified).

Veröffentlichen Sie diesen Eintrag:

{records}

{found}

Sobald der Eintrag gefunden wird, kann die Domain wieder senden. Um den Eintrag jetzt zu prüfen, führen Sie aus: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {Das DNS enthält diesen Eintrag nicht.} other {Das DNS enthält stattdessen Folgendes:

{found}}}`,
  'mail.domain_resumed.subject': '{domain} kann wieder senden',
  'mail.domain_resumed.text':
    'Der DKIM-Eintrag von {domain} wurde gefunden. E-Mails dieser Domain werden wieder angenommen.',
  'mail.domain_key.subject': 'Neuer DKIM-Schlüssel für {domain}: DNS-Eintrag veröffentlichen',
  'mail.domain_key.text': `DKIM-Schlüssel sollten regelmäßig gewechselt werden. Für {domain} wurde ein neuer Schlüssel erstellt. Einen Tag nachdem sein Eintrag gefunden wurde, beginnt Postrider, mit dem neuen Schlüssel zu signieren. Bis dahin signiert Postrider mit dem bisherigen Schlüssel.

Fügen Sie diesen Eintrag hinzu und behalten Sie den bisherigen Eintrag:

{records}

Um den Fortschritt zu sehen, führen Sie aus: postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Massen-E-Mails werden abgelehnt} other {E-Mails von {domain} werden abgelehnt}}',
  'mail.sender_rejected.text': `Empfangende Server haben {domain, select, mailing {Massen-E-Mails Ihres Kontos} other {E-Mails von {domain}}} seit {since} UTC {count, plural, one {einmal} other {#-mal}} wegen des Absenders abgelehnt. Eine der Antworten:

"{reason}"

Prüfen Sie die DNS-Einträge der Domain: Rufen Sie GET /domains auf oder verwenden Sie den Befehl postrider domain show. Häufige Ursachen: ein fehlender oder geänderter DKIM-Eintrag, ein SPF-Eintrag ohne diese Installation, eine fehlgeschlagene DMARC-Prüfung oder eine Absenderadresse, die es nicht gibt.

Durch diese Ablehnungen wurden keine Empfänger gesperrt. Solange das Problem besteht, erhalten Sie eine E-Mail pro Tag.`,
  'mail.webhook_gone.subject': 'Ihr Webhook wurde deaktiviert',
  'mail.webhook_gone.text': `Der Empfänger Ihres Webhooks, {url}, hat am {since} UTC mit 410 (gone) geantwortet. Der Webhook wurde deaktiviert.

Neue Ereignisse werden 30 Tage aufbewahrt. Wenn der Empfänger wieder erreichbar ist oder wenn Sie die URL geändert haben, aktivieren Sie den Webhook (PATCH /transactional/webhook mit "enabled": true). Senden Sie dann die aufbewahrten Ereignisse erneut (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Ihr Webhook schlägt fehl',
  'mail.webhook_failing.text': `Alle Anfragen an den Empfänger Ihres Webhooks, {url}, sind seit {since} UTC fehlgeschlagen. {failures, plural, one {# Anfrage ist} other {# Anfragen sind}} in Folge fehlgeschlagen. Der letzte Fehler war:

"{reason}"

Jede Zustellung wird nach 1 Minute, 15 Minuten, 2 Stunden und 18 Stunden wiederholt. Abgelaufene Zustellungen können Sie innerhalb von 30 Tagen erneut senden (POST /transactional/webhook/replays). Die Antworten des Empfängers erhalten Sie mit GET /transactional/webhook/deliveries.

Sie erhalten keine weitere E-Mail zu diesem Problem, bis eine Anfrage erfolgreich war.`,
  'mail.paused.subject': `{what, select, pause {Versand pausiert} automation {Automations-E-Mails pausiert} confirmation {Bestätigungs-E-Mails pausiert} other {Kampagnenversand pausiert}}: {account}`,
  'mail.paused.text': `In den letzten sieben Tagen waren zu viele E-Mails des Kontos {account} unzustellbar oder wurden als Spam gemeldet:

{reason}

{what, select, pause {Neue Anfragen zum Senden von E-Mails werden abgelehnt. Bereits angenommene transaktionale E-Mails werden noch gesendet. Massen-E-Mails werden zurückgehalten und gesendet, wenn die Pause aufgehoben wird.} other {{what, select, automation {Die Automations-E-Mails} confirmation {Die Bestätigungs-E-Mails} other {Die Kampagnen}} des Kontos sind angehalten und werden gesendet, wenn die Pause aufgehoben wird. Es gehen keine E-Mails verloren. Login-Codes und alle anderen E-Mails werden weiterhin gesendet.}}

Finden Sie heraus, wer diese E-Mails warum erhalten hat, und senden Sie nicht mehr an Empfänger, die sich nicht angemeldet haben. Auf der Statusseite des Kontos sehen Sie die Statistik und können eine Prüfung beantragen. Der Betreiber dieser Installation kann die Pause aufheben.`,
  'mail.stopped.subject': `{what, select, pause {Versand pausiert} restriction {Konto eingeschränkt} automation {Automations-E-Mails pausiert} confirmation {Bestätigungs-E-Mails pausiert} other {Kampagnenversand pausiert}}: {account}`,
  'mail.stopped.text': `Der Betreiber dieser Installation schreibt:

{reason}

Einzelheiten finden Sie auf der Statusseite des Kontos. Dort können Sie auch eine Prüfung beantragen.`,
  'mail.review_asked.subject': 'Prüfung beantragt: {account}',
  'mail.review_asked.text': `{by} bittet Sie, das Konto {account} zu prüfen, und schreibt:

{message}

Prüfen Sie das Konto und seine Statistik auf der Betreiberseite des Dashboards, und genehmigen Sie den Antrag oder lehnen Sie ihn ab.`,
  'mail.review_decided.subject': `Ihr Antrag wurde {decision, select, approved {genehmigt} other {abgelehnt}}: {account}`,
  'mail.review_decided.text': `Sie haben den Betreiber gebeten, das Konto {account} zu prüfen. {decision, select, approved {Der Betreiber hat den Antrag genehmigt. Die Änderung gilt bereits.} other {Der Betreiber hat den Antrag abgelehnt. Wenn Sie die Ursache behoben haben, können Sie auf der Statusseite des Kontos eine weitere Prüfung beantragen.}}{reason, select, none {} other {

Der Betreiber schreibt:

{reason}}}`,
  'mail.content_waiting.subject': 'Inhalt wartet auf Genehmigung: {account}',
  'mail.content_waiting.text': `Das Konto {account} möchte {kind, select, campaign {eine Kampagne} confirmation {eine Bestätigungs-E-Mail} other {eine Automations-E-Mail}} senden:

{title}

{findings, plural, =0 {Die Prüfungen haben keine Probleme gefunden.} one {Die Prüfungen haben # Problem gefunden.} other {Die Prüfungen haben # Probleme gefunden.}}

Prüfen Sie den Inhalt auf der Betreiberseite des Dashboards, und genehmigen Sie ihn oder lehnen Sie ihn ab. Sie erhalten erst dann wieder eine Benachrichtigung zu diesem Konto, wenn alle offenen Prüfungen abgeschlossen sind.`,
  'mail.content_decided.subject': `{decision, select, approved {Inhalt genehmigt} other {Inhalt abgelehnt}}: {title}`,
  'mail.content_decided.text': `Der Betreiber dieser Installation hat den Inhalt von „{title}“ {decision, select, approved {genehmigt} other {abgelehnt}}.{reason, select, none {} other {

Der Betreiber schreibt:

{reason}}}

{decision, select, approved {{kind, select, campaign {Sie können die Kampagne jetzt senden.} other {Die E-Mail wird jetzt automatisch gesendet.}} Wenn Sie den Inhalt ändern, muss der Betreiber ihn erneut genehmigen.} other {Ändern Sie den Inhalt{kind, select, campaign { und senden Sie die Kampagne erneut} other {}}.}}`,
  'mail.campaign_stopped.subject': 'Eine Kampagne wurde angehalten: {title}',
  'mail.campaign_stopped.text': `Die Kampagne „{title}“ wurde wegen ihrer ersten Ergebnisse pausiert:

{reason}

Prüfen Sie, wer diese E-Mails warum erhalten hat. Brechen Sie dann die Kampagne ab, oder bitten Sie den Betreiber dieser Installation, sie freizugeben.`,
  'mail.optimized.subject': 'Ihre Kampagnen gehen jetzt nur an aktive Kontakte',
  'mail.optimized.text': `Die Ergebnisse der Kampagne „{title}“ sind weit schlechter als üblich:

{reason}

Die Kampagnen des Kontos gehen jetzt nur an Kontakte, die in den letzten 90 Tagen eine E-Mail geöffnet haben oder neu sind. Diese Einschränkung endet automatisch nach genügend Kampagnen mit guten Ergebnissen oder wenn der Betreiber dieser Installation sie aufhebt.`,
  'figures.bounce_rate': 'Bounce-Rate: {rate} % ({part} von {whole}), Grenzwert: {limit} %',
  'figures.complaint_rate': 'Beschwerderate: {rate} % ({part} von {whole}), Grenzwert: {limit} %',
  'figures.open_rate': 'Öffnungsrate: {rate} % ({part} von {whole}), Minimum: {limit} %',
  'figures.reached': 'In der ersten Welle erreichte Kontakte: {rate} % ({part} von {whole}), Minimum: {limit} %',
  'mail.delivery.subject': `{kind, select, resolver {E-Mails verzögern sich wegen DNS-Fehlern} unprepared {Nachrichten können nicht vorbereitet werden} route {Ersatzroute in Verwendung: {name} ausgefallen} other {E-Mails an {name} verzögern sich}}`,
  'mail.delivery.text': `{problems}

Solange ein Problem besteht, erhalten Sie dazu eine E-Mail pro Tag.`,
  'delivery.resolver': `E-Mails verzögern sich wegen DNS-Fehlern. Der DNS-Resolver meldet keine Mailserver für Domains, die vorher Mailserver hatten ({count}×). Letzter Fehler: "{reason}"

Prüfen Sie, ob die Nameserver in POSTRIDER_RESOLVER oder in /etc/resolv.conf auf jedem Zustellserver richtig antworten. DNS-Fehler führen weder zu Bounces noch zu Sperrungen. Postrider wiederholt die Zustellung automatisch.`,
  'delivery.unprepared': `Nachrichten können nicht aus ihren gespeicherten Daten vorbereitet werden und können sich um mehrere Stunden verzögern:

{list}

Suchen Sie im Log nach "Message could not be prepared", und prüfen Sie die Festplatte der Datenbank.`,
  'delivery.receivers': `Empfangende Server lehnen E-Mails von den IP-Adressen dieser Installation ab, verzögern sie oder sind nicht erreichbar:

{list}

Prüfen Sie, ob die IP-Adressen auf den oben genannten Blocklisten stehen. Der Befehl postrider doctor prüft die wichtigsten Blocklisten. Prüfen Sie auch die Reverse-DNS-Namen der IP-Adressen, und finden Sie heraus, welches Konto unerwünschte E-Mails sendet. Wenn Sie die Ursache behoben haben, beantragen Sie die Entfernung von den Blocklisten.

Wartende E-Mails werden gesendet, wenn die Pause endet.`,
  'delivery.paused': '{name} nimmt vorübergehend wenige oder keine E-Mails an',
  'delivery.blocked': '{name} lehnt E-Mails aufgrund von Richtlinien ab',
  'delivery.route': '{name} war nicht erreichbar, deshalb wurde die nächste Zustellroute verwendet',
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
