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
