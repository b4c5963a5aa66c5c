import type { MailCatalog } from './catalog.ts';

export const nl: MailCatalog = {
  'mail.reset.subject': 'Stel uw wachtwoord opnieuw in',
  'mail.reset.text': `Hallo,

Gebruik deze link om een nieuw wachtwoord voor Postrider in te stellen:

{link}

De link werkt één keer en verloopt na een uur. Als u een andere link aanvraagt, werkt deze link niet meer.

Hebt u dit niet aangevraagd? Negeer dan deze e-mail. Er verandert niets zolang de link niet wordt gebruikt.`,
  'mail.address_change.subject': 'Bevestig uw nieuwe e-mailadres',
  'mail.address_change.text': `Hallo,

Een gebruiker van Postrider wil met dit e-mailadres inloggen. Open deze link binnen een uur om het adres te bevestigen:

{link}

Hebt u dit niet aangevraagd? Negeer dan deze e-mail. Er verandert niets zolang de link niet wordt gebruikt.`,
  'mail.address_changed.subject': 'Uw e-mailadres is gewijzigd',
  'mail.address_changed.text': `Hallo,

U logt nu bij Postrider in met {address} in plaats van met dit adres.

Hebt u dit niet gewijzigd? Neem dan direct contact op met een eigenaar van uw account.`,
  'mail.password_changed.subject': 'Uw wachtwoord is gewijzigd',
  'mail.password_changed.text': `Hallo,

Uw wachtwoord voor Postrider is gewijzigd en u bent overal elders uitgelogd.

Hebt u dit niet gewijzigd? Stel dan direct uw wachtwoord opnieuw in op de inlogpagina.`,
  'mail.password_reset.subject': 'Uw wachtwoord is gewijzigd',
  'mail.password_reset.text': `Hallo,

Uw wachtwoord voor Postrider is gewijzigd met een link die naar dit adres is gestuurd.

In al uw accounts zijn ingetrokken: {sessions, plural, one {# sessie} other {# sessies}}, {tokens, plural, one {# persoonlijk toegangstoken} other {# persoonlijke toegangstokens}} en {grants, plural, one {# gekoppelde toepassing} other {# gekoppelde toepassingen}}. Maak nieuwe tokens aan en koppel uw toepassingen opnieuw. API-sleutels horen bij de accounts en blijven werken. Uw passkeys en tweestapsverificatie zijn niet gewijzigd.

Hebt u dit niet gewijzigd? Dan kan iemand anders uw e-mail lezen. Beveilig uw mailbox, stel uw wachtwoord opnieuw in op de inlogpagina en controleer uw passkeys.`,
  'mail.left_keys.subject': 'API-sleutels van een lid dat {account} heeft verlaten',
  'mail.left_keys.text': `Hallo,

{name} is geen lid meer van het account {account} bij Postrider. De API-sleutels die deze persoon heeft aangemaakt, blijven werken:

{keys}

Heeft deze persoon misschien nog een van deze sleutels? Vernieuw de sleutel dan of trek hem in op de pagina met API-sleutels.`,
  'mail.factor.subject': 'Uw inloginstellingen zijn gewijzigd',
  'mail.factor.text': `Hallo,

{change, select, two_factor_on {Tweestapsverificatie is ingeschakeld} two_factor_off {Tweestapsverificatie is uitgeschakeld} passkey_added {Er is een passkey toegevoegd} other {Er is een passkey verwijderd}} voor uw login bij Postrider.

Hebt u dit niet gewijzigd? Wijzig dan direct uw wachtwoord.`,
  'mail.invitation.subject': 'Uitnodiging voor {account}',
  'mail.invitation.text': `Hallo,

{by, select, none {U bent uitgenodigd} other {{by} heeft u uitgenodigd}} om lid te worden van het account {account} bij Postrider. Open deze link binnen zeven dagen om de uitnodiging te accepteren:

{link}

Verwachtte u deze uitnodiging niet? Negeer dan deze e-mail.`,
  'mail.account_closed.subject': 'Het account {account} is verwijderd',
  'mail.account_closed.text': `Hallo,

{actor, select, operator {De beheerder van deze installatie} other {{by}}} heeft het account {account} bij Postrider verwijderd.

Leden, API-sleutels, tokens en toepassingen hebben geen toegang meer en het account accepteert geen nieuwe e-mails. E-mails die al waren geaccepteerd, worden nog verzonden en webhooks ontvangen de bijbehorende gebeurtenissen.

Alle gegevens worden definitief verwijderd op {due} (UTC) of nadat de laatste e-mail is verzonden, als dat later is. Het gaat onder meer om berichten, API-sleutels, domeinen met hun DKIM-sleutels, geblokkeerde adressen, statistieken, instellingen en het auditlogboek.

Tot die tijd kan de beheerder van deze installatie het account herstellen. Neem daarvoor contact op met {operator}.`,
  'mail.account_restored.subject': 'Het account {account} is hersteld',
  'mail.account_restored.text': `Hallo,

Het account {account} bij Postrider is hersteld. Leden en API-sleutels hebben weer toegang. Er zijn geen gegevens verloren gegaan.`,
  'mail.account_deleted.subject': 'Alle gegevens van het account {account} zijn verwijderd',
  'mail.account_deleted.text': `Hallo,

Alle gegevens van het verwijderde account {account} bij Postrider zijn definitief verwijderd. Oudere back-ups van deze installatie kunnen de gegevens bevatten totdat ze worden vervangen.

U kunt de DKIM-records van de domeinen nu uit de DNS verwijderen.`,
  'mail.person_deleted.subject': 'Uw gebruikersaccount is verwijderd',
  'mail.person_deleted.text': `Hallo,

{by, select, you {U hebt} other {De beheerder van deze installatie heeft}} uw gebruikersaccount bij Postrider verwijderd. Uw naam, wachtwoord, passkeys, sessies en toegangstokens zijn verwijderd en u bent van geen enkel account meer lid. Dit kan niet ongedaan worden gemaakt, maar u kunt opnieuw worden uitgenodigd.`,
  'mail.member_deleted.subject': 'Een lid van {account} is verwijderd',
  'mail.member_deleted.text': `Hallo,

Het gebruikersaccount van {name} bij Postrider is verwijderd. {name} is geen lid meer van het account {account}. De toegangstokens en gekoppelde toepassingen van deze persoon werken niet meer.

{keys, select, none {{name} heeft geen actieve API-sleutels aangemaakt.} other {API-sleutels die deze persoon heeft aangemaakt, horen bij het account en blijven werken. Vernieuw de sleutels die deze persoon misschien nog heeft:

{keys}}}`,
  'mail.alert.subject': `Waarschuwing: {kind, select, bounce_rate {bouncepercentage} complaint_rate {klachtenpercentage} failure_rate {foutpercentage} other {geen e-mails}} voor ‘{tag}’`,
  'mail.alert.text': `{finding}

{advice}

U ontvangt nog een e-mail wanneer deze waarschuwing is opgelost. ID van de waarschuwing: {id}.`,
  'mail.alert_ended.subject': `Waarschuwing opgelost: {kind, select, bounce_rate {bouncepercentage} complaint_rate {klachtenpercentage} failure_rate {foutpercentage} other {geen e-mails}} voor ‘{tag}’`,
  'mail.alert_ended.text': `{finding}

De waarschuwing was actief sinds {since} UTC. ID van de waarschuwing: {id}.`,
  'alert.bounce_rate': `Bouncepercentage voor de tag ‘{tag}’ in {window}: {percent}% ({part} van {whole}) van de bezorgde of gebouncete e-mails.`,
  'alert.complaint_rate': `Klachtenpercentage voor de tag ‘{tag}’ in {window}: {percent}% ({part} van {whole}) van de bezorgde e-mails.`,
  'alert.failure_rate': `Foutpercentage voor de tag ‘{tag}’ in {window}: {percent}% ({part} van {whole}) van de bezorgde, gebouncete of mislukte e-mails.`,
  'alert.above': 'Het percentage ligt boven de drempel van {threshold}%.',
  'alert.below': 'Het percentage ligt niet meer boven de drempel van {threshold}%.',
  'alert.few': `De waarschuwing heeft minstens {minimum, plural, one {# e-mail} other {# e-mails}} nodig om het percentage te beoordelen.`,
  'alert.silence': `Binnen de periode van deze waarschuwing ({window}) is voor de tag ‘{tag}’ geen bezorging, bounce of fout geregistreerd.`,
  'alert.resumed': 'Er worden weer e-mails met de tag ‘{tag}’ verzonden.',
  'alert.last': 'Laatste resultaat: {time, select, never {nog geen} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Controleer de redenen in de tijdlijnen van de nieuwste gebouncete e-mails met deze tag. Veelvoorkomende oorzaken: verkeerd getypte of onbevestigde adressen, een oude lijst of een ontvangende server die deze afzender blokkeert.',
  'alert.advice.complaint_rate':
    'Ontvangers hebben deze e-mails als spam gemarkeerd. Controleer wie deze e-mails ontvangt, of de ontvangers ze verwachten en of het onderwerp, de afzender of de doelgroep onlangs is gewijzigd.',
  'alert.advice.failure_rate':
    'Deze e-mails zijn na de laatste poging mislukt. Controleer de redenen in hun tijdlijnen. Veelvoorkomende oorzaken: het ontvangende domein is onbereikbaar, of het relay of het netwerk van deze installatie is uitgevallen.',
  'alert.advice.silence':
    'Controleer of de toepassing nog e-mails verzendt. Veelvoorkomende oorzaken: een taak die niet meer wordt uitgevoerd, een ingetrokken API-sleutel of een gepauzeerd account. Verwijder deze waarschuwing als u geen e-mails met deze tag meer verzendt.',
};
