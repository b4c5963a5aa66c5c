import type { MailCatalog } from './catalog.ts';

export const sv: MailCatalog = {
  'mail.reset.subject': 'Återställ ditt lösenord',
  'mail.reset.text': `Hej!

Använd den här länken för att välja ett nytt lösenord till Postrider:

{link}

Länken fungerar en gång och slutar gälla efter en timme. Om du begär en ny länk slutar den här att fungera.

Om du inte har begärt detta kan du ignorera det här mejlet. Inget ändras så länge länken inte används.`,
  'mail.address_change.subject': 'Bekräfta din nya e-postadress',
  'mail.address_change.text': `Hej!

En användare av Postrider vill logga in med den här e-postadressen. Öppna länken inom en timme för att bekräfta adressen:

{link}

Om du inte har begärt detta kan du ignorera det här mejlet. Inget ändras så länge länken inte används.`,
  'mail.address_changed.subject': 'Din e-postadress har ändrats',
  'mail.address_changed.text': `Hej!

Du loggar nu in på Postrider med {address} i stället för med den här adressen.

Om du inte har gjort ändringen ska du genast kontakta en ägare av ditt konto.`,
  'mail.password_changed.subject': 'Ditt lösenord har ändrats',
  'mail.password_changed.text': `Hej!

Ditt lösenord till Postrider har ändrats och du har loggats ut överallt annars.

Om du inte har gjort ändringen ska du genast återställa ditt lösenord på inloggningssidan.`,
  'mail.password_reset.subject': 'Ditt lösenord har ändrats',
  'mail.password_reset.text': `Hej!

Ditt lösenord till Postrider har ändrats med en länk som skickades till den här adressen.

Följande har återkallats i alla dina konton: {sessions, plural, one {# session} other {# sessioner}}, {tokens, plural, one {# personlig åtkomsttoken} other {# personliga åtkomsttoken}} och {grants, plural, one {# ansluten app} other {# anslutna appar}}. Skapa nya token och anslut dina appar igen. API-nycklar tillhör kontona och fortsätter att fungera. Dina passkeys och tvåfaktorsautentiseringen är oförändrade.

Om du inte har gjort ändringen kan någon annan läsa din e-post. Säkra din e-post, återställ lösenordet igen på inloggningssidan och kontrollera dina passkeys.`,
  'mail.left_keys.subject': 'API-nycklar från en medlem som har lämnat {account}',
  'mail.left_keys.text': `Hej!

{name} är inte längre medlem i kontot {account} på Postrider. API-nycklarna som personen skapade fortsätter att fungera:

{keys}

Om personen kan ha kvar någon av nycklarna bör du byta eller återkalla den på sidan för API-nycklar.`,
  'mail.factor.subject': 'Dina inloggningsinställningar har ändrats',
  'mail.factor.text': `Hej!

{change, select, two_factor_on {Tvåfaktorsautentisering har aktiverats} two_factor_off {Tvåfaktorsautentisering har stängts av} passkey_added {En passkey har lagts till} other {En passkey har tagits bort}} för din inloggning på Postrider.

Om du inte har gjort ändringen ska du genast byta lösenord.`,
  'mail.invitation.subject': 'Inbjudan till {account}',
  'mail.invitation.text': `Hej!

{by, select, none {Du har bjudits in} other {{by} har bjudit in dig}} till kontot {account} på Postrider. Öppna länken inom sju dagar för att tacka ja:

{link}

Om du inte väntade dig inbjudan kan du ignorera det här mejlet.`,
  'mail.account_closed.subject': 'Kontot {account} har tagits bort',
  'mail.account_closed.text': `Hej!

{actor, select, operator {Operatören av den här installationen} other {{by}}} har tagit bort kontot {account} på Postrider.

Medlemmar, API-nycklar, token och appar har inte längre åtkomst, och kontot tar inte emot nya mejl. Mejl som redan har tagits emot skickas fortfarande, och webhookar får sina händelser.

Alla data raderas permanent den {due} (UTC) eller när det sista mejlet har skickats, beroende på vad som inträffar sist. Det gäller bland annat meddelanden, API-nycklar, domäner med DKIM-nycklar, spärrade adresser, statistik, inställningar och granskningsloggen.

Till dess kan operatören av den här installationen återställa kontot. Kontakta {operator} om du vill återställa det.`,
  'mail.account_restored.subject': 'Kontot {account} har återställts',
  'mail.account_restored.text': `Hej!

Kontot {account} på Postrider har återställts. Medlemmar och API-nycklar har åtkomst igen. Inga data har gått förlorade.`,
  'mail.account_deleted.subject': 'Alla data i kontot {account} har raderats',
  'mail.account_deleted.text': `Hej!

Alla data i det borttagna kontot {account} på Postrider har raderats permanent. Äldre säkerhetskopior av den här installationen kan innehålla data tills de ersätts.

Du kan nu ta bort domänernas DKIM-poster från DNS.`,
  'mail.person_deleted.subject': 'Ditt användarkonto har tagits bort',
  'mail.person_deleted.text': `Hej!

{by, select, you {Du} other {Operatören av den här installationen}} har tagit bort ditt användarkonto i Postrider. Ditt namn, ditt lösenord och dina passkeys, sessioner och åtkomsttoken har raderats, och du är inte längre medlem i något konto. Det går inte att ångra, men du kan bjudas in igen.`,
  'mail.member_deleted.subject': 'En medlem i {account} har tagits bort',
  'mail.member_deleted.text': `Hej!

Användarkontot för {name} i Postrider har tagits bort. {name} är inte längre medlem i kontot {account}. Personens åtkomsttoken och anslutna appar fungerar inte längre.

{keys, select, none {{name} har inte skapat några aktiva API-nycklar.} other {API-nycklar som personen har skapat tillhör kontot och fortsätter att fungera. Byt de nycklar som personen kan ha kvar:

{keys}}}`,
  'mail.domain_missing.subject': 'DKIM-posten för {domain} saknas',
  'mail.domain_missing.text': `Mejl från {domain} signeras, men mottagande servrar hittar inte längre nyckeln.

Många mottagande servrar avvisar mejl utan giltig signatur eller flyttar dem till skräpposten. Om posten inte återställs inom 48 timmar slutar Postrider att ta emot mejl från den här domänen.

Publicera den här posten:

{records}

{found}

Postrider kontrollerar posten varje timme. Du behöver inte göra något mer.`,
  'mail.domain_stopped.subject': '{domain} kan inte längre skicka: DKIM-posten saknas',
  'mail.domain_stopped.text': `DKIM-posten för {domain} har saknats i 48 timmar. Mejl från den här domänen avvisas nu (domain_not_verified).

Publicera den här posten:

{records}

{found}

Domänen kan skicka igen så snart posten hittas. Kör följande för att kontrollera posten nu: postrider domain verify {domain}`,
  'domain.found': `{found, select, none {DNS innehåller inte den här posten.} other {DNS innehåller i stället följande:

{found}}}`,
  'mail.domain_resumed.subject': '{domain} kan skicka igen',
  'mail.domain_resumed.text': 'DKIM-posten för {domain} har hittats. Mejl från den här domänen tas emot igen.',
  'mail.domain_key.subject': 'Ny DKIM-nyckel för {domain}: publicera DNS-posten',
  'mail.domain_key.text': `DKIM-nycklar bör bytas regelbundet. En ny nyckel har skapats för {domain}. Postrider börjar signera med den nya nyckeln en dag efter att dess post har hittats. Till dess signerar Postrider med den nuvarande nyckeln.

Lägg till den här posten och behåll den nuvarande:

{records}

Kör följande för att se hur det går: postrider domain show {domain}`,
  'mail.sender_rejected.subject': '{domain, select, mailing {Massutskick avvisas} other {Mejl från {domain} avvisas}}',
  'mail.sender_rejected.text': `Mottagande servrar har avvisat {domain, select, mailing {massutskick från ditt konto} other {mejl från {domain}}} {count, plural, one {en gång} other {# gånger}} sedan {since} UTC på grund av avsändaren. Ett av svaren:

"{reason}"

Kontrollera domänens DNS-poster: anropa GET /domains eller använd kommandot postrider domain show. Vanliga orsaker: en DKIM-post som saknas eller har ändrats, en SPF-post utan den här installationen, en misslyckad DMARC-kontroll eller en avsändaradress som inte finns.

Inga mottagare har spärrats på grund av detta. Du får ett mejl om dagen så länge problemet kvarstår.`,
  'mail.webhook_gone.subject': 'Din webhook har inaktiverats',
  'mail.webhook_gone.text': `Mottagaren av din webhook, {url}, svarade 410 (gone) den {since} UTC. Webhooken har inaktiverats.

Nya händelser sparas i 30 dagar. När mottagaren är tillgänglig igen, eller när du har ändrat URL:en, aktiverar du webhooken (PATCH /transactional/webhook med "enabled": true). Skicka sedan de sparade händelserna igen (POST /transactional/webhook/replays).`,
  'mail.webhook_failing.subject': 'Din webhook fungerar inte',
  'mail.webhook_failing.text': `Alla anrop till mottagaren av din webhook, {url}, har misslyckats sedan {since} UTC. {failures, plural, one {# anrop} other {# anrop}} i rad har misslyckats. Det senaste felet var:

"{reason}"

Varje leverans görs om efter 1 minut, 15 minuter, 2 timmar och 18 timmar. Leveranser vars tid har gått ut kan du skicka igen inom 30 dagar (POST /transactional/webhook/replays). Anropa GET /transactional/webhook/deliveries för att se mottagarens svar.

Du får inget nytt mejl om det här problemet förrän ett anrop har lyckats.`,
  'mail.paused.subject': `{what, select, pause {Utskick pausade} automation {Automationsmejl pausade} confirmation {Bekräftelsemejl pausade} other {Kampanjutskick pausade}}: {account}`,
  'mail.paused.text': `Under de senaste sju dagarna har för många mejl från kontot {account} studsat eller rapporterats som skräppost:

{reason}

{what, select, pause {Nya begäranden om att skicka mejl avvisas. Transaktionsmejl som redan har tagits emot skickas fortfarande. Massutskick hålls kvar och skickas när pausen hävs.} other {Kontots {what, select, automation {automationsmejl} confirmation {bekräftelsemejl} other {kampanjer}} hålls kvar och skickas när pausen hävs. Inga mejl går förlorade. Inloggningskoder och alla andra mejl skickas fortfarande.}}

Ta reda på vilka som fick de här mejlen och varför, och sluta skicka till mottagare som inte har anmält sig. Öppna kontots statussida för att se statistiken och begära en granskning. Operatören av den här installationen kan häva pausen.`,
  'mail.stopped.subject': `{what, select, pause {Utskick pausade} restriction {Kontot begränsat} automation {Automationsmejl pausade} confirmation {Bekräftelsemejl pausade} other {Kampanjutskick pausade}}: {account}`,
  'mail.stopped.text': `Operatören av den här installationen skriver:

{reason}

Mer information finns på kontots statussida, där du också kan begära en granskning.`,
  'mail.review_asked.subject': 'Granskning begärd: {account}',
  'mail.review_asked.text': `{by} ber dig granska kontot {account} och skriver:

{message}

Granska kontot och dess statistik på operatörssidan i kontrollpanelen. Godkänn eller avslå sedan begäran.`,
  'mail.review_decided.subject': `Din begäran har {decision, select, approved {godkänts} other {avslagits}}: {account}`,
  'mail.review_decided.text': `Du bad operatören granska kontot {account}. {decision, select, approved {Operatören har godkänt begäran. Ändringen gäller redan.} other {Operatören har avslagit begäran. När du har åtgärdat orsaken kan du begära en ny granskning på kontots statussida.}}{reason, select, none {} other {

Operatören skriver:

{reason}}}`,
  'mail.content_waiting.subject': 'Innehåll väntar på godkännande: {account}',
  'mail.content_waiting.text': `Kontot {account} vill skicka {kind, select, campaign {en kampanj} confirmation {ett bekräftelsemejl} other {ett automationsmejl}}:

{title}

{findings, plural, =0 {Kontrollerna hittade inga problem.} one {Kontrollerna hittade # problem.} other {Kontrollerna hittade # problem.}}

Granska innehållet på operatörssidan i kontrollpanelen. Godkänn eller avvisa det sedan. Du får inget nytt meddelande om det här kontot förrän alla dess väntande granskningar är klara.`,
  'mail.content_decided.subject': `{decision, select, approved {Innehåll godkänt} other {Innehåll avvisat}}: {title}`,
  'mail.content_decided.text': `Operatören av den här installationen har {decision, select, approved {godkänt} other {avvisat}} innehållet i ”{title}”.{reason, select, none {} other {

Operatören skriver:

{reason}}}

{decision, select, approved {{kind, select, campaign {Du kan skicka kampanjen nu.} other {Mejlet skickas nu automatiskt.}} Om du ändrar innehållet måste operatören godkänna det igen.} other {Ändra innehållet{kind, select, campaign { och skicka kampanjen igen} other {}}.}}`,
  'mail.campaign_stopped.subject': 'En kampanj har stoppats: {title}',
  'mail.campaign_stopped.text': `Kampanjen ”{title}” har pausats på grund av de första resultaten:

{reason}

Kontrollera vilka som fick de här mejlen och varför. Avbryt sedan kampanjen eller be operatören av den här installationen att släppa den.`,
  'mail.optimized.subject': 'Dina kampanjer skickas nu bara till aktiva kontakter',
  'mail.optimized.text': `Resultaten för kampanjen ”{title}” är mycket sämre än normalt:

{reason}

Kontots kampanjer skickas nu bara till kontakter som har öppnat ett mejl under de senaste 90 dagarna eller som är nya. Begränsningen upphör automatiskt efter tillräckligt många kampanjer med bra resultat eller när operatören av den här installationen häver den.`,
  'figures.bounce_rate': 'Studsfrekvens: {rate} % ({part} av {whole}), gräns: {limit} %',
  'figures.complaint_rate': 'Klagomålsfrekvens: {rate} % ({part} av {whole}), gräns: {limit} %',
  'figures.open_rate': 'Öppningsfrekvens: {rate} % ({part} av {whole}), minimum: {limit} %',
  'figures.reached': 'Kontakter som nåddes i första vågen: {rate} % ({part} av {whole}), minimum: {limit} %',
  'mail.delivery.subject': `{kind, select, resolver {Mejl försenas av DNS-fel} unprepared {Meddelanden kan inte förberedas} route {Reservväg för leverans används: {name} fungerar inte} other {Mejl till {name} är försenade}}`,
  'mail.delivery.text': `{problems}

Du får ett mejl om dagen om varje problem så länge det kvarstår.`,
  'delivery.resolver': `Mejl försenas av DNS-fel. DNS-servern anger inga e-postservrar för domäner som tidigare hade sådana ({count}×). Senaste fel: "{reason}"

Kontrollera att namnservrarna i POSTRIDER_RESOLVER, eller i /etc/resolv.conf på varje leveransserver, svarar korrekt. DNS-fel orsakar varken studsar eller spärrade mottagare. Postrider försöker skicka mejlen igen automatiskt.`,
  'delivery.unprepared': `Meddelanden kan inte förberedas från sparade data och kan försenas flera timmar:

{list}

Sök efter "Message could not be prepared" i loggen och kontrollera databasens disk.`,
  'delivery.receivers': `Mottagande servrar avvisar eller fördröjer mejl från installationens IP-adresser, eller går inte att nå:

{list}

Kontrollera om IP-adresserna finns på blockeringslistorna ovan. Kommandot postrider doctor kontrollerar de viktigaste blockeringslistorna. Kontrollera också IP-adressernas omvända DNS-namn och ta reda på vilket konto som skickar oönskade mejl. Begär borttagning från blockeringslistorna när du har åtgärdat orsaken.

Väntande mejl skickas när pausen är slut.`,
  'delivery.paused': '{name} tar tillfälligt emot få eller inga mejl',
  'delivery.blocked': '{name} avvisar mejl enligt sina regler',
  'delivery.route': '{name} gick inte att nå, så nästa leveransväg användes',
  'mail.alert.subject': `Varning: {kind, select, bounce_rate {studsfrekvens} complaint_rate {klagomålsfrekvens} failure_rate {felfrekvens} other {inga mejl}} för ”{tag}”`,
  'mail.alert.text': `{finding}

{advice}

Du får ett nytt mejl när varningen har upphört. Varningens id: {id}.`,
  'mail.alert_ended.subject': `Varningen har upphört: {kind, select, bounce_rate {studsfrekvens} complaint_rate {klagomålsfrekvens} failure_rate {felfrekvens} other {inga mejl}} för ”{tag}”`,
  'mail.alert_ended.text': `{finding}

Varningen hade varit aktiv sedan {since} UTC. Varningens id: {id}.`,
  'alert.bounce_rate': `Studsfrekvens för taggen ”{tag}” under {window}: {percent} % ({part} av {whole}) av mejlen som levererades eller studsade.`,
  'alert.complaint_rate': `Klagomålsfrekvens för taggen ”{tag}” under {window}: {percent} % ({part} av {whole}) av de levererade mejlen.`,
  'alert.failure_rate': `Felfrekvens för taggen ”{tag}” under {window}: {percent} % ({part} av {whole}) av mejlen som levererades, studsade eller misslyckades.`,
  'alert.above': 'Frekvensen ligger över gränsvärdet {threshold} %.',
  'alert.below': 'Frekvensen ligger inte längre över gränsvärdet {threshold} %.',
  'alert.few': `Varningen behöver minst {minimum, plural, one {# mejl} other {# mejl}} för att bedöma frekvensen.`,
  'alert.silence': `Ingen leverans, studs eller något fel har registrerats för taggen ”{tag}” under varningens tidsfönster ({window}).`,
  'alert.resumed': 'Mejl med taggen ”{tag}” skickas igen.',
  'alert.last': 'Senaste resultat: {time, select, never {inget} other {{time} UTC}}.',
  'alert.advice.bounce_rate':
    'Kontrollera orsakerna i tidslinjerna för de senaste studsade mejlen med taggen. Vanliga orsaker: felstavade eller obekräftade adresser, en gammal lista eller en mottagande server som blockerar avsändaren.',
  'alert.advice.complaint_rate':
    'Mottagare har markerat mejlen som skräppost. Kontrollera vem som får mejlen, om mottagarna väntar sig dem och om ämnet, avsändaren eller målgruppen nyligen har ändrats.',
  'alert.advice.failure_rate':
    'Mejlen misslyckades efter det sista försöket. Kontrollera orsakerna i deras tidslinjer. Vanliga orsaker: mottagarens domän går inte att nå, eller så ligger installationens relä eller nätverk nere.',
  'alert.advice.silence':
    'Kontrollera om appen fortfarande skickar mejl. Vanliga orsaker: ett jobb som inte längre körs, en återkallad API-nyckel eller ett pausat konto. Ta bort varningen om du inte längre skickar mejl med taggen.',
};
