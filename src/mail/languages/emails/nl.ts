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
  'mail.domain_missing.subject': 'Het DKIM-record van {domain} ontbreekt',
  'mail.domain_missing.text': `E-mails van {domain} worden ondertekend, maar ontvangers kunnen de sleutel niet meer vinden.

Veel ontvangers weigeren e-mails zonder geldige handtekening of verplaatsen ze naar de spammap. Als het record niet binnen 48 uur is hersteld, accepteert Postrider geen e-mails van dit domein meer.

Publiceer dit record:

{records}

{found}

Postrider controleert het record elk uur. U hoeft verder niets te doen.`,
  'mail.domain_stopped.subject': '{domain} kan niet meer verzenden: het DKIM-record ontbreekt',
  'mail.domain_stopped.text': `Het DKIM-record van {domain} ontbreekt al 48 uur. E-mails van dit domein worden nu geweigerd (domain_not_verified).

Publiceer dit record:

{records}

{found}

Zodra het record is gevonden, kan het domein weer verzenden. Voer het volgende uit om het record nu te controleren: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {De DNS bevat dit record niet.} other {De DNS bevat in plaats daarvan het volgende:

{found}}}`,
  'mail.domain_resumed.subject': '{domain} kan weer verzenden',
  'mail.domain_resumed.text':
    'Het DKIM-record van {domain} is gevonden. E-mails van dit domein worden weer geaccepteerd.',
  'mail.domain_key.subject': 'Nieuwe DKIM-sleutel voor {domain}: publiceer het DNS-record',
  'mail.domain_key.text': `DKIM-sleutels moeten regelmatig worden vernieuwd. Er is een nieuwe sleutel gemaakt voor {domain}. Eén dag nadat het bijbehorende record is gevonden, begint Postrider met de nieuwe sleutel te ondertekenen. Tot die tijd ondertekent Postrider met de huidige sleutel.

Voeg dit record toe en behoud het huidige record:

{records}

Voer het volgende uit om de voortgang te zien: postrider domain show {domain}`,
  'mail.sender_rejected.subject':
    '{domain, select, mailing {Bulkmail wordt geweigerd} other {E-mail van {domain} wordt geweigerd}}',
  'mail.sender_rejected.text': `Ontvangende servers hebben {domain, select, mailing {bulkmail van uw account} other {e-mail van {domain}}} sinds {since} UTC {count, plural, one {eenmaal} other {# keer}} geweigerd vanwege de afzender. Een van de antwoorden:

"{reason}"

Controleer de DNS-records van het domein: roep GET /domains aan of gebruik de opdracht postrider domain show. Veelvoorkomende oorzaken: een ontbrekend of gewijzigd DKIM-record, een SPF-record zonder deze installatie, een mislukte DMARC-controle of een afzenderadres dat niet bestaat.

Door deze weigeringen zijn geen ontvangers geblokkeerd. Zolang het probleem aanhoudt, ontvangt u één e-mail per dag.`,
  'mail.webhook_gone.subject': 'Uw webhook is uitgeschakeld',
  'mail.webhook_gone.text': `De ontvanger van uw webhook, {url}, antwoordde op {since} UTC met 410 (gone). De webhook is uitgeschakeld.

Nieuwe gebeurtenissen worden 30 dagen bewaard. Wanneer de ontvanger weer beschikbaar is of wanneer u de URL hebt gewijzigd, schakelt u de webhook in (PATCH /transactional/webhook met "enabled": true). Verzend daarna de bewaarde gebeurtenissen opnieuw (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Uw webhook werkt niet',
  'mail.webhook_failing.text': `Alle verzoeken aan de ontvanger van uw webhook, {url}, mislukken sinds {since} UTC. {failures, plural, one {# verzoek is} other {# verzoeken zijn}} achter elkaar mislukt. De laatste fout was:

"{reason}"

Elke bezorging wordt na 1 minuut, 15 minuten, 2 uur en 18 uur opnieuw geprobeerd. Verlopen bezorgingen kunt u binnen 30 dagen opnieuw verzenden (POST /transactional/webhook/replays). Roep GET /transactional/webhook/deliveries aan om de antwoorden van de ontvanger te zien.

U ontvangt geen nieuwe e-mail over dit probleem totdat een verzoek is geslaagd.`,
  'mail.paused.subject': `{what, select, pause {Verzending gepauzeerd} automation {Automatiseringsmails gepauzeerd} confirmation {Bevestigingsmails gepauzeerd} other {Verzending van campagnes gepauzeerd}}: {account}`,
  'mail.paused.text': `In de afgelopen zeven dagen zijn te veel e-mails van het account {account} gebouncet of als spam gemeld:

{reason}

{what, select, pause {Nieuwe verzoeken om e-mail te verzenden worden geweigerd. Transactionele e-mail die al was geaccepteerd, wordt nog verzonden. Bulkmail wordt vastgehouden en verzonden wanneer de pauze wordt opgeheven.} other {De {what, select, automation {automatiseringsmails} confirmation {bevestigingsmails} other {campagnes}} van het account worden vastgehouden en verzonden wanneer de pauze wordt opgeheven. Er gaan geen e-mails verloren. Inlogcodes en alle andere e-mails worden nog steeds verzonden.}}

Zoek uit wie deze e-mails heeft ontvangen en waarom, en verzend niet meer aan ontvangers die zich niet hebben aangemeld. Op de statuspagina van het account ziet u de statistieken en kunt u een beoordeling aanvragen. De beheerder van deze installatie kan de pauze opheffen.`,
  'mail.stopped.subject': `{what, select, pause {Verzending gepauzeerd} restriction {Account beperkt} automation {Automatiseringsmails gepauzeerd} confirmation {Bevestigingsmails gepauzeerd} other {Verzending van campagnes gepauzeerd}}: {account}`,
  'mail.stopped.text': `De beheerder van deze installatie schrijft:

{reason}

Op de statuspagina van het account vindt u meer informatie en kunt u een beoordeling aanvragen.`,
  'mail.review_asked.subject': 'Beoordeling aangevraagd: {account}',
  'mail.review_asked.text': `{by} vraagt u het account {account} te beoordelen en schrijft:

{message}

Bekijk het account en de statistieken op de beheerderspagina van het dashboard en keur de aanvraag goed of wijs die af.`,
  'mail.review_decided.subject': `Uw aanvraag is {decision, select, approved {goedgekeurd} other {afgewezen}}: {account}`,
  'mail.review_decided.text': `U hebt de beheerder gevraagd het account {account} te beoordelen. {decision, select, approved {De beheerder heeft de aanvraag goedgekeurd. De wijziging is al van kracht.} other {De beheerder heeft de aanvraag afgewezen. Nadat u de oorzaak hebt verholpen, kunt u op de statuspagina van het account een nieuwe beoordeling aanvragen.}}{reason, select, none {} other {

De beheerder schrijft:

{reason}}}`,
  'mail.content_waiting.subject': 'Inhoud wacht op goedkeuring: {account}',
  'mail.content_waiting.text': `Het account {account} wil {kind, select, campaign {een campagne} confirmation {een bevestigingsmail} other {een automatiseringsmail}} verzenden:

{title}

{findings, plural, =0 {De controles hebben geen problemen gevonden.} one {De controles hebben # probleem gevonden.} other {De controles hebben # problemen gevonden.}}

Bekijk de inhoud op de beheerderspagina van het dashboard en keur die goed of af. U ontvangt pas weer een melding over dit account wanneer alle openstaande beoordelingen zijn afgerond.`,
  'mail.content_decided.subject': `{decision, select, approved {Inhoud goedgekeurd} other {Inhoud afgekeurd}}: {title}`,
  'mail.content_decided.text': `De beheerder van deze installatie heeft de inhoud van ‘{title}’ {decision, select, approved {goedgekeurd} other {afgekeurd}}.{reason, select, none {} other {

De beheerder schrijft:

{reason}}}

{decision, select, approved {{kind, select, campaign {U kunt de campagne nu verzenden.} other {De e-mail wordt nu automatisch verzonden.}} Als u de inhoud wijzigt, moet de beheerder die opnieuw goedkeuren.} other {Wijzig de inhoud{kind, select, campaign { en verzend de campagne opnieuw} other {}}.}}`,
  'mail.campaign_stopped.subject': 'Een campagne is stopgezet: {title}',
  'mail.campaign_stopped.text': `De campagne ‘{title}’ is gepauzeerd vanwege de eerste resultaten:

{reason}

Controleer wie deze e-mails heeft ontvangen en waarom. Annuleer daarna de campagne of vraag de beheerder van deze installatie om haar vrij te geven.`,
  'mail.optimized.subject': 'Uw campagnes gaan nu alleen naar actieve contacten',
  'mail.optimized.text': `De resultaten van de campagne ‘{title}’ zijn veel slechter dan normaal:

{reason}

De campagnes van het account gaan nu alleen naar contacten die in de afgelopen 90 dagen een e-mail hebben geopend of nieuw zijn. Deze beperking eindigt automatisch na voldoende campagnes met goede resultaten, of wanneer de beheerder van deze installatie haar opheft.`,
  'figures.bounce_rate': 'Bouncepercentage: {rate}% ({part} van {whole}), limiet: {limit}%',
  'figures.complaint_rate': 'Klachtenpercentage: {rate}% ({part} van {whole}), limiet: {limit}%',
  'figures.open_rate': 'Openingspercentage: {rate}% ({part} van {whole}), minimum: {limit}%',
  'figures.reached': 'Bereikte contacten in de eerste golf: {rate}% ({part} van {whole}), minimum: {limit}%',
  'mail.delivery.subject': `{kind, select, resolver {E-mail vertraagd door DNS-fouten} unprepared {Berichten kunnen niet worden voorbereid} route {Reserveroute voor bezorging in gebruik: {name} werkt niet} other {E-mail aan {name} is vertraagd}}`,
  'mail.delivery.text': `{problems}

Zolang een probleem aanhoudt, ontvangt u er één e-mail per dag over.`,
  'delivery.resolver': `E-mail is vertraagd door DNS-fouten. De DNS-resolver meldt geen mailservers voor domeinen die eerder wel mailservers hadden ({count}×). Laatste fout: "{reason}"

Controleer of de naamservers in POSTRIDER_RESOLVER, of in /etc/resolv.conf op elke bezorgserver, juist antwoorden. DNS-fouten veroorzaken geen bounces of blokkeringen. Postrider probeert de e-mail automatisch opnieuw te verzenden.`,
  'delivery.unprepared': `Berichten kunnen niet worden voorbereid uit hun opgeslagen gegevens en kunnen enkele uren vertraging oplopen:

{list}

Zoek in het logboek naar "Message could not be prepared" en controleer de schijf van de database.`,
  'delivery.receivers': `Ontvangende servers weigeren of vertragen e-mail van de IP-adressen van deze installatie, of zijn onbereikbaar:

{list}

Controleer of de IP-adressen op de hierboven genoemde blokkeerlijsten staan. De opdracht postrider doctor controleert de belangrijkste blokkeerlijsten. Controleer ook de reverse-DNS-namen van de IP-adressen en zoek uit welk account ongewenste e-mail verzendt. Vraag na het verhelpen van de oorzaak om verwijdering van de blokkeerlijsten.

Wachtende e-mail wordt verzonden wanneer de pauze eindigt.`,
  'delivery.paused': '{name} accepteert tijdelijk weinig of geen e-mail',
  'delivery.blocked': '{name} weigert e-mail op grond van zijn beleid',
  'delivery.route': '{name} was onbereikbaar, dus is de volgende bezorgroute gebruikt',
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
